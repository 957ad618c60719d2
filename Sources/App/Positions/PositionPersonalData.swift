import Database
import Export
import Proximity

/// Positions and devices as personal data.
extension Positions {
    var personalData: PersonalData {
        PersonalData(
            exported: ["device", "position"],
            leftOut: [
                "look_budget": "How soon the account may look for hidden notes again, known for less than a minute."
            ],
            files: [
                .init(
                    path: "positions/",
                    words:
                        "where you were, as far as it is still kept: positions.json, positions.gpx, and the devices that told it"
                )
            ],
            deleted: [
                .init(
                    icon: "footprints", title: "Your positions",
                    words: "All of them, with the devices that sent them.")
            ],
            count: { database, account in 1 + 2 * (try PositionQueries.count(database, of: account)) },
            export: { writer, account in
                try writer.one("positions/devices.json") { try PositionExport.devices($0, of: account) }
                try writer.list("positions/positions.json") { database, cursor in
                    let (stored, next) = try PositionExport.page(database, of: account, after: cursor)
                    return (stored.map { $0.line }, next)
                }
                try writer.places("positions/positions", title: "My positions", isTrack: true) { database, cursor in
                    let (stored, next) = try PositionExport.page(database, of: account, after: cursor)
                    return (stored.compactMap { $0.point }, next)
                }
            },
            erase: { database, account, limit, _ in try PositionQueries.erase(database, account, limit) })
    }
}

extension PositionQueries {
    static func count(_ database: Reader, of account: ID<Account>) throws -> Int {
        try database.value("SELECT count(*) FROM position WHERE account_id = \(account)") ?? 0
    }

    /// Erases some of a person's positions, and their devices after the last one.
    static func erase(_ database: Writer, _ account: ID<Account>, _ limit: Int) throws -> Int {
        let positions = try erase(database, of: account, from: nil, limit: limit)
        if positions > 0 { return positions }
        let devices = try database.execute("DELETE FROM device WHERE account_id = \(account)")
        return devices > 0 ? devices : try LookQueries.erase(database, account)
    }
}

/// Positions and devices in an export.
private enum PositionExport {
    struct Source: Encodable {
        let device: String
        /// What a phone app is called.
        let name: String?
        let since: String
        let lastSeen: String
    }

    struct Line: Encodable {
        let lat: Double
        let lon: Double
        let accuracyM: Double?
        let speedMps: Double?
        /// There and true only if the phone said that the position is simulated.
        let mock: Bool?
        let source: String
        let taken: String
        let device: String
    }

    struct Stored {
        let id: Int64
        let place: Coordinate
        let accuracy: Double?
        let speed: Double?
        let isMock: Bool
        let source: String
        let taken: Timestamp
        let device: ID<Device>

        var line: Line {
            Line(
                lat: place.latitude, lon: place.longitude, accuracyM: accuracy, speedMps: speed,
                mock: isMock ? true : nil, source: source, taken: RelativeTimeFormatter.machine(taken),
                device: "\(device)")
        }

        var point: GPXDocument.Point? {
            GPXDocument.Point(latitude: place.latitude, longitude: place.longitude, time: taken.milliseconds)
        }
    }

    static func devices(_ database: Reader, of account: ID<Account>) throws -> [Source] {
        try database.all(
            "SELECT id, name, created_at, seen_at FROM device WHERE account_id = \(account) ORDER BY id"
        ) { row in
            let id: ID<Device> = try row["id"]
            return Source(
                device: "\(id)", name: try row["name"], since: RelativeTimeFormatter.machine(try row["created_at"]),
                lastSeen: RelativeTimeFormatter.machine(try row["seen_at"]))
        }
    }

    static func page(
        _ database: Reader, of account: ID<Account>, after cursor: Cursor?
    ) throws -> ExportWriter.Page<Stored> {
        let from = cursor ?? .oldest
        let stored = try database.all(
            """
            SELECT id, lat, lon, accuracy, speed, is_mock, source, taken_at, device_id FROM position
            WHERE account_id = \(account) AND taken_at >= \(from.time)
              AND (taken_at > \(from.time) OR id > \(from.id))
            ORDER BY taken_at, id LIMIT \(ExportWriter.pageSize + 1)
            """
        ) { row in
            Stored(
                id: try row["id"], place: try row.coordinate(), accuracy: try row["accuracy"],
                speed: try row["speed"], isMock: try row["is_mock"], source: try row["source"],
                taken: try row["taken_at"], device: try row["device_id"])
        }
        return Cursor.page(stored, ExportWriter.pageSize) { Cursor(time: $0.taken, id: $0.id) }
    }
}
