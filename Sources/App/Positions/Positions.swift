import Database
import HTTP
import Proximity

/// Where people are: takes reports, judges them and hands them to the features that react. Front door of the feature.
struct Positions: Feature {
    let site: Site
    /// How often each device and person may report.
    let limits = PositionLimits()

    static let migrations = PositionSchema.migrations

    var routes: [Route] {
        [
            .post("/positions", report), .get("/settings/devices", showDevices),
            .post("/settings/devices/forget", forgetAll), .post("/settings/devices/{id}/forget", forgetDevice),
        ]
    }

    var galleryExamples: [GalleryExample] { PositionExamples.all }

    var navigation: [NavigationEntry] {
        [
            NavigationEntry(
                slot: .settings, rank: 50, path: PositionPaths.devices, icon: "locate-fixed",
                words: "Devices that send positions")
        ]
    }

    var jobKinds: [JobKind] { [.sweep("positions.sweep") { try sweep($0.now) }] }

    /// Stores a fix of a browser's session and lets every feature react to it: all or nothing.
    func receive(_ fix: Fix, from viewer: Viewer, _ now: Timestamp) throws -> (Arrival, [PositionEvent]) {
        let observers = self.observers
        return try site.database.write { database in
            let arrival = try judge(database, fix, from: viewer, now)
            // While they are paused it opens what lies here, and is forgotten.
            if arrival.isPlausible && !viewer.isPaused(now) {
                try PositionQueries.insert(database, arrival)
                let oldest = now - Double(viewer.retentionHours) * 3600
                try PositionQueries.delete(database, of: viewer.id, before: oldest)
            }
            return (arrival, try observers.flatMap { try $0.positionArrived(database, arrival) })
        }
    }

    /// Judges a fix by what is known of its device and its account, and keeps what is known then.
    private func judge(
        _ database: Writer, _ fix: Fix, from viewer: Viewer, _ now: Timestamp
    ) throws -> Arrival {
        let device = try PositionQueries.device(database, of: viewer.id, session: viewer.session, now)
        let (plausibility, isPlausible) = device.plausibility.advanced(by: fix, now: now)
        let before = try LookQueries.looks(database, of: viewer.id, now)
        let (after, known, looks) = before.advanced(
            by: fix, of: device.looks, now: now, isPlausible: isPlausible, allowsTyped: site.settings.allowsTyped)
        if after != before { try LookQueries.set(database, viewer.id, after) }
        let next = PositionQueries.DeviceState(id: device.id, plausibility: plausibility, looks: known)
        try PositionQueries.record(database, next, now)
        return Arrival(
            account: viewer.id, device: device.id, fix: fix, isPlausible: isPlausible, looks: looks, now: now)
    }

    /// A person's own last position.
    func last(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> LastPosition? {
        try PositionQueries.last(database, of: account, now)
    }

    private var observers: [any PositionObserver] { site.features.conforming(to: (any PositionObserver).self) }

    /// Tells the features that somebody had positions deleted.
    ///
    /// - Returns: what the person is told, "" for nothing.
    func tellForgotten(_ database: Writer, _ viewer: Viewer, _ now: Timestamp) throws -> String {
        WordList.sentences(try observers.map { try $0.positionsForgotten(database, for: viewer, now) })
    }

    /// Deletes what is older than each person wants it kept: positions, the last fix that a device is judged by, and
    /// devices of sessions that have ended.
    func sweep(_ now: Timestamp) throws {
        try site.database.write { database in
            try PositionQueries.deleteOld(database, now)
            try PositionQueries.forgetOld(database, now)
            try LookQueries.deleteFull(database, now)
        }
    }
}
