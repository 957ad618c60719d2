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
    func receive(_ fix: Fix, from viewer: Viewer, _ now: Timestamp) throws -> (PositionSubmission, PositionEffects) {
        let reporter = PositionReporter(viewer, now)
        let fixes = prepared([fix], from: reporter, now)
        let outcomes = try site.database.write { try store($0, fixes, from: reporter, at: now) }
        guard case .validated(let submission, let effects)? = outcomes?.first else { throw Failure.notFound }
        return (submission, effects)
    }

    /// The fixes of a report by time, with what the features will do about them. Called before the transaction. Of a
    /// phone that was without a connection, what is older than `PositionLimits.lateAge` is no news.
    func prepared(_ fixes: [Fix], from reporter: PositionReporter, _ now: Timestamp) -> [ReportedFix] {
        let observers = observers.filter { !reporter.isGuest || $0.observesGuests }
        return fixes.sorted { $0.time < $1.time }.map { fix in
            let isLate = reporter.isApp && fix.age(at: now) > PositionLimits.lateAge
            let handlers = isLate ? [] : observers.map { $0.handler(for: fix, isAnswered: !reporter.isApp) }
            return ReportedFix(fix: fix, handlers: handlers)
        }
    }

    /// Judges and stores the fixes of a report, then calls the observers.
    ///
    /// - Returns: what became of each of them, in their order; nil if the device has ended.
    func store(
        _ database: Writer, _ fixes: [ReportedFix], from reporter: PositionReporter, at now: Timestamp
    ) throws -> [FixOutcome]? {
        guard var validator = try PositionValidator(database, reporter, allowsTyped: site.settings.allowsTyped, at: now)
        else { return nil }
        // What is stored and grows older than that is deleted by the sweep.
        let oldest = now - Double(reporter.retentionHours) * 3600
        let submissions = try fixes.map { reported -> PositionSubmission? in
            if reporter.isApp, try PositionQueries.isStored(database, reported.fix.time, of: validator.device) {
                return nil
            }
            let submission = validator.submission(of: reported.fix)
            if submission.isPlausible, !reporter.isPaused, reported.fix.time >= oldest {
                try PositionQueries.insert(database, submission)
            }
            return submission
        }
        try validator.record(database)
        return try zip(fixes, submissions).map { reported, submission in
            guard let submission else { return .duplicate }
            return .validated(
                submission, try reported.handlers.reduce(PositionEffects()) { try $0 + $1(database, submission) })
        }
    }

    /// A person's last position.
    func last(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> LastPosition? {
        try PositionQueries.last(database, of: account, now)
    }

    /// Where a person is, as each of their devices said last: what may open for them here and now. Newest first, at most
    /// as old as a gate accepts. During a pause too.
    func fixes(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> [ValidatedFix] {
        try PositionQueries.fixes(database, of: account, since: now - Gate.maximumAge).filter {
            $0.fix.age(at: now) <= Gate.maximumAge
        }
    }

    /// Where a person was last, while that says where they are.
    func recentPlace(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> Coordinate? {
        guard let last = try last(database, of: account, now), now.seconds(since: last.takenAt) <= Hint.memory else {
            return nil
        }
        return last.coordinate
    }

    /// The cell in which a person was last before the one in which they are, within the last half hour.
    func cell(
        _ database: Reader, before own: SnappedPosition, of account: ID<Account>, _ now: Timestamp
    ) throws -> SnappedPosition? {
        try PositionQueries.trail(database, of: account, since: now - Hint.memory, now).lazy
            .map { SnappedPosition($0) }.first { $0 != own }
    }

    private var observers: [any PositionObserver] { site.features.conforming(to: (any PositionObserver).self) }

    /// Notifies the features that a person deleted their positions.
    ///
    /// - Returns: a sentence for the person, "" for none.
    func notifyForgotten(_ database: Writer, _ viewer: Viewer, at now: Timestamp) throws -> String {
        WordList.sentences(try observers.map { try $0.positionsForgotten(database, for: viewer, now) })
    }

    /// Deletes what is older than each person wants it kept: positions, the last fix that a device is judged by, and
    /// devices of ended sessions.
    func sweep(_ now: Timestamp) throws {
        try site.database.write { database in
            try PositionQueries.deleteOld(database, now)
            try PositionQueries.forgetOld(database, now)
            try LookQueries.deleteFull(database, now)
        }
    }
}
