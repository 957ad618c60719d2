import Database
import HTTP
import Proximity

/// What exactly one feature does for the ones below it, which do not know it: a value for each, passed in `App.swift`. One
/// that is missing does not compile.
struct FeatureServices: Sendable {
    /// What stands at the top right of every page.
    var corner: CornerSource
    /// The page on which a new account begins.
    var firstPage: FirstPage
    /// Where guests are led.
    var guestPages: GuestPages
    /// How members invite others.
    var invitations: Invitations
    /// Sends what people share to others.
    var sharing: ShareTarget
    /// The page that contains the position form, with the form's errors.
    var positionPage: @Sendable (RequestContext, Viewer, ValidationErrors) throws -> Response
    /// Writes a line of the audit log: what an administrator did, and its details.
    var record: @Sendable (Writer, _ line: AuditLine, Timestamp) throws -> Void
    /// Enqueues the erasure of what every feature stores of a deleted account, in the caller's transaction.
    var requestErasure: @Sendable (Writer, ID<Account>, Timestamp) throws -> Void
}
