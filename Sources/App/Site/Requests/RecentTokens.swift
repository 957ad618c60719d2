import Database
import Proximity

/// Recently valid tokens, of sessions or of phone apps, for what cannot wait for a database look-up. Grants no access: a token
/// that has ended stays here for some minutes.
struct RecentTokens: Sendable {
    private let tokens = LRUCache<String, (account: ID<Account>, usedAt: Timestamp)>(limit: 20_000)

    /// Seconds until a token must be used again.
    static let life = 900.0

    /// Longer ones are nobody's.
    private static let longest = 100

    /// Records a valid token.
    func record(_ token: String, of account: ID<Account>, _ now: Timestamp) {
        tokens.set((account, now), for: TokenHash.of(token))
    }

    /// The account of a recently valid token; nil if there is none.
    func account(_ token: String?, _ now: Timestamp) -> ID<Account>? {
        guard let token, !token.isEmpty, token.utf8.count <= RecentTokens.longest,
            let known = tokens.known(TokenHash.of(token)),
            now.seconds(since: known.usedAt) < RecentTokens.life, !known.usedAt.isFromWrongClock(now: now)
        else { return nil }
        return known.account
    }
}
