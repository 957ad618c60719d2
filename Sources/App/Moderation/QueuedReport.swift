import Database
import Proximity

/// A report as administrators see it.
struct QueuedReport: Sendable {
    let id: ID<AbuseReport>
    /// nil if the reporter deleted their account.
    let reporter: String?
    let about: Person
    let isAboutSuspended: Bool
    /// The name of a `ReportSubject`.
    let subject: String
    let reason: String
    /// The reported words as they were then; nil for a person.
    var content: String?
    /// The reported files, until it is closed.
    var files: [ReportedFile] = []
    let createdAt: Timestamp
    let closedAt: Timestamp?
    let closingNote: String?
}
