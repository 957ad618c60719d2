/// The state of the members of one running group, as those know it who see the same of them.
///
/// Somebody from whom a member is hidden needs a state of their own, which never gets that member's fixes: from one that is
/// judged with everybody they could compute where the hidden one is.
///
/// A person is the device they carry (``CarriedDevice``): pass only that device's fixes.
public struct GroupState: Hashable, Sendable {
    /// For this many seconds a fix counts for the centre and its member has a signal: phones in a pocket report every
    /// few minutes.
    public static let freshness = 600.0
    /// Two fixes beyond the limit count as straying when they are at least this many seconds apart, and two near the others as
    /// being back.
    public static let confirmation = Fence.confirmation
    /// A member is back at this fraction of the limit, not at the limit itself, so that alerts do not flap.
    public static let backAt = 0.9
    /// One fix counts as straying when no other came for this many seconds: a phone in a pocket may send the next one
    /// minutes later.
    public static let patience = 30.0
    /// Beyond this multiple of the limit, so that one wrong fix alerts nobody.
    public static let farAt = 1.5
    /// For one fix to count, it is at most this many seconds old when it comes,
    public static let mostDelay = 60.0
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
        /// The time of the first of the fixes beyond the limit, while the member is not away.
        var beyondSince: Timestamp?
        /// The time of the first of the fixes near the others, while the member is away.
        var nearSince: Timestamp?
        var isSilent = false
        /// When the last fix counts as straying by itself, unless another comes; nil for one that is not far enough.
        var countsAt: Timestamp?

        mutating func forgetProof() { (beyondSince, nearSince) = (nil, nil) }
    }

    /// By member id; only members with at least one fix.
    var members: [Int64: Member] = [:]

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
    public func centre(now: Timestamp) -> Coordinate? { GroupCentre.of(fresh(now).map { $0.value.coordinate }) }

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

    /// The members' places alone, without those of some: nobody is away until they are judged anew.
    public func unjudged(without hidden: Set<Int64>) -> GroupState {
        let places = members.filter { !hidden.contains($0.key) }
        return GroupState(
            members: places.mapValues {
                Member(coordinate: $0.coordinate, accuracy: $0.accuracy, time: $0.time, isSilent: $0.isSilent)
            })
    }

    /// Without the members whose fixes were kept while the clock was ahead (``Timestamp/isFromWrongClock(now:)``): their next
    /// fixes count like their first ones.
    public func known(at now: Timestamp) -> GroupState {
        guard members.values.contains(where: { $0.time.isFromWrongClock(now: now) }) else { return self }
        return GroupState(members: members.filter { !$0.value.time.isFromWrongClock(now: now) })
    }

    /// The state at a later time without new fixes. Reports ``GroupTransition/signalLost(_:)`` once per silence, and
    /// whoever strayed by a single fix that lies farther than ``farAt`` times the limit, ``patience`` after it came.
    public func advanced(now: Timestamp, limit: Metres) -> (state: GroupState, transitions: [GroupTransition]) {
        var next = known(at: now)
        var transitions: [GroupTransition] = []
        for (id, member) in next.members.sorted(by: { $0.key < $1.key }) {
            if !member.isSilent && !isFresh(member, now) {
                next.members[id]?.isSilent = true
                transitions.append(.signalLost(id))
            }
            guard let countsAt = member.countsAt, countsAt <= now else { continue }
            next.members[id]?.countsAt = nil
            if next.isFar(id, limit, now) { transitions += next.setAway(id, now) }
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
    /// `distance ≤ 0.9 × limit`, on two fixes as well. One alert per episode: a member who is away stays away, without another alert, through
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
        if wasSilent { member.forgetProof() }
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
        if wasSilent { next.forgetPairProof(now) }
        transitions += next.judge(id, limit: limit, now: now)
        if now.seconds(since: fix.time) <= GroupState.mostDelay, next.isFar(id, limit, now) {
            next.members[id]?.countsAt = now + GroupState.patience
        }
        return (next, transitions)
    }

    func isFresh(_ member: Member, _ now: Timestamp) -> Bool {
        !member.time.isFromWrongClock(now: now) && now.seconds(since: member.time) <= GroupState.freshness
    }

    /// Sorted by id, so that nothing depends on the order of a dictionary.
    func fresh(_ now: Timestamp) -> [(key: Int64, value: Member)] {
        members.filter { isFresh($0.value, now) }.sorted { $0.key < $1.key }
    }
}
