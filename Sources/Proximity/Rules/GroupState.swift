/// An event in a group that keeps together. The caller supplies the ids of members.
public enum GroupTransition: Hashable, Sendable {
    /// A member is farther than the limit from the centre of three or more.
    case strayed(Int64)
    /// A member who had strayed, or had been apart, is with the group again.
    case back(Int64)
    /// The only two members with a signal are farther from each other than the limit: one event, sent to both.
    case apart(Int64, Int64)
    /// The two are together again.
    case together(Int64, Int64)
    /// No fix from a member for ``GroupState/freshness``. Says nothing about where they are.
    case signalLost(Int64)
    /// A member who had no signal has sent a fix again.
    case signalFound(Int64)

    /// Whom it is about.
    public var members: [Int64] {
        switch self {
        case .strayed(let member), .back(let member), .signalLost(let member), .signalFound(let member): [member]
        case .apart(let one, let other), .together(let one, let other): [one, other]
        }
    }
}

/// The state of the members of one running group.
///
/// A person is the device they carry (``CarriedDevice``): pass only that device's fixes.
public struct GroupState: Hashable, Sendable {
    /// For this many seconds a fix counts for the centre and its member has a signal: phones in a pocket report every
    /// few minutes.
    public static let freshness = 600.0
    /// Two fixes beyond the limit count as straying when they are at least this many seconds apart.
    public static let confirmation = Fence.confirmation
    /// A member is back at this fraction of the limit, not at the limit itself, so that alerts do not flap.
    public static let backAt = 0.9

    /// How a member is doing.
    public enum Condition: String, Hashable, Sendable {
        case together, strayed, noSignal
    }

    struct Member: Hashable, Sendable {
        var coordinate: Coordinate
        var accuracy: Metres
        var time: Timestamp
        /// An alert said that the member has strayed or is apart, and the member is not back yet.
        var isAway = false
        var beyondSince: Timestamp?
        var isSilent = false
    }

    /// By member id; only members with at least one fix.
    private(set) var members: [Int64: Member] = [:]

    /// A group without any fix.
    public init() {}

    /// How the member is doing; nil for a member without any fix.
    public func condition(of member: Int64, now: Timestamp) -> Condition? {
        members[member].map { isFresh($0, now) ? ($0.isAway ? .strayed : .together) : .noSignal }
    }

    /// Where the group is: the geometric median of all fresh fixes; nil when there is none.
    ///
    /// - Parameter hidden: members whose fixes are left out: the centre that is shown to somebody from whom they are
    ///   hidden. Straying is judged with everybody.
    public func centre(now: Timestamp, without hidden: Set<Int64> = []) -> Coordinate? {
        GroupCentre.of(fresh(now).filter { !hidden.contains($0.key) }.map { $0.value.coordinate })
    }

    /// The newest fix of a member that counted; nil for a member without any.
    public func fix(of member: Int64) -> (coordinate: Coordinate, accuracy: Metres, time: Timestamp)? {
        members[member].map { ($0.coordinate, $0.accuracy, $0.time) }
    }

    /// How many members have a signal. Of two each is told that they are apart.
    public func freshCount(_ now: Timestamp) -> Int { members.values.filter { isFresh($0, now) }.count }

    /// When the next member falls silent without another fix; nil if all have.
    public var nextSilence: Timestamp? {
        members.values.filter { !$0.isSilent }.map { $0.time }.min().map { $0 + GroupState.freshness }
    }

    /// The state without a member who left. No transition: leaving is not straying.
    public func removing(_ member: Int64) -> GroupState {
        var next = self
        next.members[member] = nil
        return next
    }

    /// The state at a later time without new fixes. Reports ``GroupTransition/signalLost(_:)`` once per silence.
    public func advanced(now: Timestamp) -> (state: GroupState, transitions: [GroupTransition]) {
        var next = self
        var transitions: [GroupTransition] = []
        for (id, member) in members.sorted(by: { $0.key < $1.key }) where !member.isSilent && !isFresh(member, now) {
            next.members[id]?.isSilent = true
            transitions.append(.signalLost(id))
        }
        return (next, transitions)
    }

