import Database
import Proximity

/// Watches whether groups keep together.
extension Groups: PresenceObserver {
    /// Guests are in groups.
    var observesGuests: Bool { true }

    /// Fixes count in every running group in which their person takes part and shares.
    func moved(_ database: Writer, _ arrivals: [Arrival]) throws -> PositionEffects {
        guard let last = arrivals.last else { return PositionEffects() }
        var effects = PositionEffects()
        let newest = arrivals.map { $0.measuredAt }.max() ?? last.now
        for target in try GroupTarget.all(database, of: last.account, measuredAt: newest, last.now) {
            let shared = arrivals.filter { $0.measuredAt >= target.sharesSince }
            let counted = try carried(database, target, shared)
            if !counted.isEmpty { effects.events += try advance(database, target, by: counted, last) }
        }
        return effects
    }

    /// Deleted positions leave the maps of groups too.
    func positionsForgotten(_ database: Writer, for viewer: Viewer, _ now: Timestamp) throws -> String {
        let targets = try GroupTarget.all(database, of: viewer.id, measuredAt: now, now)
        for target in targets { try forget(database, target.member, of: viewer.id, in: target.group) }
        return targets.isEmpty ? "" : "Your groups see you again with your next position."
    }

    /// The positions that come from the device that the member carries. Keeps what they say of that, and its charge.
    private func carried(_ database: Writer, _ target: GroupTarget, _ arrivals: [Arrival]) throws -> [Arrival] {
        var (carried, battery) = (target.carried, target.battery)
        let counted = arrivals.filter { arrival in
            guard arrival.isPlausible else { return carried.current == arrival.device.rawValue }
            let (next, isCarried) = carried.advanced(by: arrival.fix, of: arrival.device.rawValue, now: arrival.now)
            carried = next
            // Another device's charge says nothing about the phone that they carry.
            if isCarried, let charge = arrival.fix.battery { battery = Int((charge * 100).rounded()) }
            return isCarried
        }
        if carried != target.carried || battery != target.battery {
            try GroupMemberQueries.setCarried(database, target.member, carried, battery: battery)
        }
        return counted
    }

    /// - Returns: what it says to the person themselves.
    private func advance(
        _ database: Writer, _ target: GroupTarget, by arrivals: [Arrival], _ last: Arrival
    ) throws -> [PositionEvent] {
        let (state, transitions) = target.state.advanced(
            by: arrivals.map { ($0.fix, $0.isPlausible) }, of: target.member.rawValue, limit: target.limit,
            now: last.now)
        guard state != target.state else { return [] }
        try GroupQueries.setState(database, target.group, state)
        if let time = state.countsAt(of: target.member.rawValue) { try plan(database, target.group, at: time) }
        try renew(database, target.group, by: last.account)
        guard !transitions.isEmpty, let group = try GroupQueries.group(database, target.group) else { return [] }
        for transition in transitions { try tell(database, transition, in: group, last.now) }
        let units = try GroupReader(database, last.account)?.units ?? .metric
        return transitions.compactMap { event($0, of: target.member.rawValue, in: group, units) }
    }

    private func event(
        _ transition: GroupTransition, of member: Int64, in group: FriendGroup, _ units: DistanceFormat
    ) -> PositionEvent? {
        let (url, far) = (GroupPaths.group(group.id), GroupWords.far(group.limit, units))
        switch transition {
        case .strayed(member):
            return PositionEvent(kind: "group.strayed", url: url, title: "You’re \(far) from \(group.name)")
        case .back(member):
            return PositionEvent(kind: "group.back", url: url, title: "You’re back with \(group.name)")
        case .apart:
            return PositionEvent(kind: "group.strayed", url: url, title: "You two of \(group.name) are \(far) apart")
        case .together:
            return PositionEvent(kind: "group.back", url: url, title: "You two of \(group.name) are together again")
        case .strayed, .back, .signalLost, .signalFound: return nil
        }
    }

    /// Takes somebody's place out of a group: after a pause, a departure, another device.
    func forget(
        _ database: Writer, _ member: ID<GroupMember>, of account: ID<Account>, in group: ID<FriendGroup>
    ) throws {
        let state = try GroupQueries.state(database, group)
        try GroupQueries.setState(database, group, state.removing(member.rawValue))
        try renew(database, group, by: account)
    }

    /// Judges all groups that change by the clock: somebody has fallen silent, of which the others are told once, without an
    /// alert, because a phone without a signal says nothing about where it is; or a single fix counts.
    func watchStates(_ now: Timestamp) throws {
        try site.database.write { database in
            for group in try GroupQueries.due(database, now) { try watchState(database, group, now) }
        }
    }

