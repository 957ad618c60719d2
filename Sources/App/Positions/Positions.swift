import Database
import HTTP
import Proximity

/// Receives and judges position reports and passes them to the features that react.
struct Positions: Feature {
    let site: Site
    /// Report limits per device and person.
    let limits = PositionLimits()

    static let migrations = PositionSchema.migrations

    var routes: [Route] {
        [
            .post("/positions", report).forGuests, .post("/settings/devices/forget", forgetAll),
            .post("/settings/devices/{id}/forget", forgetDevice),
        ]
    }

    var jobKinds: [JobKind] { [.sweep("positions.sweep") { try sweep($0.now) }] }

    /// Stores a fix of a browser's session and calls every observer, in one transaction.
    func receive(_ fix: Fix, from viewer: Viewer, _ now: Timestamp) throws -> (Arrival, PositionEffects) {
        let reporter = PositionReporter(viewer, now)
        let fixes = prepared([fix], from: reporter, now)
        let taken = try site.database.write { try take($0, fixes, from: reporter, now) }
        guard let taken, let arrival = taken.arrivals.first ?? nil else { throw Failure.notFound }
        return (arrival, taken.effects)
    }

    /// So many positions are judged and stored in one write: other writes wait for them.
    static let mostAtOnce = 50

    /// The fixes of a report by time, with what the features will do about them. Called before the transaction. Of a
    /// phone that was without a connection, what is older than `PositionLimits.lateAge` is no news.
    func prepared(_ fixes: [Fix], from reporter: PositionReporter, _ now: Timestamp) -> [ReportedFix] {
        let observers = reporter.isGuest ? [] : site.features.conforming(to: (any PositionObserver).self)
        return fixes.sorted { $0.time < $1.time }.map { fix in
            let isLate = reporter.isApp && fix.age(at: now) > PositionLimits.lateAge
            let reactions = isLate ? [] : observers.map { $0.reaction(to: fix, isAnswered: !reporter.isApp) }
            return ReportedFix(fix: fix, isLate: isLate, reactions: reactions)
        }
    }

    /// Judges and stores fixes of a report, at most `mostAtOnce`, then calls the observers.
    ///
    /// - Parameter isEnd: whether they are the report's last ones, which say where the person is.
    /// - Returns: what became of them; nil if the device has ended.
    func take(
        _ database: Writer, _ fixes: [ReportedFix], isEnd: Bool = true, from reporter: PositionReporter,
        _ now: Timestamp
    ) throws -> TakenFixes? {
        guard var judge = try PositionJudge(database, reporter, allowsTyped: site.settings.allowsTyped, now) else {
            return nil
        }
        // What is stored and grows older than that is deleted by the sweep.
        let oldest = now - Double(reporter.retentionHours) * 3600
        let arrivals = try fixes.map { reported -> Arrival? in
            if reporter.isApp, try PositionQueries.isStored(database, reported.fix.time, of: judge.device) {
                return nil
            }
            let arrival = judge.arrival(of: reported.fix)
            if arrival.isPlausible, !reporter.isPaused, reported.fix.time >= oldest {
                try PositionQueries.insert(database, arrival)
            }
            return arrival
        }
        try judge.record(database)
        var effects = PositionEffects()
        for (reported, arrival) in zip(fixes, arrivals) {
            guard let arrival else { continue }
            for react in reported.reactions { effects = try effects + react(database, arrival) }
        }
        let news = zip(fixes, arrivals).compactMap { reported, arrival in reported.isLate ? nil : arrival }
        if isEnd, !news.isEmpty {
            for observer in presenceObservers where !reporter.isGuest || observer.observesGuests {
                effects = try effects + observer.moved(database, news)
            }
        }
        return TakenFixes(arrivals: arrivals, effects: effects)
    }

    /// A person's last position.
    func last(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> LastPosition? {
        try PositionQueries.last(database, of: account, now)
    }

    /// Where a person is, as each of their devices said last: what may open for them here and now. Newest first, at most
    /// as old as a gate accepts. During a pause too.
    func fixes(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> [JudgedFix] {
        try PositionQueries.fixes(database, of: account, since: now - Gate.maximumAge).filter {
            $0.fix.age(at: now) <= Gate.maximumAge && !$0.fix.time.isFromWrongClock(now: now)
        }
    }

    /// Where a person was last, while that says where they are.
    func recentPlace(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> Coordinate? {
        guard let last = try last(database, of: account, now), now.seconds(since: last.takenAt) <= Hint.memory else {
            return nil
        }
        return last.coordinate
    }

    private var presenceObservers: [any PresenceObserver] {
        site.features.conforming(to: (any PresenceObserver).self)
    }

    /// Notifies the features that a person deleted their positions.
    ///
    /// - Returns: a sentence for the person, "" for none.
    func tellForgotten(_ database: Writer, _ viewer: Viewer, _ now: Timestamp) throws -> String {
        WordList.sentences(try presenceObservers.map { try $0.positionsForgotten(database, for: viewer, now) })
    }

    /// So many positions are deleted in one write.
    static let mostErased = 2_000

    /// Deletes the positions of a person, or of one device of theirs, while others write. Called before the transaction that
    /// says so, which deletes what has come meanwhile.
    func erase(of account: ID<Account>, from device: ID<Device>? = nil) throws {
        try inPieces { try PositionQueries.erase($0, of: account, from: device, limit: $1) }
    }

    private func inPieces(_ body: (Writer, Int) throws -> Int) throws {
        while try site.database.write({ try body($0, Positions.mostErased) }) == Positions.mostErased {}
    }

    /// Deletes what is older than each person wants it kept: positions, the last fix that a device is judged by, and
    /// devices of ended sessions.
    func sweep(_ now: Timestamp) throws {
        try inPieces { try PositionQueries.deleteOld($0, limit: $1, now) }
        try site.database.write { database in
            try PositionQueries.forgetOld(database, now)
            try LookQueries.deleteFull(database, now)
        }
    }
}
