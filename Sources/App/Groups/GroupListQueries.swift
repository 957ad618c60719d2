import Database
import Proximity

/// SQL for the ways into groups, and for the list of those that are over.
enum GroupListQueries {
    /// A group that is over.
    struct Past: Sendable {
        let id: ID<FriendGroup>
        let name: String
        let endedAt: Timestamp
        /// How many were in it at the end, of those whom the person sees.
        let count: Int
    }

    /// The groups that somebody was in until the end, newest first.
    static func past(
        _ database: Reader, of account: ID<Account>, limit: Int = 50, _ now: Timestamp
    ) throws -> [Past] {
        try database.all(
            """
            SELECT friend_group.id AS group_id, friend_group.name AS name,
              coalesce(friend_group.ended_at, friend_group.ends_at) AS ended_at,
              (SELECT count(*) FROM friend_group_member AS other WHERE other.group_id = friend_group.id
                AND other.admitted_at IS NOT NULL AND other.left_at IS NULL
                AND NOT \(Person.blocked("other.account_id", "\(account)"))) AS people
            FROM friend_group_member AS own JOIN friend_group ON friend_group.id = own.group_id
            WHERE own.account_id = \(account) AND own.left_at IS NULL AND own.admitted_at IS NOT NULL
              AND (friend_group.ended_at IS NOT NULL OR friend_group.ends_at <= \(now))
            ORDER BY own.group_id DESC LIMIT \(limit)
            """
        ) { row in
            let count: Int64 = try row["people"]
            return Past(
                id: try row["group_id"], name: try row["name"], endedAt: try row["ended_at"], count: Int(count))
        }
    }

    /// In how many running groups somebody is, or waits to be.
    static func runningCount(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> Int {
        try database.value(
            """
            SELECT count(*) FROM friend_group_member AS own JOIN friend_group ON friend_group.id = own.group_id
            WHERE own.account_id = \(account) AND own.left_at IS NULL AND friend_group.ended_at IS NULL
              AND friend_group.ends_at > \(now)
            """) ?? 0
    }

    /// How many are in a group or wait for it.
    static func memberCount(_ database: Reader, of group: ID<FriendGroup>) throws -> Int {
        try database.value(
            "SELECT count(*) FROM friend_group_member WHERE group_id = \(group) AND left_at IS NULL") ?? 0
    }

    /// The group that a form has made; nil if it has made none.
    static func made(
        _ database: Reader, by maker: ID<Account>, formKey: String
    ) throws -> ID<FriendGroup>? {
        try database.value(
            """
            SELECT friend_group.id FROM friend_group_member AS own JOIN friend_group ON friend_group.id = own.group_id
            WHERE own.account_id = \(maker) AND friend_group.submission = \(formKey)
            """)
    }

    /// Keeps which form made a group.
    static func setFormKey(_ database: Writer, _ group: ID<FriendGroup>, formKey: String) throws {
        try database.execute("UPDATE friend_group SET submission = \(formKey) WHERE id = \(group)")
    }
}
