import Database
import Proximity

/// A feature that reacts to account changes. Called in the transaction of the change.
protocol AccountObserver: Feature {
    /// The account confirmed an address (folded); nil if it no longer has a confirmed address.
    func addressChanged(_ database: Writer, of account: ID<Account>, to folded: String?) throws
    /// The person saved their preferences.
    ///
    /// - Returns: a sentence for that person, "" for none.
    func preferencesChanged(
        _ database: Writer, for viewer: Viewer, to preferences: Preferences, _ now: Timestamp
    ) throws -> String
    /// The person started a pause.
    ///
    /// - Returns: a sentence for that person, "" for none.
    func paused(_ database: Writer, for viewer: Viewer, _ now: Timestamp) throws -> String
    /// A browser of the account goes on in a new session, and its old one ends with this write.
    func sessionContinues(
        _ database: Writer, of account: ID<Account>, from old: ID<Session>, in new: ID<Session>
    ) throws
    /// The account is suspended with this write: nobody sees it any more.
    func suspended(_ database: Writer, _ account: ID<Account>, at now: Timestamp) throws
    /// Sessions of the account end with this write.
    func sessionsEnd(_ database: Writer, of account: ID<Account>)
    /// A guest leaves the site with this write; until it returns they still have their nickname. May be called again
    /// for the same guest.
    func guestLeaves(_ database: Writer, _ guest: ID<Account>, at now: Timestamp) throws
}

extension AccountObserver {
    func addressChanged(_ database: Writer, of account: ID<Account>, to folded: String?) throws {}
    func preferencesChanged(
        _ database: Writer, for viewer: Viewer, to preferences: Preferences, _ now: Timestamp
    ) throws -> String { "" }
    func paused(_ database: Writer, for viewer: Viewer, _ now: Timestamp) throws -> String { "" }
    func sessionContinues(
        _ database: Writer, of account: ID<Account>, from old: ID<Session>, in new: ID<Session>
    ) throws {}
    func suspended(_ database: Writer, _ account: ID<Account>, at now: Timestamp) throws {}
    func sessionsEnd(_ database: Writer, of account: ID<Account>) {}
    func guestLeaves(_ database: Writer, _ guest: ID<Account>, at now: Timestamp) throws {}
}
