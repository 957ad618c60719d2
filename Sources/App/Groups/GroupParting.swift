import Database
import Proximity

/// Two members who do not see each other.
extension Groups {
    /// From now on neither of two members sees the other: what each has known stays, but for the other.
    func part(
        _ database: Writer, _ one: ID<GroupMember>, _ other: ID<GroupMember>, in group: ID<FriendGroup>,
        _ now: Timestamp
    ) throws {
        for (viewer, hidden) in [(one, other), (other, one)] {
            let state = try GroupStateQueries.own(database, of: viewer) ?? GroupStateQueries.shared(database, group)
            try GroupStateQueries.setOwn(database, viewer, state.removing(hidden.rawValue), since: now)
        }
    }

    /// Somebody comes into a group, in which some members do not see them. Of what was judged with those they learn nothing,
    /// neither who is away now nor who was before.
    func partFromHidden(
        _ database: Writer, _ member: ID<GroupMember>, _ account: ID<Account>, in group: ID<FriendGroup>,
        _ now: Timestamp
    ) throws {
        let hidden = try GroupMemberQueries.members(database, of: group, for: account)
            .filter { $0.isHidden && $0.member.leftAt == nil }.map { $0.member.id }
        guard !hidden.isEmpty else { return }
        let places = try GroupStateQueries.shared(database, group).unjudged(without: Set(hidden.map { $0.rawValue }))
        try GroupStateQueries.setOwn(database, member, places, since: Timestamp(seconds: 0))
        for other in hidden { try part(database, member, other, in: group, now) }
    }
}