    private func watchState(_ database: Writer, _ group: FriendGroup, _ now: Timestamp) throws {
        let before = try GroupQueries.state(database, group.id)
        let (state, transitions) = before.advanced(now: now, limit: group.limit)
        guard state != before else { return }
        try GroupQueries.setState(database, group.id, state)
        for transition in transitions { try tell(database, transition, in: group, now) }
        for member in try GroupMemberQueries.members(
            database, transitions.flatMap { $0.members }.map { ID(rawValue: $0) }
        ).values {
            try renew(database, group.id, by: member.person.id)
        }
    }

    /// Judges a group in the moment in which a fix counts.
    static let stateJob = "group.state"

    func judgeState(_ payload: String, _ now: Timestamp) throws {
        guard let id = ID<FriendGroup>(payload) else { return }
        try site.database.write { database in
            guard let group = try GroupQueries.group(database, id), group.isRunning(now) else { return }
            try watchState(database, group, now)
        }
    }

    private func plan(_ database: Writer, _ group: ID<FriendGroup>, at time: Timestamp) throws {
        try Job.enqueue(
            database, kind: Groups.stateJob, key: "\(Groups.stateJob) \(group) \(time.milliseconds)",
            payload: "\(group)", at: time)
    }

    /// Something changed about or by somebody: their open pages of a group, and those of the members who see them, ask for it, at
    /// most once a second, as `Events.pass` does it. Whoever waits to be admitted sees nothing of the others.
    func renew(_ database: Writer, _ group: ID<FriendGroup>, by account: ID<Account>) throws {
        pass(database, group, to: try GroupMemberQueries.accounts(database, in: group, seeing: account))
    }

    /// Somebody's open pages of a group ask for what changed.
    func pass(_ database: Writer, _ group: ID<FriendGroup>, to accounts: [ID<Account>]) {
        events.pass(database, "change", #"{"part":"\#(Groups.part(group))"}"#, to: accounts)
    }
}

extension Groups {
    /// What an event of the engine is to the members.
    func tell(
        _ database: Writer, _ transition: GroupTransition, in group: FriendGroup, _ now: Timestamp
    ) throws {
        func id(_ number: Int64) -> ID<GroupMember> { ID(rawValue: number) }
        switch transition {
        case .strayed(let member):
            try alert(database, .strayed, of: id(member), in: group, now)
        case .back(let member):
            try alert(database, .back, of: id(member), in: group, now)
            try GroupMemberQueries.setMuted(database, id(member), since: nil)
        case .apart(let one, let other):
            try alert(database, .apart, of: id(one), and: id(other), in: group, now)
        case .together(let one, let other):
            try alert(database, .together, of: id(one), and: id(other), in: group, now)
            for member in [one, other] { try GroupMemberQueries.setMuted(database, id(member), since: nil) }
        case .signalLost(let member):
            // Once: after that the page says since when.
            guard try GroupAlertQueries.last(database, .silent, of: id(member)) == nil else { break }
            try alert(database, .silent, of: id(member), in: group, now)
        case .signalFound: break
        }
    }

    /// As `alert`, but not again within the hour: who joins, leaves and joins is told of once.
    func alertOnce(
        _ database: Writer, _ kind: GroupAlert.Kind, of member: ID<GroupMember>, in group: FriendGroup, _ now: Timestamp
    ) throws {
        let last = try GroupAlertQueries.last(database, kind, of: member)
        if let last, last <= now, now < last + Groups.toldAgain { return }
        try alert(database, kind, of: member, in: group, now)
    }

    private static let toldAgain = 3_600.0

    /// Keeps what happened, and tells everybody who may know: by a notice and on open pages.
    @discardableResult
    func alert(
        _ database: Writer, _ kind: GroupAlert.Kind, of member: ID<GroupMember>, and other: ID<GroupMember>? = nil,
        in group: FriendGroup, _ now: Timestamp
    ) throws -> ID<GroupAlert> {
        let id = try GroupAlertQueries.insert(database, kind, of: member, and: other, in: group, now)
        let members = try GroupMemberQueries.members(database, of: group.id)
        let concerned = members.filter { $0.id == member || $0.id == other }
        // Who asks where another is, is the second of the two.
        let source = kind == .asked ? other : member
        let sender = members.first { $0.id == source }?.person.id
        let isMuted = concerned.contains { $0.mutedAt != nil } && GroupNotices.mutable.contains(kind)
        for reader in members where reader.isActive {
            let blocked = try GroupMemberQueries.blocked(database, in: group.id, for: reader.person.id)
            let isHidden = concerned.contains { blocked.contains($0.person.id) }
            guard !isHidden else { continue }
            let role = GroupNotices.Role(reader, kind, member, other)
            if let notice = GroupNotices.notice(kind, for: role), !isMuted {
                try notices.announce(
                    database, notice, subject: id.rawValue, to: reader.person.id, from: sender, now)
            }
            try events.append(database, eventName, subject: group.id.rawValue, to: reader.person.id, now)
        }
        return id
    }
}
