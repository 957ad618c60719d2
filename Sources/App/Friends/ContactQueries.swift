import Database
import Proximity

/// Finding people by e-mail address. The table holds addresses only as codes under the site's key.
extension FriendQueries {
    /// Most people found by one address book.
    static let maxMatched = 100
    /// Most codes in one statement.
    private static let batch = 500

    static func isFindable(_ database: Reader, _ account: ID<Account>) throws -> Bool {
        try database.exists("SELECT 1 FROM findable WHERE account_id = \(account)")
    }

    /// Makes a person findable by the code of their confirmed address; nil if there is none.
    static func setFindable(_ database: Writer, _ account: ID<Account>, code: String?, at now: Timestamp) throws {
        try database.execute(
            """
            INSERT INTO findable (account_id, code, created_at) VALUES (\(account), \(code), \(now))
            ON CONFLICT (account_id) DO UPDATE SET code = excluded.code
            """)
    }

    static func setNotFindable(_ database: Writer, _ account: ID<Account>) throws {
        try database.execute("DELETE FROM findable WHERE account_id = \(account)")
    }

    /// Updates the code after the confirmed address changed; nil if there is none. Does nothing for people who are not
    /// findable.
    static func setCode(_ database: Writer, of account: ID<Account>, _ code: String?) throws {
        try database.execute("UPDATE findable SET code = \(code) WHERE account_id = \(account)")
    }

    /// Findable people who have one of these codes and are visible to the viewer.
    static func match(_ database: Reader, codes: [String], viewer: ID<Account>) throws -> [ID<Account>] {
        var found: [ID<Account>] = []
        for start in stride(from: 0, to: codes.count, by: batch) where found.count < maxMatched {
            let some = Array(codes[start..<min(start + batch, codes.count)])
            found += try database.all(
                """
                SELECT person.id AS id FROM findable JOIN \(Person.visible(to: viewer)) AS person ON person.id = findable.account_id
                WHERE findable.code IN \(some) AND findable.account_id <> \(viewer)
                """
            ) { try $0["id"] }
        }
        return Array(found.prefix(maxMatched))
    }
}

extension FriendQueries {
    /// An invite link: the seed of its token and its expiry.
    struct Invite: Sendable {
        let seed: String
        let endsAt: Timestamp
    }

    static func invite(_ database: Reader, of account: ID<Account>) throws -> Invite? {
        try database.first("SELECT seed, ends_at FROM invite WHERE account_id = \(account)") {
            Invite(seed: try $0["seed"], endsAt: try $0["ends_at"])
        }
    }

    /// Deletes all invite links.
    static func deleteInvites(_ database: Writer) throws {
        try database.execute("DELETE FROM invite")
        try database.execute("DELETE FROM single_invite")
    }

    /// Sets a person's invite link and replaces the previous one.
    static func setInvite(
        _ database: Writer, of account: ID<Account>, _ invite: Invite, tokenHash: String, at now: Timestamp
    ) throws {
        try database.execute(
            """
            INSERT INTO invite (account_id, seed, token_hash, created_at, ends_at)
            VALUES (\(account), \(invite.seed), \(tokenHash), \(now), \(invite.endsAt))
            ON CONFLICT (account_id) DO UPDATE
            SET seed = excluded.seed, token_hash = excluded.token_hash, created_at = excluded.created_at,
              ends_at = excluded.ends_at
            """)
    }

    static func endInvite(_ database: Writer, of account: ID<Account>, _ now: Timestamp) throws {
        try database.execute("UPDATE invite SET ends_at = \(now) WHERE account_id = \(account) AND ends_at > \(now)")
    }

    /// The owner of a valid invite link, unless they are suspended or one of the two has blocked the other.
    static func inviter(
        _ database: Reader, tokenHash: String, viewer: ID<Account>?, _ now: Timestamp
    ) throws -> Person? {
        let apart: SQL = if let viewer { "AND NOT \(Person.blocked("person.id", "\(viewer)"))" } else { "" }
        return try database.first(
            """
            SELECT \(Person.columns)
            FROM invite JOIN \(Person.everyone) AS person ON person.id = invite.account_id
            WHERE invite.token_hash = \(tokenHash) AND invite.ends_at > \(now) AND NOT \(Person.suspended("person.id")) \(apart)
            """, Person.init)
    }
}
