import Database
import Proximity

extension Device {
    /// A person's devices: column id.
    static func of(_ account: ID<Account>) -> SQL { "(SELECT id FROM device WHERE account_id = \(account))" }

    /// Devices with a name, which are phone apps: columns id, name.
    static let named: SQL = "(SELECT id, name FROM device WHERE name IS NOT NULL)"
}

/// A person's own devices.
extension PositionQueries {
    /// A person's devices, last used first.
    static func devices(_ database: Reader, of account: ID<Account>) throws -> [DeviceEntry] {
        try database.all(
            """
            SELECT device.id AS id, device.session_id AS session_id, device.name AS name, browser.agent AS agent, device.seen_at AS seen_at,
              (SELECT count(*) FROM position WHERE position.device_id = device.id) AS positions
            FROM device LEFT JOIN \(Session.browsers) AS browser ON browser.id = device.session_id
            WHERE device.account_id = \(account)
            ORDER BY device.seen_at DESC, device.id DESC
            """
        ) {
            DeviceEntry(
                id: try $0["id"], session: try $0["session_id"], name: try $0["name"], agent: try $0["agent"],
                seenAt: try $0["seen_at"], positionCount: try $0["positions"])
        }
    }

    /// Deletes the positions of a person's device; false if it is not theirs.
    static func forget(_ database: Writer, _ device: ID<Device>, of account: ID<Account>) throws -> Bool {
        let isTheirs = try database.execute(
            "UPDATE device SET \(placesForgotten()) WHERE id = \(device) AND account_id = \(account)")
        guard isTheirs > 0 else { return false }
        try database.execute("DELETE FROM position WHERE device_id = \(device)")
        return true
    }

    /// Deletes a device and its positions.
    static func delete(_ database: Writer, _ device: ID<Device>) throws {
        try database.execute("DELETE FROM position WHERE device_id = \(device)")
        try database.execute("DELETE FROM device WHERE id = \(device)")
    }

    static func rename(_ database: Writer, _ device: ID<Device>, name: String) throws {
        try database.execute("UPDATE device SET name = \(name) WHERE id = \(device)")
    }

    /// What a device reported last, also what is not believed; nil if nothing is kept.
    static func newest(_ database: Reader, of device: ID<Device>) throws -> ValidatedFix? {
        let found: ValidatedFix?? = try database.first("SELECT fix FROM device WHERE id = \(device)") { try $0["fix"] }
        return found ?? nil
    }

    /// The number of stored positions of a device from a time on.
    static func count(_ database: Reader, of device: ID<Device>, since time: Timestamp) throws -> Int {
        try database.value(
            "SELECT count(*) FROM position WHERE device_id = \(device) AND taken_at >= \(time)") ?? 0
    }

    /// Deletes a person's positions.
    static func forget(_ database: Writer, _ account: ID<Account>) throws {
        try database.execute("DELETE FROM position WHERE account_id = \(account)")
        try database.execute("UPDATE device SET \(placesForgotten()) WHERE account_id = \(account)")
    }
}
