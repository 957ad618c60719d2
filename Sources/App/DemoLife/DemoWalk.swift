import Database
import Foundation
import Proximity

/// They walk about together, around whoever plays one of them.
extension DemoLife: GroupWatcher {
    /// Seconds between their fixes, some less than half a minute: groups are watched every ten.
    private static let pause = 25.0
    /// Seconds after which somebody whose own device is silent walks on.
    private static let visitLife = 240.0
    /// Seconds for which somebody plays one of them after the last page was closed: pages follow each other.
    private static let playLife = 300.0
    /// Seconds after which they have been gone, because the server was.
    private static let gap = 300.0
    /// Metres a second at which somebody who is far away comes, more than on foot: a device that is faster than
    /// `Plausibility.fastest` is not believed.
    private static let swiftest = 200.0
    /// How far from a street the town ends, in metres.
    private static let reach = 200.0

    static let streets = DemoStreets.helsinki

    /// A moment at which all of them move.
    private struct Step {
        let outing: GroupView
        let range: DemoRange
        /// Since the last one, in seconds; 0 for the first.
        let elapsed: Double
        /// As whom somebody had a page open a moment ago.
        let played: Set<ID<Account>>
        let now: Timestamp
    }

    /// Before anybody is told that they are silent: they may have slept with the computer that serves them.
    func groupsAreJudged(at now: Timestamp) {
        let before = state.walk.withLock { $0 }
        if let last = before.time, (0..<DemoLife.pause) ~= now.seconds(since: last) { return }
        quietly {
            let after = try site.database.write { try walk($0, after: before, now) }
            state.walk.withLock { $0 = after }
        }
    }

    private func walk(_ database: Writer, after before: DemoState.Walk, _ now: Timestamp) throws -> DemoState.Walk {
        var walk = before
        walk.time = now
        let people = try cast(database)
        let zone = TimeZone(identifier: site.settings.timeZone) ?? .gmt
        let running = try groups.demoOuting(database, people, now)
        guard let outing = try running ?? groups.beginDemoOuting(database, people, zone, now) else { return walk }
        let meeting = try meeting(database, outing, people, before.meeting, now)
        walk.meeting = meeting
        for account in watchers { walk.played[account] = now }
        walk.played = walk.played.filter { (0...DemoLife.playLife) ~= now.seconds(since: $0.value) }
        let step = Step(
            outing: outing, range: DemoRange(DemoLife.streets, around: meeting, limit: outing.group.limit),
            elapsed: before.time.map { max(0, now.seconds(since: $0)) } ?? 0, played: Set(walk.played.keys), now: now)
        let walkers = try walkers(database, outing, people, now)
        // All of them before the first fix, with which the group is judged.
        for member in walkers.compactMap({ $0.member }) { try gather(database, member, step) }
        walk.walkers = [:]
        for (account, member) in walkers {
            walk.walkers[account] = try move(database, account, member, before.walkers[account], step)
        }
        state.keepDevices(of: walk.walkers.keys)
        return walk
    }

    /// Where they are: around whoever of them was seen last by a device of their own, or where they have been.
    private func meeting(
        _ database: Reader, _ outing: GroupView, _ people: [String: ID<Account>], _ known: Coordinate?,
        _ now: Timestamp
    ) throws -> Coordinate {
        let visits = outing.active.compactMap { state.visit(of: $0.person.id) }
        if let newest = visits.max(by: { $0.measuredAt < $1.measuredAt }) { return newest.fix.coordinate }
        if let known { return known }
        let last = try people["aino_k"].flatMap { try positions.last(database, of: $0, now)?.coordinate }
        return last.flatMap { isInTown($0) ? $0 : nil } ?? DemoCast.Place.esplanadi.coordinate
    }

    private func isInTown(_ place: Coordinate) -> Bool {
        DemoLife.streets.nearest(to: place).distance <= DemoLife.reach
    }

    /// Those in the group whom the demo world made, its guest among them, and Sofia, who lets friends see her area.
    private func walkers(
        _ database: Reader, _ outing: GroupView, _ people: [String: ID<Account>], _ now: Timestamp
    ) throws -> [(account: ID<Account>, member: GroupMember?)] {
        let accounts = Set(people.values)
        var found: [(account: ID<Account>, member: GroupMember?)] = []
        for member in outing.active {
            let account = member.person.id
            // Any other guest has a browser.
            let isInvented =
                try member.isGuest
                ? AccountQueries.sessions(database, of: account, now).isEmpty : accounts.contains(account)
            if isInvented { found.append((account, member)) }
        }
        if let sofia = people["sofia"], !found.contains(where: { $0.account == sofia }) { found.append((sofia, nil)) }
        return found
    }

