import Database
import Proximity

/// All SQL on circles of friends.
extension FriendQueries {
    /// A circle without its members.
    struct NamedCircle: Sendable {
        let id: ID<Circle>
        let name: String
        let createdAt: Timestamp

        var foldedName: String { DisplayName.fold(name) }
    }

    /// A person's circles, by name.
    static func circles(_ database: Reader, of account: ID<Account>) throws -> [Circle] {
        let named = try namedCircles(database, of: account)
        if named.isEmpty { return [] }
        let members = try members(database, ofCirclesOf: account)
        return named.map { Circle(id: $0.id, name: $0.name, members: members[$0.id] ?? []) }
    }

    /// A person's circles without their members, by name.
    static func namedCircles(_ database: Reader, of account: ID<Account>) throws -> [NamedCircle] {
        try database.all(
            """
            SELECT id, name, created_at FROM circle WHERE account_id = \(account) AND deleted_at IS NULL
            ORDER BY name_folded
            """
        ) { NamedCircle(id: try $0["id"], name: try $0["name"], createdAt: try $0["created_at"]) }
    }

    /// The visible friends in each of a person's circles, in the order of their list of friends.
    static func members(
        _ database: Reader, ofCirclesOf account: ID<Account>
    ) throws -> [ID<Circle>: [Person]] {
        let rows = try database.all(
            """
            SELECT circle_member.circle_id AS circle_id, \(Person.columns)
            FROM circle JOIN circle_member ON circle_member.circle_id = circle.id
            JOIN friendship ON friendship.account_id = \(account) AND friendship.friend_id = circle_member.friend_id
            JOIN \(Person.visible(to: account)) AS person ON person.id = circle_member.friend_id
            WHERE circle.account_id = \(account) AND circle.deleted_at IS NULL
            ORDER BY friendship.rank, person.username_folded
            """
        ) { (circle: try $0["circle_id"] as ID<Circle>, person: try Person($0)) }
        return Dictionary(grouping: rows) { $0.circle }.mapValues { $0.map { $0.person } }
    }

    static func insertCircle(
        _ database: Writer, _ circle: CheckedCircle, of account: ID<Account>, at now: Timestamp
    ) throws {
        let id = try database.newID(Circle.self)
        try database.execute(
            """
            INSERT INTO circle (id, account_id, name, name_folded, created_at)
            VALUES (\(id), \(account), \(circle.name), \(circle.foldedName), \(now))
            """)
        try addMembers(database, circle.members, to: id)
    }

    /// Changes name and members. Members whom the person does not see at the moment stay: suspended ones may come back.
    static func updateCircle(
        _ database: Writer, _ id: ID<Circle>, circle: CheckedCircle, of account: ID<Account>
    ) throws {
        try database.execute(
            "UPDATE circle SET name = \(circle.name), name_folded = \(circle.foldedName) WHERE id = \(id)")
        try database.execute(
            """
            DELETE FROM circle_member WHERE circle_id = \(id)
              AND friend_id IN (SELECT friend.id FROM \(Person.friends(of: account)) AS friend)
            """)
        try addMembers(database, circle.members, to: id)
    }

    private static func addMembers(_ database: Writer, _ members: [ID<Account>], to circle: ID<Circle>) throws {
        for member in members {
            try database.execute("INSERT INTO circle_member (circle_id, friend_id) VALUES (\(circle), \(member))")
        }
    }

    /// Takes a person out of all circles of another.
    static func leaveCircles(_ database: Writer, of account: ID<Account>, _ friend: ID<Account>) throws {
        try database.execute(
            """
            DELETE FROM circle_member WHERE friend_id = \(friend)
              AND circle_id IN (SELECT id FROM circle WHERE account_id = \(account))
            """)
    }
}

/// Deleting circles, and taking that back.
extension FriendQueries {
    /// Marks a circle as deleted; false if it is not theirs.
    static func deleteCircle(
        _ database: Writer, _ id: ID<Circle>, of account: ID<Account>, at now: Timestamp
    ) throws -> Bool {
        try database.execute(
            """
            UPDATE circle SET deleted_at = \(now)
            WHERE id = \(id) AND account_id = \(account) AND deleted_at IS NULL
            """) > 0
    }

    /// Undoes a deletion; false if it is not theirs, it is too late or they have another circle of that name.
    static func restoreCircle(
        _ database: Writer, _ id: ID<Circle>, of account: ID<Account>, at now: Timestamp
    ) throws -> Bool {
        guard try namedCircles(database, of: account).count < Circle.maxCount else { return false }
        return try database.execute(
            """
            UPDATE circle SET deleted_at = NULL
            WHERE id = \(id) AND account_id = \(account) AND deleted_at > \(now - Flash.undoTime)
              AND NOT EXISTS (SELECT 1 FROM circle AS other WHERE other.account_id = \(account)
                AND other.name_folded = circle.name_folded AND other.deleted_at IS NULL)
            """) > 0
    }

    /// Deletes for good what can no longer be restored.
    static func forgetCircles(_ database: Writer, deletedBefore time: Timestamp) throws {
        try database.execute("DELETE FROM circle WHERE deleted_at < \(time)")
    }

    /// Deletes a person's circles, and the person from those of others.
    static func deleteCircles(_ database: Writer, _ account: ID<Account>) throws {
        try database.execute("DELETE FROM circle WHERE account_id = \(account)")
        try database.execute("DELETE FROM circle_member WHERE friend_id = \(account)")
    }
}
