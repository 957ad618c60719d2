import Database
import Proximity

/// A person's own devices.
extension PositionQueries {
    /// A person's devices, last used first.
    static func devices(_ database: Reader, of account: ID<Account>) throws -> [DeviceEntry] {
        try database.all(
            """
            SELECT device.id AS id, device.session_id AS session_id, browser.agent AS agent, device.seen_at AS seen_at,
              (SELECT count(*) FROM position WHERE position.device_id = device.id) AS positions
            FROM device LEFT JOIN \(Session.browsers) AS browser ON browser.id = device.session_id
            WHERE device.account_id = \(account)
            ORDER BY device.seen_at DESC, device.id DESC
            """
        ) {
            DeviceEntry(
                id: try $0["id"], session: try $0["session_id"], agent: try $0["agent"], seenAt: try $0["seen_at"],
                positionCount: try $0["positions"])
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

    /// Deletes a person's positions.
    static func forget(_ database: Writer, _ account: ID<Account>) throws {
        try database.execute("DELETE FROM position WHERE account_id = \(account)")
        try database.execute("UPDATE device SET \(placesForgotten()) WHERE account_id = \(account)")
    }
}
