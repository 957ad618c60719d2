import Database
import Proximity

/// Who is told of what happened in a group.
enum GroupAudience: Hashable {
    /// All who see those whom it is about.
    case everybody
    /// Those who see all members, by the state that they share.
    case sharers
    /// One who does not see all members, by a state of their own.
    case viewer(ID<GroupMember>)

    /// Who alone is told; nil for more than one.
    var viewer: ID<GroupMember>? { if case .viewer(let viewer) = self { viewer } else { nil } }

    func contains(_ member: GroupMember) -> Bool { contains(member.id, hasOwnState: member.ownStateSince != nil) }

    func contains(_ member: ID<GroupMember>, hasOwnState: Bool) -> Bool {
        switch self {
        case .everybody: true
        case .sharers: !hasOwnState
        case .viewer(let viewer): member == viewer
        }
    }
}

/// What is known of where the members of a running group are: by those who see everybody, and by each of those who do not.
///
/// By a state that is judged with everybody, somebody could compute where a member is who is hidden from them: they invent
/// positions, and read whether they are said to be back.
struct GroupStates {
    /// A state, and by whom it is known.
    struct Known {
        let audience: GroupAudience
        /// Who knows it; nil for those who see everybody.
        let account: ID<Account>?
        var state: GroupState
    }

    /// What happened, and who is told of it.
    typealias News = (audience: GroupAudience, transitions: [GroupTransition])

    let group: ID<FriendGroup>
    private var known: [Known]
    /// Those whose state is not as it is stored.
    private var changed: Set<GroupAudience> = []

    init(_ group: ID<FriendGroup>, shared: GroupState, own: [Known] = []) {
        self.group = group
        known = [Known(audience: .sharers, account: nil, state: shared)] + own
    }

    /// When one of them changes next by the clock; nil if never.
    private var nextChange: Timestamp? { known.compactMap { $0.state.nextChange }.min() }

    /// Changes those in which somebody is seen.
    ///
    /// - Parameter hidden: the accounts that do not see them.
    mutating func change(
        hiddenFrom hidden: Set<ID<Account>> = [],
        _ body: (GroupState) -> (state: GroupState, transitions: [GroupTransition])
    ) -> [News] {
        var news: [News] = []
        for index in known.indices where known[index].account.map({ !hidden.contains($0) }) ?? true {
            let (state, transitions) = body(known[index].state)
            guard state != known[index].state else { continue }
            known[index].state = state
            changed.insert(known[index].audience)
            news.append((known[index].audience, transitions))
        }
        return news
    }

    /// By which of them a member is judged for themselves.
    func audience(of member: ID<GroupMember>) -> GroupAudience {
        known.contains { $0.audience == .viewer(member) } ? .viewer(member) : .sharers
    }

    /// When the last position of a member counts by itself, in each state where it does.
    func countsAt(of member: ID<GroupMember>) -> Set<Timestamp> {
        Set(known.compactMap { $0.state.countsAt(of: member.rawValue) })
    }

    /// Stores what has changed.
    func store(_ database: Writer) throws {
        for known in known where changed.contains(known.audience) {
            if let viewer = known.audience.viewer { try GroupStateQueries.setOwn(database, viewer, known.state) }
        }
        try GroupStateQueries.setShared(database, group, known[0].state, nextChange: nextChange)
    }
}

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
        let hidden = try GroupMemberQueries.members(database, of: group, for: account).filter { $0.isHidden }
            .map { $0.member.id }
        guard !hidden.isEmpty else { return }
        let places = try GroupStateQueries.shared(database, group).unjudged(without: Set(hidden.map { $0.rawValue }))
        try GroupStateQueries.setOwn(database, member, places, since: Timestamp(seconds: 0))
        for other in hidden { try part(database, member, other, in: group, now) }
    }
}
