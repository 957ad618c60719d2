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
        var states = GroupStates(target.group, shared: target.state)
        var hidden: Set<ID<Account>> = []
        if target.hasOwnStates {
            states = try GroupStateQueries.states(database, target.group)
            hidden = try GroupMemberQueries.blocked(database, in: target.group, for: last.account)
        }
        let news = states.change(hiddenFrom: hidden) { state in
            state.advanced(
                by: arrivals.map { ($0.fix, $0.isPlausible) }, of: target.member.rawValue, limit: target.limit,
                now: last.now)
        }
        guard !news.isEmpty else { return [] }
        try states.store(database)
        for time in states.countsAt(of: target.member) { try plan(database, target.group, for: last.account, at: time) }
        try renew(database, target.group, by: last.account)
        guard news.contains(where: { !$0.transitions.isEmpty }),
            let group = try GroupQueries.group(database, target.group)
        else { return [] }
        try tell(database, news, states, in: group, last.now)
        let units = try GroupReader(database, last.account)?.units ?? .metric
        let view = try GroupView.running(database, of: last.account, last.now).first { $0.group.id == group.id }
        let name = try view?.name(database, last.now) ?? group.name
        return news.filter { $0.audience == states.audience(of: target.member) }.flatMap { $0.transitions }
            .compactMap { event($0, of: target.member.rawValue, in: group, called: name, units) }
    }

    private func event(
        _ transition: GroupTransition, of member: Int64, in group: FriendGroup, called name: String,
        _ units: DistanceFormat
    ) -> PositionEvent? {
        let (url, far) = (GroupPaths.group(group.id), GroupWords.far(group.limit, units))
        switch transition {
        case .strayed(member):
            return PositionEvent(kind: "group.strayed", url: url, title: "You’re \(far) from \(name)")
        case .back(member):
            return PositionEvent(kind: "group.back", url: url, title: "You’re back with \(name)")
        case .apart:
            return PositionEvent(kind: "group.strayed", url: url, title: "You two in \(name) are \(far) apart")
        case .together:
            return PositionEvent(kind: "group.back", url: url, title: "You two in \(name) are together again")
        case .strayed, .back, .signalLost, .signalFound: return nil
        }
    }

    /// Takes somebody's place out of a group: after a pause, a departure, another device.
    func forget(
        _ database: Writer, _ member: ID<GroupMember>, of account: ID<Account>, in group: ID<FriendGroup>
    ) throws {
        var states = try GroupStateQueries.states(database, group)
        _ = states.change { ($0.removing(member.rawValue), []) }
        try states.store(database)
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
        var states = try GroupStateQueries.states(database, group.id)
        let news = states.change { $0.advanced(now: now, limit: group.limit) }
        guard !news.isEmpty else { return }
        try states.store(database)
        try tell(database, news, states, in: group, now)
        for (audience, transitions) in news {
            let members = transitions.flatMap { $0.members }.map { ID<GroupMember>(rawValue: $0) }
            for member in try GroupMemberQueries.members(database, members).values {
                try renew(database, group.id, by: member.person.id, for: audience)
            }
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

    private func plan(
        _ database: Writer, _ group: ID<FriendGroup>, for account: ID<Account>, at time: Timestamp
    ) throws {
        try Job.enqueue(
            database, kind: Groups.stateJob, key: "\(Groups.stateJob) \(group) \(time.milliseconds)",
            payload: "\(group)", for: account, at: time)
    }

    /// Something changed about or by somebody: their open pages of a group, and those of the members who see them, ask for it, at
    /// most once a second, as `Events.pass` does it. Whoever waits to be admitted sees nothing of the others.
    func renew(
        _ database: Writer, _ group: ID<FriendGroup>, by account: ID<Account>, for audience: GroupAudience = .everybody
    ) throws {
        pass(
            database, group, to: try GroupMemberQueries.accounts(database, in: group, seeing: account, among: audience))
    }

    /// Somebody's open pages of a group ask for what changed.
    func pass(_ database: Writer, _ group: ID<FriendGroup>, to accounts: [ID<Account>]) {
        events.pass(database, "change", #"{"part":"\#(Groups.part(group))"}"#, to: accounts)
    }
}
