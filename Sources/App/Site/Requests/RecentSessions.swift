import Database
import Proximity

/// Recently valid sessions, for requests too frequent for a database look-up. Grants no access: a session that has
/// ended stays here for some minutes.
struct RecentSessions: Sendable {
    private let sessions = LRUCache<String, (account: ID<Account>, usedAt: Timestamp)>(limit: 20_000)

    /// Seconds until a session must be used again.
    static let life = 900.0

    /// Records a valid session.
    func record(_ token: String, of account: ID<Account>, _ now: Timestamp) {
        sessions.set((account, now), for: TokenHash.of(token))
    }

    /// The account of a recently valid session cookie; nil if there is none.
    func account(_ token: String?, _ now: Timestamp) -> ID<Account>? {
        guard let token, !token.isEmpty, token.utf8.count <= 64, let known = sessions.known(TokenHash.of(token)),
            now.seconds(since: known.usedAt) < RecentSessions.life, !known.usedAt.isFromWrongClock(now: now)
        else { return nil }
        return known.account
    }
}
