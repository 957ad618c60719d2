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
    /// One fix counts as straying when no other came for this many seconds: a phone in a pocket may send the next one
    /// minutes later.
    public static let patience = 30.0
    /// Beyond this multiple of the limit, so that one wrong fix alerts nobody.
    public static let farAt = 1.5
    /// For one fix to count, it is at most this many seconds old when it comes,
    public static let maxDelay = 60.0
    /// and the others' fixes are at most this old when it counts.
    public static let othersFreshness = 120.0

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
        /// When the last fix counts as straying by itself, unless another comes; nil for one that is not far enough.
        var countsAt: Timestamp?
    }

    /// By member id; only members with at least one fix.
    private(set) var members: [Int64: Member] = [:]

    init(members: [Int64: Member]) { self.members = members }

    /// A group without any fix.
    public init() {}

    /// How the member is doing; nil for a member without any fix.
    public func condition(of member: Int64, now: Timestamp) -> Condition? {
        members[member].map { isFresh($0, now) ? ($0.isAway ? .strayed : .together) : .noSignal }
    }

    /// Whether an alert said that the member has strayed or is apart, and they are not back yet, with a signal or without.
    public func isAway(_ member: Int64) -> Bool { members[member]?.isAway ?? false }

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

    /// When the state changes next without another fix: a member falls silent, or one fix counts as straying; nil if
    /// never.
    public var nextChange: Timestamp? {
        let silences = members.values.filter { !$0.isSilent }.map { $0.time + GroupState.freshness }
        return (silences + members.values.compactMap { $0.countsAt }).min()
    }

    /// When a member's last fix counts as straying by itself; nil if it does not.
    public func countsAt(of member: Int64) -> Timestamp? { members[member]?.countsAt }

    /// The state without a member who left. No transition: leaving is not straying.
    public func removing(_ member: Int64) -> GroupState {
        var next = self
        next.members[member] = nil
        return next
    }

    /// The state at a later time without new fixes. Reports ``GroupTransition/signalLost(_:)`` once per silence, and
    /// whoever strayed by a single fix that lies farther than ``farAt`` times the limit, ``patience`` after it came.
    public func advanced(now: Timestamp, limit: Metres) -> (state: GroupState, transitions: [GroupTransition]) {
        var next = self
        var transitions: [GroupTransition] = []
        for (id, member) in members.sorted(by: { $0.key < $1.key }) {
            if !member.isSilent && !isFresh(member, now) {
                next.members[id]?.isSilent = true
                transitions.append(.signalLost(id))
            }
            guard let countsAt = member.countsAt, countsAt <= now else { continue }
            next.members[id]?.countsAt = nil
            if next.isFar(id, limit: limit, at: now) { transitions += next.setAway(id, now) }
        }
        return (next, transitions)
    }

    /// The state after a member's fix, and what happened.
    ///
    /// With three or more fresh members the distance is that to the centre of all of them; with two it is that between
    /// them, and both accuracies are subtracted. A single member cannot stray.
    ///
    /// *Away* when `distance − accuracy > limit` on two fixes at least ``confirmation`` apart, with no fix between them
    /// that fails this, or by one that is farther, as ``advanced(now:limit:)`` says; *back* when
    /// `distance ≤ 0.9 × limit`. One alert per episode: a member who is away stays away, without another alert, through
    /// silence and while others join or fall silent.
    ///
    /// Ignored: mocked, typed and implausible fixes, fixes older than ``freshness`` or than the member's newest, and
    /// fixes coarser than both ``Gate/maximumAccuracy`` and the limit, which prove nothing.
    public func advanced(
        by fix: Fix, of id: Int64, limit: Metres, now: Timestamp, isPlausible: Bool
    ) -> (state: GroupState, transitions: [GroupTransition]) {
        var (next, transitions) = advanced(now: now, limit: limit)
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
        member.countsAt = nil
        next.members[id] = member
        if wasSilent { next.forgetPairWitness(now) }
        transitions += next.judge(id, limit: limit, now: now)
        if now.seconds(since: fix.time) <= GroupState.maxDelay, next.isFar(id, limit: limit, at: now) {
            next.members[id]?.countsAt = now + GroupState.patience
        }
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
        let (distance, uncertainty) = measure(member, partner: partner?.value, at: now)
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
        return setAway(id, now)
    }

    /// Of two members both are away.
    private mutating func setAway(_ id: Int64, _ now: Timestamp) -> [GroupTransition] {
        let fresh = self.fresh(now)
        let partner = fresh.count == 2 ? fresh.first { $0.key != id }?.key : nil
        for member in [id, partner].compactMap({ $0 }) {
            members[member]?.beyondSince = nil
            members[member]?.countsAt = nil
            members[member]?.isAway = true
        }
        return partner.map { [.apart(min(id, $0), max(id, $0))] } ?? [.strayed(id)]
    }

    /// Whether the last fix of a member who is not away proves by itself that they are: measured from others who have
    /// just said where they are.
    private func isFar(_ id: Int64, limit: Metres, at now: Timestamp) -> Bool {
        guard let member = members[id], isFresh(member, now) else { return false }
        let others = fresh(now).filter { $0.key != id }
        let recent = others.filter { now.seconds(since: $0.value.time) <= GroupState.othersFreshness }
        let isAway = member.isAway || others.count == 1 && others[0].value.isAway
        guard !isAway, !recent.isEmpty else { return false }
        var uncertainty = member.accuracy
        let centre: Coordinate?
        if others.count == 1 {
            centre = recent[0].value.coordinate
            uncertainty = uncertainty + recent[0].value.accuracy
        } else {
            centre = GroupCentre.of(recent.map { $0.value.coordinate } + [member.coordinate])
        }
        return centre.map { member.coordinate.distance(to: $0) - uncertainty > limit * GroupState.farAt } ?? false
    }

    /// Metres to the partner or to the centre, and how uncertain they are.
    private func measure(_ member: Member, partner: Member?, at now: Timestamp) -> (Metres, Metres) {
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
