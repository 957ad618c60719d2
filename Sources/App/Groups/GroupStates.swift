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
