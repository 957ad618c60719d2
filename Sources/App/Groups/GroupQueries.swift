import Database
import Proximity

/// All SQL on groups.
enum GroupQueries {
    static let columns: SQL = """
        friend_group.id AS group_id, friend_group.name AS name, friend_group.limit_m AS limit_m,
        friend_group.needs_admission AS needs_admission, friend_group.created_at AS created_at,
        friend_group.ends_at AS ends_at, friend_group.ended_at AS ended_at, friend_group.code AS code,
        friend_group.link_version AS link_version, friend_group.conversation_id AS conversation_id
        """

    static func group(_ row: Row) throws -> FriendGroup {
        let (limit, code): (Int64, String?) = (try row["limit_m"], try row["code"])
        return FriendGroup(
            id: try row["group_id"], name: try row["name"], limit: Metres(Double(limit)),
            needsAdmission: try row["needs_admission"], createdAt: try row["created_at"], endsAt: try row["ends_at"],
            endedAt: try row["ended_at"], code: code ?? "", linkVersion: try row["link_version"],
            conversation: try row["conversation_id"])
    }

    static func insert(
        _ database: Writer, _ id: ID<FriendGroup>, _ group: NewGroup, code: String, linkHash: String,
        conversation: ID<Conversation>, _ now: Timestamp
    ) throws {
        try database.execute(
            """
            INSERT INTO friend_group (id, name, limit_m, needs_admission, created_at, ends_at, code, link_version, link_hash,
              conversation_id, state)
            VALUES (\(id), \(group.name), \(group.limitMetres), \(group.needsAdmission), \(now),
              \(now + Double(group.hours) * 3600), \(code), 1, \(linkHash), \(conversation), \(GroupState()))
            """)
    }

    static func group(_ database: Reader, _ id: ID<FriendGroup>) throws -> FriendGroup? {
        try database.first("SELECT \(columns) FROM friend_group WHERE friend_group.id = \(id)", group)
    }

    /// Those of some groups that there are, by their ids.
    static func groups(_ database: Reader, _ ids: [ID<FriendGroup>]) throws -> [Int64: FriendGroup] {
        guard !ids.isEmpty else { return [:] }
        let groups = try database.all("SELECT \(columns) FROM friend_group WHERE friend_group.id IN \(ids)", group)
        return Dictionary(uniqueKeysWithValues: groups.map { ($0.id.rawValue, $0) })
    }

    /// A group that somebody is in or waits for, and where its members are as they know it.
    static func groupAndState(
        _ database: Reader, _ id: ID<FriendGroup>, for account: ID<Account>
    ) throws -> (group: FriendGroup, state: GroupState)? {
        try database.first(
            """
            SELECT \(columns), coalesce(own.own_state, friend_group.state, '') AS state
            FROM friend_group_member AS own JOIN friend_group ON friend_group.id = own.group_id
            WHERE own.group_id = \(id) AND own.account_id = \(account) AND own.left_at IS NULL
            """, groupAndState)
    }

    private static func groupAndState(_ row: Row) throws -> (group: FriendGroup, state: GroupState) {
        let state: GroupState? = try row["state"]
        return (try group(row), state ?? GroupState())
    }

    /// The running groups that somebody is in or waits for, newest first, and where their members are as they know it.
    static func running(
        _ database: Reader, of account: ID<Account>, _ now: Timestamp
    ) throws -> [(group: FriendGroup, state: GroupState)] {
        try database.all(
            """
            SELECT \(columns), coalesce(own.own_state, friend_group.state, '') AS state
            FROM friend_group_member AS own JOIN friend_group ON friend_group.id = own.group_id
            WHERE own.account_id = \(account) AND own.left_at IS NULL
              AND friend_group.ended_at IS NULL AND friend_group.ends_at > \(now)
            ORDER BY friend_group.id DESC LIMIT \(FriendGroup.mostRunning)
            """, groupAndState)
    }

    /// The running group with a code or a link.
    static func group(
        _ database: Reader, code: String, linkHash: String, _ now: Timestamp
    ) throws -> FriendGroup? {
        try database.first(
            """
            SELECT \(columns) FROM friend_group
            WHERE friend_group.id IN (SELECT coded.id FROM friend_group AS coded WHERE coded.code = \(code)
                UNION SELECT linked.id FROM friend_group AS linked WHERE linked.link_hash = \(linkHash))
              AND friend_group.ends_at > \(now)
            """, group)
    }

    static func isTaken(_ database: Reader, code: String) throws -> Bool {
        try database.exists("SELECT 1 FROM friend_group WHERE code = \(code)")
    }

