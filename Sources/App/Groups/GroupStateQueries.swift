import Database
import Proximity

/// SQL on what is known of where members are.
enum GroupStateQueries {
    /// The state of those who see everybody.
    static func shared(_ database: Reader, _ group: ID<FriendGroup>) throws -> GroupState {
        try database.value("SELECT coalesce(state, '') FROM friend_group WHERE id = \(group)") ?? GroupState()
    }

    /// All states of a running group.
    static func states(_ database: Reader, _ group: ID<FriendGroup>) throws -> GroupStates {
        GroupStates(group, shared: try shared(database, group), own: try own(database, in: group))
    }

    /// The states of those who do not see everybody.
    static func own(_ database: Reader, in group: ID<FriendGroup>) throws -> [GroupStates.Known] {
        try database.all(
            """
            SELECT id, account_id, own_state FROM friend_group_member WHERE group_id = \(group) AND own_state IS NOT NULL
            ORDER BY id
            """
        ) { row in
            let state: GroupState? = try row["own_state"]
            return GroupStates.Known(
                audience: .viewer(try row["id"]), account: try row["account_id"], state: state ?? GroupState())
        }
    }

    /// By which state a member sees the others; nil for the one that is shared.
    static func own(_ database: Reader, of member: ID<GroupMember>) throws -> GroupState? {
        let found: GroupState?? = try database.first("SELECT own_state FROM friend_group_member WHERE id = \(member)") {
            try $0["own_state"]
        }
        return found ?? nil
    }

    /// - Parameter nextChange: when any state of the group changes next by the clock.
    static func setShared(
        _ database: Writer, _ group: ID<FriendGroup>, _ state: GroupState, nextChange: Timestamp?
    ) throws {
        try database.execute(
            """
            UPDATE friend_group SET state = \(state), silent_at = \(nextChange) WHERE id = \(group) AND ended_at IS NULL
            """)
    }

    static func setOwn(_ database: Writer, _ member: ID<GroupMember>, _ state: GroupState) throws {
        try database.execute("UPDATE friend_group_member SET own_state = \(state) WHERE id = \(member)")
    }

    /// A member has a state of their own: of what was judged by another since `time` they know nothing.
    static func setOwn(
        _ database: Writer, _ member: ID<GroupMember>, _ state: GroupState, since time: Timestamp
    ) throws {
        try database.execute(
            """
            UPDATE friend_group_member SET own_state = \(state),
              own_state_since = CASE WHEN own_state_since < \(time) THEN own_state_since ELSE \(time) END
            WHERE id = \(member)
            """)
    }
}
