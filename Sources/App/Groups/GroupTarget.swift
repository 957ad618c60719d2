import Database
import Proximity

/// A running group in which a person's position counts, with all that judging it needs: it is read with every position.
struct GroupTarget: Sendable {
    let group: ID<FriendGroup>
    let limit: Metres
    /// The state of those who see everybody.
    let state: GroupState
    /// Whether somebody does not, who has a state of their own.
    let hasOwnStates: Bool
    let member: ID<GroupMember>
    /// Which of their devices the member carries.
    let carried: CarriedDevice
    /// The charge of that device in percent, if known.
    let battery: Int?
    /// When their last pause ended, in the group or altogether: a position from before does not count after it either.
    let sharesSince: Timestamp
}

extension GroupTarget {
    /// The groups in which a person takes part and shares.
    ///
    /// - Parameter time: when the newest position was measured.
    static func all(
        _ database: Reader, of account: ID<Account>, measuredAt time: Timestamp, _ now: Timestamp
    ) throws -> [GroupTarget] {
        try database.all(
            """
            SELECT member.group_id AS group_id, friend_group.limit_m AS limit_m, friend_group.state AS state,
              EXISTS (SELECT 1 FROM friend_group_member AS other
                WHERE other.group_id = member.group_id AND other.own_state IS NOT NULL) AS has_own_states,
              member.id AS member_id, member.carried AS carried, member.battery AS battery,
              coalesce(member.paused_until, 0) AS group_pause, coalesce(sharing.paused_until, 0) AS pause
            FROM friend_group_member AS member JOIN friend_group ON friend_group.id = member.group_id
            JOIN \(Account.sharing) AS sharing ON sharing.id = member.account_id
            WHERE member.account_id = \(account) AND member.left_at IS NULL AND member.admitted_at IS NOT NULL
              AND friend_group.ended_at IS NULL AND friend_group.ends_at > \(now)
              AND coalesce(member.paused_until, 0) <= \(time) AND coalesce(sharing.paused_until, 0) <= \(time)
            ORDER BY member.group_id
            """
        ) { row in
            let (limit, state, carried): (Int, GroupState?, CarriedDevice?) = (
                try row["limit_m"], try row["state"], try row["carried"]
            )
            return GroupTarget(
                group: try row["group_id"], limit: Metres(Double(limit)), state: state ?? GroupState(),
                hasOwnStates: try row["has_own_states"], member: try row["member_id"],
                carried: carried ?? CarriedDevice(), battery: try row["battery"],
                sharesSince: max(try row["group_pause"], try row["pause"]))
        }
    }
}
