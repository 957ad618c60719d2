import Database
import Foundation
import Proximity

/// Who comes into a zone and leaves it.
extension Zones: PresenceObserver {
    static let enteredKind = "zone.entered"
    static let leftKind = "zone.left"

    /// Judges the fences around a device. Of zones that lie over each other the smallest is the one that somebody is in.
    func moved(_ database: Writer, _ arrivals: [Arrival]) throws -> PositionEffects {
        guard let last = arrivals.last else { return PositionEffects() }
        let levels = ZoneQueries.levels(of: last.fix.coordinate)
        var effects = PositionEffects()
        var (before, after): (Zone?, Zone?) = (nil, nil)
        for (zone, state) in try ZoneQueries.fences(database, of: last.device, at: levels) {
            let next = arrivals.reduce(state) { state, arrival in
                state.advanced(by: arrival.fix, at: zone.fence, now: arrival.now, isPlausible: arrival.isPlausible)
                    .state
            }
            if state.isInside, before == nil { before = zone }
            if next.isInside, after == nil { after = zone }
            if next != state { try ZoneQueries.set(database, next, of: last.device, in: zone.id, last.now) }
            guard state.isInside, !next.isInside else { continue }
            effects.events.append(
                PositionEvent(kind: Zones.leftKind, url: ZonePaths.zone(zone.id), title: "You left \(zone.name)"))
        }
        if let after, after.id != before?.id {
            effects.events.append(
                PositionEvent(kind: Zones.enteredKind, url: ZonePaths.zone(after.id), title: Zones.enteredTitle(after)))
            try tellEntered(database, after, last)
        }
        return effects
    }

    /// "You are in Kallio"
    static func enteredTitle(_ zone: Zone) -> String { "You are in \(zone.name)" }

    /// Not for who switched it off: then nothing but the presence tells where somebody is, and that only until they leave.
    private func tellEntered(_ database: Writer, _ zone: Zone, _ arrival: Arrival) throws {
        guard try !notices.channels(database, of: Zones.enteredKind, for: arrival.account).isEmpty else { return }
        try notices.announce(
            database, Zones.enteredKind, subject: zone.id.rawValue, to: arrival.account, isAgain: true, arrival.now)
    }

    func positionsForgotten(_ database: Writer, for viewer: Viewer, _ now: Timestamp) throws -> String {
        try ZoneQueries.forget(database, of: viewer.id)
        return ""
    }

    /// Seconds without a position after which a device is in no zone any more.
    static let silence = 6 * 3_600.0

    var presenceJob: JobKind {
        .sweep("zones.presence") { [site] job in
            try site.database.write { try ZoneQueries.forget($0, before: job.now - Zones.silence) }
        }
    }
}

extension Zones: NoticeSource {
    var noticeTopic: NoticeTopic { .places }

    var noticeKinds: [NoticeKind] {
        [
            NoticeKind(
                name: Zones.enteredKind, icon: "music", words: "You come into a zone", channels: [.site],
                push: PushManner(urgency: .low)
            ) { database, notices, _, _ in
                let zones = try ZoneQueries.zones(database, notices.map { ID(rawValue: $0.subject) })
                let texts = notices.compactMap { notice in
                    zones.first { $0.id.rawValue == notice.subject }.map {
                        (notice.id, NoticeText(title: Zones.enteredTitle($0), path: ZonePaths.zone($0.id)))
                    }
                }
                return Dictionary(uniqueKeysWithValues: texts)
            }
        ]
    }
}

/// SQL on who is where.
extension ZoneQueries {
    /// The zones that a device is in or may enter or leave at a place, with the state of each fence, the smallest first.
    static func fences(
        _ database: Reader, of device: ID<Device>, at levels: [Int64]
    ) throws -> [(zone: Zone, state: FenceState)] {
        try database.all(
            """
            SELECT \(columns), presence.state AS state FROM zone
            LEFT JOIN zone_presence AS presence ON presence.zone_id = zone.id AND presence.device_id = \(device)
            WHERE zone.id IN (SELECT zone_id FROM zone_cell WHERE cell IN \(levels)
              UNION SELECT zone_id FROM zone_presence WHERE device_id = \(device))
            ORDER BY presence.state IS NULL, zone.size, zone.id LIMIT \(mostAround)
            """
        ) { row -> (zone: Zone, state: FenceState) in
            let state: FenceState? = try row["state"]
            return (try zone(row), state ?? FenceState())
        }.sorted { ($0.zone.size, $0.zone.id.rawValue) < ($1.zone.size, $1.zone.id.rawValue) }
    }

    /// Keeps a state while the device is inside; outside it has none.
    static func set(
        _ database: Writer, _ state: FenceState, of device: ID<Device>, in zone: ID<Zone>, _ now: Timestamp
    ) throws {
        guard state.isInside else {
            try database.execute("DELETE FROM zone_presence WHERE device_id = \(device) AND zone_id = \(zone)")
            return
        }
        try database.execute(
            """
            INSERT INTO zone_presence (device_id, zone_id, state, seen_at) VALUES (\(device), \(zone), \(state), \(now))
            ON CONFLICT (device_id, zone_id) DO UPDATE SET state = excluded.state, seen_at = excluded.seen_at
            """)
    }

    /// Whether a device of somebody said since a time that it is in a zone, and not that it left.
    static func wasInside(
        _ database: Reader, _ zone: ID<Zone>, _ account: ID<Account>, since time: Timestamp
    ) throws -> Bool {
        try database.exists(
            """
            SELECT 1 FROM \(Device.of(account)) AS device JOIN zone_presence AS presence ON presence.device_id = device.id
            WHERE presence.zone_id = \(zone) AND presence.seen_at >= \(time)
            """)
    }

    static func forget(_ database: Writer, of account: ID<Account>) throws {
        try database.execute(
            "DELETE FROM zone_presence WHERE device_id IN (SELECT id FROM \(Device.of(account)) AS device)")
    }

    static func forget(_ database: Writer, before time: Timestamp) throws {
        try database.execute("DELETE FROM zone_presence WHERE seen_at < \(time)")
    }
}
