import Database
import Proximity

/// Who may see whom: what other features join with, so that a block or a suspension holds on every path.
extension FriendQueries {
    /// The people who are there for a viewer, with the columns id, username, username_folded: neither side has blocked the
    /// other, and nobody is suspended. `JOIN \(FriendQueries.visible(to: viewer)) AS author ON author.id = …`
    static func visible(to viewer: ID<Account>) -> SQL {
        """
        (SELECT known.id AS id, known.username AS username, known.username_folded AS username_folded,
          known.picture AS picture
         FROM \(AccountQueries.person) AS known
         WHERE NOT \(blocked("known.id", "\(viewer)")) AND NOT \(suspended("known.id")))
        """
    }

    /// The friends of a viewer who are there for them, with the column id.
    static func friends(of viewer: ID<Account>) -> SQL {
        """
        (SELECT near.id AS id FROM \(visible(to: viewer)) AS near
         JOIN friendship ON friendship.account_id = \(viewer) AND friendship.friend_id = near.id)
        """
    }

    /// A condition: one of two people has blocked the other. For columns or bound ids.
    static func blocked(_ one: SQL, _ other: SQL) -> SQL {
        """
        (EXISTS (SELECT 1 FROM block WHERE block.blocker_id = \(one) AND block.blocked_id = \(other))
          OR EXISTS (SELECT 1 FROM block WHERE block.blocker_id = \(other) AND block.blocked_id = \(one)))
        """
    }

    /// A condition: somebody is suspended.
    static func suspended(_ account: SQL) -> SQL {
        "EXISTS (SELECT 1 FROM \(AccountQueries.suspension) AS shut WHERE shut.account_id = \(account))"
    }

    /// Whether two people are there for each other.
    static func isVisible(_ database: Reader, _ account: ID<Account>, to viewer: ID<Account>) throws -> Bool {
        try database.exists("SELECT 1 FROM \(visible(to: viewer)) AS person WHERE person.id = \(account)")
    }

    /// Somebody by their whole name, whatever the case; nil when they are not there for the viewer.
    static func person(_ database: Reader, named username: String, viewer: ID<Account>) throws -> Person? {
        try database.first(
            """
            SELECT person.id AS id, person.username AS username, person.picture AS picture FROM \(visible(to: viewer)) AS person
            WHERE person.username_folded = \(Username.fold(username))
            """, person)
    }

    /// Those whom a person has blocked, by name. Also who is suspended: the list is the blocker's own.
    static func blockedPeople(_ database: Reader, by blocker: ID<Account>) throws -> [Person] {
        try database.all(
            """
            SELECT person.id AS id, person.username AS username, NULL AS picture
            FROM block JOIN \(AccountQueries.person) AS person ON person.id = block.blocked_id
            WHERE block.blocker_id = \(blocker) ORDER BY person.username_folded
            """, person)
    }

    /// Ends whatever is between two people, friendship, requests and memories of them, and keeps them apart.
    static func block(_ database: Writer, _ blocker: ID<Account>, _ blocked: ID<Account>, _ now: Timestamp) throws {
        try database.execute(
            """
            INSERT INTO block (blocker_id, blocked_id, created_at) VALUES (\(blocker), \(blocked), \(now))
            ON CONFLICT DO NOTHING
            """)
        try endFriendship(database, blocker, blocked)
        try forgetRequests(database, blocker, blocked)
        try forgetEndedFriendship(database, blocker, blocked)
    }

    /// Takes a block back; false when there was none.
    static func unblock(_ database: Writer, _ blocker: ID<Account>, named username: String) throws -> Bool {
        try database.execute(
            """
            DELETE FROM block WHERE blocker_id = \(blocker) AND blocked_id IN
              (SELECT person.id FROM \(AccountQueries.person) AS person
               WHERE person.username_folded = \(Username.fold(username)))
            """) > 0
    }

    static func person(_ row: Row) throws -> Person {
        Person(id: try row["id"], username: try row["username"], picture: try row["picture"])
    }
}
