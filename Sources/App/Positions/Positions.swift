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
            .post("/positions", report).forGuests, .get("/settings/devices", showDevices),
            .post("/settings/devices/forget", forgetAll), .post("/settings/devices/{id}/forget", forgetDevice),
        ]
    }

    var galleryExamples: [GalleryExample] { PositionExamples.all }

    var navigation: [NavigationEntry] {
        [
            NavigationEntry(
                slot: .settings, rank: 50, path: PositionPaths.devices, icon: "locate-fixed",
                words: "Devices")
        ]
    }

    var jobKinds: [JobKind] { [.sweep("positions.sweep") { try sweep($0.now) }] }

    /// Stores a fix of a browser's session and calls every observer, in one transaction.
    func receive(_ fix: Fix, from viewer: Viewer, _ now: Timestamp) throws -> (Arrival, PositionEffects) {
        let reactions = observers.filter { !viewer.isGuest || $0.observesGuests }.map { $0.reaction(to: fix) }
        return try site.database.write { database in
            let arrival = try judge(database, fix, from: viewer, now)
            // During a pause a fix opens notes but is not stored.
            if arrival.isPlausible && !viewer.isPaused(now) {
                try PositionQueries.insert(database, arrival)
                let oldest = now - Double(viewer.retentionHours) * 3600
                try PositionQueries.delete(database, of: viewer.id, before: oldest)
            }
            return (arrival, try reactions.reduce(PositionEffects()) { try $0 + $1(database, arrival) })
        }
    }

    /// Judges a fix by its device and account, and stores their new state.
    private func judge(
        _ database: Writer, _ fix: Fix, from viewer: Viewer, _ now: Timestamp
    ) throws -> Arrival {
        let device = try PositionQueries.device(database, of: viewer.id, session: viewer.session, now)
        let (plausibility, isPlausible) = device.plausibility.advanced(by: fix, now: now)
        let before = try LookQueries.looks(database, of: viewer.id, now)
        let (after, known, looks) = before.advanced(
            by: fix, of: device.looks, now: now, isPlausible: isPlausible, allowsTyped: site.settings.allowsTyped)
        if after != before { try LookQueries.set(database, viewer.id, after) }
        let next = PositionQueries.DeviceState(
            id: device.id, plausibility: plausibility, looks: known,
            newest: JudgedFix.newest(fix, isPlausible: isPlausible, after: device.newest, now))
        try PositionQueries.record(database, next, now)
        return Arrival(
            account: viewer.id, device: device.id, fix: fix, isPlausible: isPlausible, looks: looks, now: now,
            zone: viewer.timeZone)
    }

    /// A person's last position.
    func last(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> LastPosition? {
        try PositionQueries.last(database, of: account, now)
    }

    /// Where a person is, as each of their devices said last: what may open for them here and now. Newest first, at most
    /// as old as a gate accepts. During a pause too.
    func fixes(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> [JudgedFix] {
        try PositionQueries.fixes(database, of: account, since: now - Gate.maximumAge).filter {
            $0.fix.age(at: now) <= Gate.maximumAge
        }
    }

    private var observers: [any PositionObserver] { site.features.conforming(to: (any PositionObserver).self) }

    /// Notifies the features that a person deleted their positions.
    ///
    /// - Returns: a sentence for the person, "" for none.
    func tellForgotten(_ database: Writer, _ viewer: Viewer, _ now: Timestamp) throws -> String {
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