    /// The groups that somebody is in or waits for, newest first; running ones, or those that are over.
    static func groups(
        _ database: Reader, of account: ID<Account>, areRunning: Bool, limit: Int = 50, _ now: Timestamp
    ) throws -> [FriendGroup] {
        let time: SQL =
            areRunning
            ? "friend_group.ended_at IS NULL AND friend_group.ends_at > \(now)"
            : "(friend_group.ended_at IS NOT NULL OR friend_group.ends_at <= \(now))"
        return try database.all(
            """
            SELECT \(columns) FROM friend_group_member AS own JOIN friend_group ON friend_group.id = own.group_id
            WHERE own.account_id = \(account) AND own.left_at IS NULL AND \(time)
            ORDER BY friend_group.id DESC LIMIT \(limit)
            """, group)
    }

    /// The running groups that somebody made and in which somebody else is or waits.
    static func groups(
        _ database: Reader, madeBy maker: ID<Account>, with other: ID<Account>, _ now: Timestamp
    ) throws -> [FriendGroup] {
        try database.all(
            """
            SELECT \(columns) FROM friend_group_member AS own JOIN friend_group ON friend_group.id = own.group_id
            JOIN friend_group_member AS other ON other.group_id = own.group_id AND other.account_id = \(other)
            WHERE own.account_id = \(maker) AND own.is_maker = 1 AND own.left_at IS NULL AND other.left_at IS NULL
              AND friend_group.ended_at IS NULL AND friend_group.ends_at > \(now)
            ORDER BY friend_group.id DESC LIMIT \(FriendGroup.mostRunning)
            """, group)
    }

    /// The running groups whose state changes by the clock alone, and those for which it would only after longer than any
    /// state waits: the clock was ahead.
    static func due(_ database: Reader, _ now: Timestamp, limit: Int = 200) throws -> [FriendGroup] {
        let latest = now + GroupState.freshness + Plausibility.futureTolerance
        return try database.all(
            """
            SELECT \(columns) FROM friend_group
            WHERE (friend_group.silent_at <= \(now) OR friend_group.silent_at > \(latest)) AND friend_group.ends_at > \(now)
            ORDER BY friend_group.silent_at LIMIT \(limit)
            """, group)
    }

    /// The groups whose time is over and that are not ended yet.
    static func overdue(_ database: Reader, _ now: Timestamp, limit: Int = 20) throws -> [FriendGroup] {
        try database.all(
            """
            SELECT \(columns) FROM friend_group WHERE friend_group.ended_at IS NULL AND friend_group.ends_at <= \(now)
            ORDER BY friend_group.ends_at LIMIT \(limit)
            """, group)
    }

    static func setEnd(_ database: Writer, _ id: ID<FriendGroup>, at time: Timestamp) throws {
        try database.execute("UPDATE friend_group SET ends_at = \(time) WHERE id = \(id) AND ended_at IS NULL")
    }

    static func rename(_ database: Writer, _ id: ID<FriendGroup>, _ name: String) throws {
        try database.execute("UPDATE friend_group SET name = \(name) WHERE id = \(id) AND ended_at IS NULL")
    }

    static func setLimit(_ database: Writer, _ id: ID<FriendGroup>, _ limit: Metres) throws {
        try database.execute(
            "UPDATE friend_group SET limit_m = \(Int64(limit.value)) WHERE id = \(id) AND ended_at IS NULL")
    }

    /// Ends a group: only its name, its times and who was in it stay.
    static func end(_ database: Writer, _ id: ID<FriendGroup>, _ now: Timestamp) throws {
        try database.execute(
            """
            UPDATE friend_group SET ended_at = \(now), code = NULL, link_hash = NULL, conversation_id = NULL, state = NULL,
              silent_at = NULL WHERE id = \(id)
            """)
        try database.execute("DELETE FROM friend_group_alert WHERE group_id = \(id)")
        try database.execute("DELETE FROM friend_group_invitation WHERE group_id = \(id)")
        try database.execute(
            """
            UPDATE friend_group_member SET phone = '', device_id = NULL, carried = NULL, battery = NULL, paused_until = NULL,
              muted_at = NULL, home_at = NULL, help_at = NULL, help_told_at = NULL, own_state = NULL,
              own_state_since = NULL WHERE group_id = \(id)
            """)
    }

    /// Deletes groups that were over before a time, with the rows of those who were in them.
    static func delete(_ database: Writer, endedBefore time: Timestamp) throws {
        try database.execute("DELETE FROM friend_group WHERE ended_at < \(time)")
    }

    /// A new code and a new link: the old ones lead nowhere.
    static func renew(_ database: Writer, _ group: FriendGroup, code: String, linkHash: String) throws {
        try database.execute(
            """
            UPDATE friend_group SET code = \(code), link_version = \(group.linkVersion + 1), link_hash = \(linkHash)
            WHERE id = \(group.id) AND ended_at IS NULL
            """)
    }
}
