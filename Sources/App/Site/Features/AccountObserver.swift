import Database
import Proximity

/// A feature that reacts to what somebody changes about their account, in the transaction that changes it.
protocol AccountObserver: Feature {
    /// Somebody confirmed an address, folded; with nil they have no confirmed address any more.
    func addressChanged(_ database: Writer, of account: ID<Account>, to folded: String?) throws
    /// Somebody saved their preferences.
    ///
    /// - Returns: a sentence that they are told, "" for none.
    func preferencesChanged(
        _ database: Writer, for viewer: Viewer, to preferences: Preferences, _ now: Timestamp
    ) throws -> String
    /// Somebody paused.
    ///
    /// - Returns: a sentence that they are told, "" for none.
    func paused(_ database: Writer, for viewer: Viewer, _ now: Timestamp) throws -> String
}

extension AccountObserver {
    func addressChanged(_ database: Writer, of account: ID<Account>, to folded: String?) throws {}
    func preferencesChanged(
        _ database: Writer, for viewer: Viewer, to preferences: Preferences, _ now: Timestamp
    ) throws -> String { "" }
    func paused(_ database: Writer, for viewer: Viewer, _ now: Timestamp) throws -> String { "" }
}
