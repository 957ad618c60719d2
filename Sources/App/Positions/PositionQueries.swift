import Database
import Foundation
import Proximity

/// All SQL on devices and positions.
enum PositionQueries {
    /// A device and what its fixes so far say.
    struct KnownDevice: Sendable {
        let id: ID<Device>
        let plausibility: Plausibility
    }

    /// The device that a session is; made at its first report.
    static func device(
        _ database: Writer, of account: ID<Account>, session: ID<Session>, _ now: Timestamp
    ) throws -> KnownDevice {
        let known = try database.first("SELECT id, plausibility FROM device WHERE session_id = \(session)") { row in
            let json: String = try row["plausibility"]
            return KnownDevice(
                id: try row["id"], plausibility: try JSONDecoder().decode(Plausibility.self, from: Data(json.utf8)))
        }
        if let known { return known }
        let id = try database.newID(Device.self)
        let state = try encoded(Plausibility())
        try database.execute(
            """
            INSERT INTO device (id, account_id, session_id, plausibility, created_at, seen_at)
            VALUES (\(id), \(account), \(session), \(state), \(now), \(now))
            """)
        return KnownDevice(id: id, plausibility: Plausibility())
    }

    /// Keeps what a device's fixes say now, and that it has reported.
    static func note(_ database: Writer, _ device: ID<Device>, _ state: Plausibility, _ now: Timestamp) throws {
        try database.execute(
            "UPDATE device SET plausibility = \(try encoded(state)), seen_at = \(now) WHERE id = \(device)")
    }

    static func insert(_ database: Writer, _ arrival: Arrival) throws {
        let fix = arrival.fix
        let id = try database.newID(StoredPosition.self)
        try database.execute(
            """
            INSERT INTO position (id, account_id, device_id, lat, lon, accuracy, source, taken_at)
            VALUES (\(id), \(arrival.account), \(arrival.device), \(fix.coordinate.latitude),
              \(fix.coordinate.longitude), \(fix.accuracy?.value), \(fix.source.rawValue), \(fix.time))
            """)
    }

    static func last(
        _ database: Reader, of account: ID<Account>
    ) throws -> (coordinate: Coordinate, accuracy: Metres?)? {
        try database.first(
            """
            SELECT lat, lon, accuracy FROM position WHERE account_id = \(account)
            ORDER BY taken_at DESC, id DESC LIMIT 1
            """
        ) { row in
            let accuracy: Double? = try row["accuracy"]
            return (try row.coordinate(), accuracy.map { Metres($0) })
        }
    }

    static func delete(_ database: Writer, of account: ID<Account>, before oldest: Timestamp) throws {
        try database.execute("DELETE FROM position WHERE account_id = \(account) AND taken_at < \(oldest)")
    }

    static func deleteOld(_ database: Writer, _ now: Timestamp) throws {
        let hour = 3_600_000
        try database.execute(
            """
            DELETE FROM position WHERE id IN (
              SELECT position.id FROM \(AccountQueries.retention) AS kept
              JOIN position ON position.account_id = kept.id AND position.taken_at < \(now) - kept.retention_h * \(hour))
            """)
    }

    /// A device's state holds its last fix: it is forgotten with the positions, and the device with its session.
    static func forgetOld(_ database: Writer, _ now: Timestamp) throws {
        let hour = 3_600_000
        try database.execute(
            """
            DELETE FROM device WHERE session_id IS NULL
              AND NOT EXISTS (SELECT 1 FROM position WHERE position.device_id = device.id)
            """)
        try database.execute(
            """
            UPDATE device SET plausibility = \(try encoded(Plausibility())) WHERE id IN (
              SELECT device.id FROM \(AccountQueries.retention) AS kept
              JOIN device ON device.account_id = kept.id AND device.seen_at < \(now) - kept.retention_h * \(hour))
            """)
    }

    /// A marker for the ids of stored fixes.
    enum StoredPosition {}

    private static func encoded(_ state: Plausibility) throws -> String {
        String(decoding: try JSONEncoder().encode(state), as: UTF8.self)
    }
}