    /// Moves somebody, unless they pause.
    private func move(
        _ database: Writer, _ account: ID<Account>, _ member: GroupMember?, _ known: DemoWalker?, _ step: Step
    ) throws -> DemoWalker? {
        let now = step.now
        guard let choices = try AreaQueries.choices(database, of: account) else { return nil }
        let pauses = [choices.pausedUntil, member?.pausedUntil].compactMap { $0 }
        guard pauses.allSatisfy({ $0 <= now }) else { return known }
        let visit = visit(of: account, now)
        let walker =
            try visit.map { at(DemoLife.streets.nearest(to: $0.coordinate).place) }
            ?? strolled(known ?? start(database, account, step), step)
        let place = visit?.coordinate ?? blurred(walker.coordinate(on: DemoLife.streets))
        let fix = try Fix(
            coordinate: place, accuracy: visit?.accuracy ?? Metres(6 + Double(draw(7))), time: now, source: .browser)
        let device = try state.device(of: account) ?? positions.demoDevice(database, of: account, now)
        // Before the fix: it is nobody's visit.
        state.setDevice(device, of: account)
        var reporter = PositionReporter(
            account: account, origin: .app(device), zone: choices.zone, retentionHours: choices.retentionHours,
            isPaused: false)
        // As of a guest: of those in the group nobody else learns, and no zone says that they have come.
        reporter.isGuest = member != nil
        if try !positions.walkDemo(database, fix, from: reporter, now) { state.setDevice(nil, of: account) }
        return walker
    }

    /// Who was on the way home or away, or was not seen while nobody was served, is with the others again. What those do who
    /// are played stays as it is.
    private func gather(_ database: Writer, _ member: GroupMember, _ step: Step) throws {
        let (account, known, now) = (member.person.id, step.outing.state, step.now)
        guard let last = known.fix(of: member.id.rawValue) else { return }
        let isGone = now.seconds(since: last.time) > DemoLife.gap
        let isPlayed = step.played.contains(account) || visit(of: account, now) != nil
        guard isGone || !isPlayed && (known.isAway(member.id.rawValue) || member.mutedAt != nil) else { return }
        try groups.gatherDemo(database, member)
        guard let since = member.mutedAt,
            let view = try GroupView(database, step.outing.group.id, for: account, now)
        else { return }
        let message = NewMessage(
            content: Message.Content(text: DemoLines.turnedBack),
            submission: "\(DemoLife.ownKey)\(member.id)-\(since.milliseconds)")
        try groups.send(database, message, in: view, now)
    }

    /// What the own device of whoever plays somebody said just now.
    private func visit(of account: ID<Account>, _ now: Timestamp) -> Fix? {
        guard let visit = state.visit(of: account) else { return nil }
        return (0...DemoLife.visitLife) ~= now.seconds(since: visit.measuredAt) ? visit.fix : nil
    }

    private func at(_ place: Int) -> DemoWalker { DemoWalker(at: place, pace: 1.1 + Double(draw(4)) / 10) }

    /// Where somebody begins: where they were seen last, if that is near the others.
    private func start(_ database: Reader, _ account: ID<Account>, _ step: Step) throws -> DemoWalker {
        if let last = try positions.last(database, of: account, step.now)?.coordinate, isInTown(last) {
            let place = DemoLife.streets.nearest(to: last).place
            if step.range.distances[place] <= step.range.farthest { return at(place) }
        }
        return at(step.range.places[draw(step.range.places.count)])
    }

    /// Somebody after a step, with the others if they were far from them.
    private func strolled(_ walker: DemoWalker, _ step: Step) -> DemoWalker {
        let (streets, range) = (DemoLife.streets, step.range)
        if range.distances[walker.place] > range.farthest {
            let place = range.places[draw(range.places.count)]
            let way = streets.places[walker.place].distance(to: streets.places[place]).value
            if way <= DemoLife.swiftest * step.elapsed { return at(place) }
        }
        var walker = walker
        walker.advance(min(step.elapsed, 2 * DemoLife.pause), on: streets, in: range, draw: draw)
        return walker
    }

    /// As a receiver says it.
    private func blurred(_ place: Coordinate) -> Coordinate {
        place.destination(bearing: Degrees(Double(draw(360))), distance: Metres(Double(draw(30)) / 10))
    }
}

/// Whoever plays one of them is where their own device says.
extension DemoLife: PresenceObserver {
    var observesGuests: Bool { true }

    func moved(_ database: Writer, _ arrivals: [Arrival]) throws -> PositionEffects {
        let good = arrivals.last { arrival in
            arrival.isPlausible && !arrival.fix.isMock
                && arrival.fix.accuracy.map { $0 <= Gate.maximumAccuracy } ?? false
        }
        if let good, !state.isWalking(good.device) {
            state.setVisit(isInTown(good.fix.coordinate) ? good : nil, of: good.account)
        }
        return PositionEffects()
    }

    func positionsForgotten(_ database: Writer, for viewer: Viewer, _ now: Timestamp) throws -> String {
        state.setVisit(nil, of: viewer.id)
        return ""
    }
}