    /// The state after a member's fix, and what happened.
    ///
    /// With three or more fresh members the distance is that to the centre of all of them; with two it is that between
    /// them, and both accuracies are subtracted. A single member cannot stray.
    ///
    /// *Away* when `distance − accuracy > limit` on two fixes at least ``confirmation`` apart, with no fix between them
    /// that fails this; *back* when `distance ≤ 0.9 × limit`. One alert per episode: a member who is away stays away,
    /// without another alert, through silence and while others join or fall silent.
    ///
    /// Ignored: mocked, typed and implausible fixes, fixes older than ``freshness`` or than the member's newest, and
    /// fixes coarser than both ``Gate/maximumAccuracy`` and the limit, which prove nothing.
    public func advanced(
        by fix: Fix, of id: Int64, limit: Metres, now: Timestamp, isPlausible: Bool
    ) -> (state: GroupState, transitions: [GroupTransition]) {
        var (next, transitions) = advanced(now: now)
        guard let accuracy = fix.accuracy, !fix.isMock, isPlausible, fix.age(at: now) <= GroupState.freshness,
            accuracy <= Metres.max(Gate.maximumAccuracy, limit)
        else { return (next, transitions) }
        let time = min(fix.time, now)
        var member = next.members[id] ?? Member(coordinate: fix.coordinate, accuracy: accuracy, time: time)
        guard member.time <= time else { return (next, transitions) }
        let wasSilent = time.seconds(since: member.time) > GroupState.freshness
        // A fix from before the silence proves nothing about what came after.
        if wasSilent { member.beyondSince = nil }
        if member.isSilent {
            member.isSilent = false
            // Lost and found in one step is not reported.
            if members[id]?.isSilent == true {
                transitions.append(.signalFound(id))
            } else {
                transitions.removeAll { $0 == .signalLost(id) }
            }
        }
        (member.coordinate, member.accuracy, member.time) = (fix.coordinate, accuracy, time)
        next.members[id] = member
        if wasSilent { next.forgetPairWitness(now) }
        transitions += next.judge(id, limit: limit, now: now)
        return (next, transitions)
    }

    /// Of two members, the other's fix proves a distance to where this one was before the silence.
    private mutating func forgetPairWitness(_ now: Timestamp) {
        let fresh = fresh(now)
        guard fresh.count == 2 else { return }
        for (id, _) in fresh { members[id]?.beyondSince = nil }
    }

    private mutating func judge(_ id: Int64, limit: Metres, now: Timestamp) -> [GroupTransition] {
        let fresh = self.fresh(now)
        guard var member = members[id], fresh.count >= 2 else {
            members[id]?.beyondSince = nil
            return []
        }
        let partner = fresh.count == 2 ? fresh.first { $0.key != id } : nil
        let (distance, uncertainty) = measure(member, partner?.value, now)
        let isAway = member.isAway || partner?.value.isAway == true
        if isAway && distance <= limit * GroupState.backAt {
            member.isAway = false
            member.beyondSince = nil
            members[id] = member
            guard let partner else { return [.back(id)] }
            members[partner.key]?.isAway = false
            members[partner.key]?.beyondSince = nil
            return [.together(min(id, partner.key), max(id, partner.key))]
        }
        guard !isAway, distance - uncertainty > limit else {
            members[id]?.beyondSince = nil
            if let partner { members[partner.key]?.beyondSince = nil }
            return []
        }
        // Of two members, either one's fixes prove the same distance.
        let since = [member.beyondSince, partner?.value.beyondSince].compactMap { $0 }.min() ?? member.time
        guard member.time.seconds(since: since) >= GroupState.confirmation else {
            members[id]?.beyondSince = since
            return []
        }
        members[id]?.beyondSince = nil
        members[id]?.isAway = true
        guard let partner else { return [.strayed(id)] }
        members[partner.key]?.beyondSince = nil
        members[partner.key]?.isAway = true
        return [.apart(min(id, partner.key), max(id, partner.key))]
    }

    /// Metres to the partner or to the centre, and how uncertain they are.
    private func measure(_ member: Member, _ partner: Member?, _ now: Timestamp) -> (Metres, Metres) {
        if let partner {
            return (member.coordinate.distance(to: partner.coordinate), member.accuracy + partner.accuracy)
        }
        let centre = self.centre(now: now) ?? member.coordinate
        return (member.coordinate.distance(to: centre), member.accuracy)
    }

    private func isFresh(_ member: Member, _ now: Timestamp) -> Bool {
        now.seconds(since: member.time) <= GroupState.freshness
    }

    /// Sorted by id, so that nothing depends on the order of a dictionary.
    private func fresh(_ now: Timestamp) -> [(key: Int64, value: Member)] {
        members.filter { isFresh($0.value, now) }.sorted { $0.key < $1.key }
    }
}

/// Stored as text: for each member their id, latitude, longitude, accuracy, time, whether they are away, since when they
/// were beyond the limit, and whether they are silent.
extension GroupState: LosslessStringConvertible {
    /// Reads what ``description`` wrote: nil for anything else.
    public init?(_ description: String) {
        var fields = StateFields(description)
        guard let members = try? GroupState.members(&fields) else { return nil }
        self.members = members
    }

    /// The stored text; the same for the same state.
    public var description: String {
        var text = StateText()
        for (id, member) in members.sorted(by: { $0.key < $1.key }) {
            text.add(id)
            text.add(member.coordinate)
            text.add(member.accuracy.value)
            text.add(member.time.milliseconds)
            text.add(member.isAway)
            text.add(member.beyondSince?.milliseconds)
            text.add(member.isSilent)
        }
        return text.text
    }

    private static func members(_ fields: inout StateFields) throws(StateFields.Malformed) -> [Int64: Member] {
        var members: [Int64: Member] = [:]
        while !fields.isAtEnd {
            let id = try fields.integer()
            members[id] = Member(
                coordinate: try fields.coordinate(), accuracy: Metres(try fields.number()), time: try fields.time(),
                isAway: try fields.flag(),
                beyondSince: try fields.optionalInteger().map { Timestamp(milliseconds: $0) },
                isSilent: try fields.flag())
        }
        return members
    }
}
