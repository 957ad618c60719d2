import Database
import Proximity

/// Whose sessions were good lately, for what is asked so often that the database is not. It opens nothing: a session that has
/// ended meanwhile is still in it for some minutes.
struct RecentSessions: Sendable {
    private let sessions = LRUCache<String, (account: ID<Account>, usedAt: Timestamp)>(limit: 20_000)

    /// Seconds after which a session has to be used again.
    static let life = 900.0

    /// A session was good just now.
    func record(_ token: String, of account: ID<Account>, _ now: Timestamp) {
        sessions.set((account, now), for: TokenHash.of(token))
    }

    /// Whose session a cookie's value was a short while ago; nil when it was nobody's.
    func account(_ token: String?, _ now: Timestamp) -> ID<Account>? {
        guard let token, !token.isEmpty, token.utf8.count <= 64, let known = sessions.known(TokenHash.of(token)),
            now.seconds(since: known.usedAt) < RecentSessions.life
        else { return nil }
        return known.account
    }
}
