import Database
import Proximity

/// All SQL on backups.
enum BackupQueries {
    static let migrations = [
        Migration(
            79, "2026-11-29 backups",
            [
                // One row.
                """
                CREATE TABLE backup_schedule (
                  id BIGINT PRIMARY KEY CHECK (id = 1),
                  is_on BIGINT NOT NULL CHECK (is_on IN (0, 1)),
                  folder TEXT NOT NULL CHECK (length(folder) <= 500),
                  minute BIGINT NOT NULL CHECK (minute BETWEEN 0 AND 1439),
                  days BIGINT NOT NULL CHECK (days BETWEEN 1 AND 60),
                  weeks BIGINT NOT NULL CHECK (weeks BETWEEN 0 AND 60),
                  months BIGINT NOT NULL CHECK (months BETWEEN 0 AND 60))
                """,
                // Two rows at most: the last good one, and one that failed after it.
                """
                CREATE TABLE backup_run (
                  is_good BIGINT PRIMARY KEY CHECK (is_good IN (0, 1)),
                  started_at BIGINT NOT NULL,
                  error TEXT NOT NULL CHECK (length(error) <= 500))
                """,
            ])
    ]

    static func schedule(_ database: Reader) throws -> BackupSchedule? {
        try database.first(
            "SELECT is_on, folder, minute, days, weeks, months FROM backup_schedule WHERE id = 1"
        ) { row in
            BackupSchedule(
                isOn: try row["is_on"], folder: try row["folder"], minute: try row["minute"], days: try row["days"],
                weeks: try row["weeks"], months: try row["months"])
        }
    }

    static func set(_ database: Writer, _ schedule: BackupSchedule) throws {
        try database.execute(
            """
            INSERT INTO backup_schedule (id, is_on, folder, minute, days, weeks, months)
            VALUES (1, \(schedule.isOn), \(schedule.folder), \(schedule.minute), \(schedule.days), \(schedule.weeks),
              \(schedule.months))
            ON CONFLICT (id) DO UPDATE SET is_on = excluded.is_on, folder = excluded.folder, minute = excluded.minute,
              days = excluded.days, weeks = excluded.weeks, months = excluded.months
            """)
    }

    /// When the last good backup was begun; nil if there was none.
    static func lastGood(_ database: Reader) throws -> Timestamp? {
        try database.value("SELECT started_at FROM backup_run WHERE is_good = 1")
    }

    /// The last try, if it failed.
    static func failure(_ database: Reader) throws -> BackupState.Failed? {
        try database.first("SELECT started_at, error FROM backup_run WHERE is_good = 0") { row in
            BackupState.Failed(startedAt: try row["started_at"], error: try row["error"])
        }
    }

    /// Stores how a try ended.
    ///
    /// - Parameter error: why it failed, as a sentence; nil for a good one.
    static func ended(_ database: Writer, startedAt: Timestamp, error: String?) throws {
        if error == nil { try database.execute("DELETE FROM backup_run WHERE is_good = 0") }
        try database.execute(
            """
            INSERT INTO backup_run (is_good, started_at, error)
            VALUES (\(error == nil), \(startedAt), \(String((error ?? "").prefix(500))))
            ON CONFLICT (is_good) DO UPDATE SET started_at = excluded.started_at, error = excluded.error
            """)
    }
}
