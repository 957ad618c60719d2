import Database
import HTTP
import Proximity

/// A thing that reports positions: a browser's session, later a phone app. A marker for ids.
enum Device {}

/// A fix that has been judged, on its way to the features that react to it.
struct Arrival: Sendable {
    let account: ID<Account>
    let device: ID<Device>
    let fix: Fix
    /// What the device's earlier fixes say of this one, see `Plausibility`.
    let isPlausible: Bool
    /// Whether it may open what is hidden, see `Looks`.
    let looks: Bool
    let now: Timestamp
}

/// What a position brought about, as `POST /positions` tells it.
struct PositionEvent: Encodable, Sendable, Equatable {
    /// `note.found` and, with their features, `zone.entered`, `zone.left`, `group.strayed`, `group.back`.
    let kind: String
    let url: String
    let title: String
}

/// Where people are: takes reports, judges them and hands them to the features that react. Front door of the feature.
struct Positions: Feature {
    let site: Site
    /// What the other features do with a fix, in the transaction that stores it.
    let reactions: [@Sendable (Writer, Arrival) throws -> [PositionEvent]]
    /// The page with the form for a position, shown again with what is wrong.
    let refused: @Sendable (RequestContext, Viewer, ValidationErrors) throws -> Response
    /// Who is told when somebody has their positions deleted; returns what they are told of it.
    let onForget: @Sendable (Writer, Viewer, Timestamp) throws -> String
    /// How often each device and person may report.
    let limits = PositionLimits()

    static let migrations =
        [
            Migration(
                "2026-11-20 positions",
                [
                    """
                    CREATE TABLE device (
                      id BIGINT PRIMARY KEY,
                      account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                      session_id BIGINT UNIQUE REFERENCES session (id) ON DELETE SET NULL,
                      plausibility TEXT NOT NULL CHECK (length(plausibility) <= 2000),
                      created_at BIGINT NOT NULL,
                      seen_at BIGINT NOT NULL)
                    """,
                    "CREATE INDEX device_by_account ON device (account_id)",
                    """
                    CREATE TABLE position (
                      id BIGINT PRIMARY KEY,
                      account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                      device_id BIGINT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
                      lat DOUBLE PRECISION NOT NULL CHECK (lat BETWEEN -90 AND 90),
                      lon DOUBLE PRECISION NOT NULL CHECK (lon BETWEEN -180 AND 180),
                      accuracy DOUBLE PRECISION CHECK (accuracy >= 0),
                      source TEXT NOT NULL CHECK (length(source) <= 20),
                      taken_at BIGINT NOT NULL)
                    """,
                    "CREATE INDEX position_by_account ON position (account_id, taken_at)",
                    "CREATE INDEX position_by_device ON position (device_id)",
                ])
        ] + LookQueries.migrations

    var routes: [Route] {
        [
            .post("/positions", report), .get("/settings/devices", showDevices),
            .post("/settings/devices/forget", forgetAll), .post("/settings/devices/{id}/forget", forgetDevice),
        ]
    }

    var jobKinds: [JobKind] { [.sweep("positions.sweep") { try sweep($0.now) }] }

    /// Stores a fix of a browser's session and lets every feature react to it: all or nothing.
    func receive(_ fix: Fix, from viewer: Viewer, _ now: Timestamp) throws -> (Arrival, [PositionEvent]) {
        try site.database.write { database in
            let arrival = try judge(database, fix, from: viewer, now)
            // While they are paused it opens what lies here, and is forgotten.
            if arrival.isPlausible && !viewer.isPaused(now) {
                try PositionQueries.insert(database, arrival)
                let oldest = now - Double(viewer.retentionHours) * 3600
                try PositionQueries.delete(database, of: viewer.id, before: oldest)
            }
            return (arrival, try reactions.flatMap { try $0(database, arrival) })
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

    /// What has sent a person's positions, for their own eyes only.
    func devices(of account: ID<Account>, _ database: Reader) throws -> [DeviceEntry] {
        try PositionQueries.devices(database, of: account)
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
