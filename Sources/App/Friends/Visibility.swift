import Database
import Proximity

/// Who may see whom.
extension FriendQueries {
    /// Whether two people are visible to each other.
    static func isVisible(_ database: Reader, _ account: ID<Account>, to viewer: ID<Account>) throws -> Bool {
        try database.exists("SELECT 1 FROM \(Person.visible(to: viewer)) AS person WHERE person.id = \(account)")
    }

    /// The person with this exact name, ignoring case; nil if not visible to the viewer.
    static func person(_ database: Reader, named username: String, viewer: ID<Account>) throws -> Person? {
        try database.first(
            """
            SELECT \(Person.columns) FROM \(Person.visible(to: viewer)) AS person
            WHERE person.username_folded = \(Username.fold(username))
            """, Person.init)
    }

    /// The people whom a person has blocked, by name; suspended ones included, because the list is the blocker's own.
    static func blockedPeople(_ database: Reader, by blocker: ID<Account>) throws -> [Person] {
        try database.all("\(blocked(by: blocker)) ORDER BY person.username_folded", Person.init)
    }

    /// The person with this exact name, ignoring case, if somebody has blocked them.
    static func blockedPerson(_ database: Reader, named username: String, by blocker: ID<Account>) throws -> Person? {
        try database.first(
            "\(blocked(by: blocker)) AND person.username_folded = \(Username.fold(username))", Person.init)
    }

    private static func blocked(by blocker: ID<Account>) -> SQL {
        """
        SELECT person.id AS id, person.username AS username, person.display_name AS display_name, NULL AS picture,
          person.is_deleted AS is_deleted
        FROM block JOIN \(Person.everyone) AS person ON person.id = block.blocked_id
        WHERE block.blocker_id = \(blocker)
        """
    }

    /// Whether a person has blocked another, and until then saw what the other did at a time.
    static func sawBeforeBlocking(
        _ database: Reader, _ viewer: ID<Account>, _ other: ID<Account>, at time: Timestamp
    ) throws -> Bool {
        try database.exists("SELECT 1 WHERE \(Person.sawBeforeBlocking("\(viewer)", "\(other)", at: "\(time)"))")
    }

    /// Blocks a person: deletes friendship, requests and all other rows between the two.
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

    /// Removes a block; false if there was none.
    static func unblock(_ database: Writer, _ blocker: ID<Account>, named username: String) throws -> Bool {
        try database.execute(
            """
            DELETE FROM block WHERE blocker_id = \(blocker) AND blocked_id IN
              (SELECT person.id FROM \(Person.everyone) AS person
               WHERE person.username_folded = \(Username.fold(username)))
            """) > 0
    }
}
