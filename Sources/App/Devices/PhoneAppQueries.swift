import Database
import Foundation
import PositionSources
import Proximity

/// All SQL on phone apps and what was refused of them.
enum PhoneAppQueries {
    /// The app with a token; nil if its owner may not use the site.
    static func sender(_ database: Reader, tokenHash: String) throws -> AppSender? {
        try database.first(
            """
            SELECT phone_app.device_id AS device_id, phone_app.account_id AS account_id, phone_app.source AS source,
              phone_app.is_paused AS is_paused, phone_app.created_at AS created_at, person.username AS username,
              sharing.paused_until AS paused_until, sharing.retention_h AS retention_h, sharing.time_zone AS time_zone
            FROM phone_app JOIN \(Account.sharing) AS sharing ON sharing.id = phone_app.account_id
            JOIN \(Person.everyone) AS person ON person.id = phone_app.account_id
            WHERE phone_app.token_hash = \(tokenHash) AND NOT person.is_deleted
              AND NOT EXISTS (SELECT 1 FROM \(Person.suspensions) AS suspended WHERE suspended.account_id = person.id)
            """
        ) { row in
            guard let source = PositionSource(rawValue: try row["source"]) else { return nil }
            let zone: String = try row["time_zone"]
            return AppSender(
                app: PhoneApp(
                    device: try row["device_id"], account: try row["account_id"], name: "", source: source,
                    isPaused: try row["is_paused"], createdAt: try row["created_at"]),
                username: try row["username"], zone: TimeZone(identifier: zone) ?? .gmt,
                retentionHours: try row["retention_h"], pausedUntil: try row["paused_until"])
        } ?? nil
    }

    /// A person's own phone app.
    static func app(_ database: Reader, _ device: ID<Device>, of account: ID<Account>) throws -> PhoneApp? {
        try database.first(
            """
            SELECT phone_app.source AS source, phone_app.is_paused AS is_paused, phone_app.created_at AS created_at,
              device.name AS name
            FROM phone_app JOIN \(Device.named) AS device ON device.id = phone_app.device_id
            WHERE phone_app.device_id = \(device) AND phone_app.account_id = \(account)
            """
        ) { row in
            guard let source = PositionSource(rawValue: try row["source"]) else { return nil }
            return PhoneApp(
                device: device, account: account, name: try row["name"], source: source,
                isPaused: try row["is_paused"], createdAt: try row["created_at"])
        } ?? nil
    }

    /// Whether a phone app has not been ended.
    static func exists(_ database: Reader, _ device: ID<Device>) throws -> Bool {
        try database.exists("SELECT 1 FROM phone_app WHERE device_id = \(device)")
    }

    /// The devices of a person's phone apps.
    static func devices(_ database: Reader, of account: ID<Account>) throws -> [ID<Device>] {
        try database.all(
            "SELECT device_id FROM phone_app WHERE account_id = \(account) ORDER BY device_id"
        ) { try $0["device_id"] }
    }

    static func insert(
        _ database: Writer, _ device: ID<Device>, _ source: PositionSource, tokenHash: String,
        of account: ID<Account>, _ now: Timestamp
    ) throws {
        try database.execute(
            """
            INSERT INTO phone_app (device_id, account_id, source, token_hash, is_paused, created_at)
            VALUES (\(device), \(account), \(source.rawValue), \(tokenHash), 0, \(now))
            """)
    }

    static func setToken(_ database: Writer, _ device: ID<Device>, hash: String) throws {
        try database.execute("UPDATE phone_app SET token_hash = \(hash) WHERE device_id = \(device)")
    }

    static func setPaused(_ database: Writer, _ device: ID<Device>, _ isPaused: Bool) throws {
        try database.execute("UPDATE phone_app SET is_paused = \(isPaused) WHERE device_id = \(device)")
    }

    /// Counts what was refused of a report: a row for each reason and hour.
    static func insert(
        _ database: Writer, refused reasons: [ReportRefusal], of device: ID<Device>, _ now: Timestamp
    ) throws {
        let counts = Dictionary(reasons.map { ($0, 1) }, uniquingKeysWith: +)
        let hour = now.milliseconds / 3_600_000
        for (reason, count) in counts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            try database.execute(
                """
                INSERT INTO refusal_count (device_id, reason, hour, count, last_at)
                VALUES (\(device), \(reason.rawValue), \(hour), \(count), \(now))
                ON CONFLICT (device_id, reason, hour) DO UPDATE SET
                  count = count + excluded.count, last_at = excluded.last_at
                """)
        }
    }

    /// What was refused of a device's reports in the last 24 hours, counted by whole hours; newest first.
    static func refused(
        _ database: Reader, of device: ID<Device>, _ now: Timestamp
    ) throws -> [RefusedReports] {
        let rows: [RefusedReports?] = try database.all(
            """
            SELECT reason, sum(count) AS total, max(last_at) AS newest_at FROM refusal_count
            WHERE device_id = \(device) AND last_at > \(now - Devices.refusalsKept)
            GROUP BY reason ORDER BY newest_at DESC, reason
            """
        ) { row in
            let reason = ReportRefusal(rawValue: try row["reason"])
            return try reason.map {
                RefusedReports(reason: $0, count: try row["total"], lastAt: try row["newest_at"])
            }
        }
        return rows.compactMap { $0 }
    }

    static func deleteOldRefusals(_ database: Writer, _ now: Timestamp) throws {
        try database.execute("DELETE FROM refusal_count WHERE last_at <= \(now - Devices.refusalsKept)")
    }

    static func delete(_ database: Writer, of account: ID<Account>) throws {
        try database.execute("DELETE FROM phone_app WHERE account_id = \(account)")
    }
}
