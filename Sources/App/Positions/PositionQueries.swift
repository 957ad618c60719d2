import Database
import Proximity

/// All SQL on devices and positions.
enum PositionQueries {
    /// A device and the state of its fixes.
    struct DeviceState: Sendable {
        let id: ID<Device>
        let plausibility: Plausibility
        let looks: Looks.Device
        /// The newest report; nil before the first, and when it was forgotten.
        var newest: JudgedFix?
    }

    /// The device of a session; created at its first report.
    static func device(
        _ database: Writer, of account: ID<Account>, session: ID<Session>, _ now: Timestamp
    ) throws -> DeviceState {
        try deviceState(database, session) ?? insertDevice(database, of: account, session: session, now)
    }

    /// A new device; of no session if its session has ended, with a name if it is a phone app.
    @discardableResult
    static func insertDevice(
        _ database: Writer, of account: ID<Account>, session: ID<Session>?, name: String? = nil, _ now: Timestamp
    ) throws -> DeviceState {
        let id = try database.newID(Device.self)
        try database.execute(
            """
            INSERT INTO device (id, account_id, session_id, name, plausibility, created_at, seen_at)
            VALUES (\(id), \(account), \(session), \(name), \(Plausibility()), \(now), \(now))
            """)
        return DeviceState(id: id, plausibility: Plausibility(), looks: Looks.Device())
    }

    private static func deviceState(_ database: Reader, _ session: ID<Session>) throws -> DeviceState? {
        try database.first(
            "SELECT \(stateColumns) FROM device WHERE session_id = \(session)", deviceState)
    }

    /// The state of a device; nil if it has ended.
    static func deviceState(_ database: Reader, _ device: ID<Device>) throws -> DeviceState? {
        try database.first("SELECT \(stateColumns) FROM device WHERE id = \(device)", deviceState)
    }

    private static let stateColumns: SQL = "id, plausibility, newest_at, look_lat, look_lon, fix"

    private static func deviceState(_ row: Row) throws -> DeviceState {
        let latitude: Double? = try row["look_lat"]
        let place = try latitude.map { _ in try row.coordinate("look_lat", "look_lon") }
        return DeviceState(
            id: try row["id"], plausibility: try row["plausibility"],
            looks: Looks.Device(newest: try row["newest_at"], paidPlace: place), newest: try row["fix"])
    }

    /// Whether a position of a device at this very time is stored.
    static func isStored(_ database: Reader, _ time: Timestamp, of device: ID<Device>) throws -> Bool {
        try database.exists("SELECT 1 FROM position WHERE device_id = \(device) AND taken_at = \(time)")
    }

    /// Stores the state of a device's fixes and the time of its report.
    static func record(_ database: Writer, _ device: DeviceState, _ now: Timestamp) throws {
        let place = device.looks.paidPlace
        try database.execute(
            """
            UPDATE device SET plausibility = \(device.plausibility), newest_at = \(device.looks.newest),
              look_lat = \(place?.latitude), look_lon = \(place?.longitude), fix = \(device.newest),
              seen_at = \(now)
            WHERE id = \(device.id)
            """)
    }

    /// The newest report of each of a person's devices that was heard of since a time, newest first.
    static func fixes(_ database: Reader, of account: ID<Account>, since time: Timestamp) throws -> [JudgedFix] {
        let fixes: [JudgedFix] = try database.all(
            "SELECT fix FROM device WHERE account_id = \(account) AND seen_at >= \(time) AND fix IS NOT NULL"
        ) { try $0["fix"] }
        return fixes.sorted { $0.fix.time > $1.fix.time }
    }

    static func insert(_ database: Writer, _ arrival: Arrival) throws {
        let fix = arrival.fix
        let id = try database.newID(StoredPosition.self)
        try database.execute(
            """
            INSERT INTO position (id, account_id, device_id, lat, lon, accuracy, speed, is_mock, source, taken_at)
            VALUES (\(id), \(arrival.account), \(arrival.device), \(fix.coordinate.latitude),
              \(fix.coordinate.longitude), \(fix.accuracy?.value), \(fix.speed), \(fix.isMock), \(fix.source.rawValue),
              \(fix.time))
            """)
    }

    /// A person's last position. Ignores future dates, which would otherwise stay the last until then.
    static func last(
        _ database: Reader, of account: ID<Account>, _ now: Timestamp
    ) throws -> LastPosition? {
        try database.first(
            """
            SELECT lat, lon, accuracy, taken_at FROM position
            WHERE account_id = \(account) AND taken_at <= \(now + Plausibility.futureTolerance)
            ORDER BY taken_at DESC, id DESC LIMIT 1
            """
        ) { row in
            let accuracy: Double? = try row["accuracy"]
            return LastPosition(
                coordinate: try row.coordinate(), accuracy: accuracy.map { Metres($0) }, takenAt: try row["taken_at"])
        }
    }

    /// Deletes some of the positions of a person, or of one of their devices.
    ///
    /// - Returns: how many.
    static func erase(
        _ database: Writer, of account: ID<Account>, from device: ID<Device>?, limit: Int
    ) throws -> Int {
        let some: SQL =
            if let device {
                "SELECT id FROM position WHERE device_id = \(device) AND account_id = \(account) LIMIT \(limit)"
            } else { "SELECT id FROM position WHERE account_id = \(account) LIMIT \(limit)" }
        return try database.execute("DELETE FROM position WHERE id IN (\(some))")
    }

    /// Deletes some of the positions that are older than their owner wants or dated in the future, which would never become old.
    ///
    /// - Returns: how many.
    static func deleteOld(_ database: Writer, limit: Int, _ now: Timestamp) throws -> Int {
        let hour = 3_600_000
        return try database.execute(
            """
            DELETE FROM position WHERE id IN (
              SELECT position.id FROM \(Account.retention) AS kept
              JOIN position ON position.account_id = kept.id
                AND (position.taken_at < \(now) - kept.retention_h * \(hour)
                  OR position.taken_at > \(now + Plausibility.futureTolerance))
              LIMIT \(limit))
            """)
    }

    /// Deletes the places in a device's state with its positions, and the device with its session. A phone app's device
    /// stays until its owner ends it.
    static func forgetOld(_ database: Writer, _ now: Timestamp) throws {
        let hour = 3_600_000
        try database.execute(
            """
            DELETE FROM device WHERE session_id IS NULL AND name IS NULL
              AND NOT EXISTS (SELECT 1 FROM position WHERE position.device_id = device.id)
            """)
        try database.execute(
            """
            UPDATE device SET \(placesForgotten()) WHERE id IN (
              SELECT device.id FROM \(Account.retention) AS kept
              JOIN device ON device.account_id = kept.id AND device.seen_at < \(now) - kept.retention_h * \(hour))
            """)
    }

    /// A stored position. A marker for ids.
    enum StoredPosition {}

    /// A device's state without places. Keeps the time of its newest fix; without it old fixes would count again.
    static func placesForgotten() -> SQL {
        "plausibility = \(Plausibility()), look_lat = NULL, look_lon = NULL, fix = NULL"
    }
}
