import Database
import Proximity

/// An invitation made for one person: its link works once, for a day, and makes friends at once, since the inviter has
/// asked. A marker for ids.
enum SingleInvite {}

/// SQL on invitations made for one person.
extension FriendQueries {
    /// An invitation as its maker sees it.
    struct OwnSingleInvite: Sendable {
        enum State: Sendable { case waiting, used, expired }

        let id: ID<SingleInvite>
        /// What the token of its link is derived from.
        let seed: String
        let createdAt: Timestamp
        let endsAt: Timestamp
        let state: State
    }

    /// A person's invitations that have not been swept, newest first.
    static func singleInvites(
        _ database: Reader, of account: ID<Account>, _ now: Timestamp
    ) throws -> [OwnSingleInvite] {
        try database.all(
            """
            SELECT id, seed, created_at, ends_at, used_at FROM single_invite WHERE account_id = \(account)
            ORDER BY id DESC
            """
        ) { row in
            let (ends, used): (Timestamp, Timestamp?) = (try row["ends_at"], try row["used_at"])
            return OwnSingleInvite(
                id: try row["id"], seed: try row["seed"], createdAt: try row["created_at"], endsAt: ends,
                state: used != nil ? .used : ends > now ? .waiting : .expired)
        }
    }

    static func insertSingleInvite(
        _ database: Writer, of account: ID<Account>, _ invite: Invite, tokenHash: String, at now: Timestamp
    ) throws {
        let id = try database.newID(SingleInvite.self)
        try database.execute(
            """
            INSERT INTO single_invite (id, account_id, seed, token_hash, created_at, ends_at)
            VALUES (\(id), \(account), \(invite.seed), \(tokenHash), \(now), \(invite.endsAt))
            """)
    }

    /// Takes an invitation back; false if the person has none with this id.
    static func cancelSingleInvite(
        _ database: Writer, _ id: ID<SingleInvite>, of account: ID<Account>
    ) throws -> Bool {
        try database.execute("DELETE FROM single_invite WHERE id = \(id) AND account_id = \(account)") > 0
    }

    /// Whose waiting invitation this is, unless they are suspended or one of the two has blocked the other. One by which
    /// somebody was let in to sign up is for them alone. A friend whom the inviter has removed since is not asked any
    /// more.
    static func singleInviter(
        _ database: Reader, tokenHash: String, viewer: ID<Account>?, _ now: Timestamp
    ) throws -> (id: ID<SingleInvite>, person: Person)? {
        let theirs: SQL =
            if let viewer {
                """
                AND (guest_id IS NULL OR guest_id = \(viewer)) AND NOT \(Person.blocked("person.id", "\(viewer)"))
                AND NOT EXISTS (SELECT 1 FROM ended_friendship
                  WHERE remover_id = single_invite.account_id AND friend_id = \(viewer)
                    AND ended_friendship.created_at >= single_invite.created_at)
                """
            } else { "AND guest_id IS NULL" }
        return try database.first(
            """
            SELECT single_invite.id AS invite_id, \(Person.columns)
            FROM single_invite JOIN \(Person.everyone) AS person ON person.id = single_invite.account_id
            WHERE single_invite.token_hash = \(tokenHash) AND single_invite.used_at IS NULL
              AND single_invite.ends_at > \(now) AND NOT \(Person.suspended("person.id")) \(theirs)
            """
        ) { (try $0["invite_id"], try Person($0)) }
    }

    /// Uses an invitation up; false if somebody else was faster.
    static func use(_ database: Writer, _ id: ID<SingleInvite>, at now: Timestamp) throws -> Bool {
        try database.execute(
            "UPDATE single_invite SET used_at = \(now) WHERE id = \(id) AND used_at IS NULL AND ends_at > \(now)") > 0
    }

    /// Keeps an invitation for the account that signed up by it; false if another one did.
    static func reserve(_ database: Writer, _ id: ID<SingleInvite>, for guest: ID<Account>) throws -> Bool {
        try database.execute(
            "UPDATE single_invite SET guest_id = \(guest) WHERE id = \(id) AND guest_id IS NULL AND used_at IS NULL")
            > 0
    }

    static func deleteSingleInvites(_ database: Writer, endedBefore time: Timestamp) throws {
        try database.execute("DELETE FROM single_invite WHERE ends_at < \(time)")
    }
}
