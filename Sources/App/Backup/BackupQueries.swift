import Database
import Proximity

/// A try to back the site up.
enum BackupRun {}

/// All SQL on backups.
enum BackupQueries {
    static let migrations = [
        Migration(
            75, id: "2026-11-26 backups",
            statements: [
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
                """
                CREATE TABLE backup_run (
                  id BIGINT PRIMARY KEY,
                  started_at BIGINT NOT NULL,
                  ended_at BIGINT NOT NULL,
                  file TEXT NOT NULL CHECK (length(file) <= 100),
                  bytes BIGINT NOT NULL,
                  error TEXT CHECK (length(error) BETWEEN 1 AND 500))
                """,
                "CREATE INDEX backup_run_by_time ON backup_run (started_at)",
            ])
    ]

    /// The end of a run.
    struct Run: Sendable {
        let startedAt: Timestamp
        let endedAt: Timestamp
        /// "" when it failed.
        let file: String
        let bytes: Int
        /// Why it failed, as a sentence; nil for a good one.
        let error: String?
    }

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

    /// The last runs, newest first.
    static func runs(_ database: Reader) throws -> [Run] {
        try database.all(
            """
            SELECT started_at, ended_at, file, bytes, error FROM backup_run ORDER BY started_at DESC LIMIT \(maxRuns)
            """
        ) { row in
            Run(
                startedAt: try row["started_at"], endedAt: try row["ended_at"], file: try row["file"],
                bytes: try row["bytes"], error: try row["error"])
        }
    }

    /// Stores the end of a run, and forgets those of long ago but the last good one.
    static func insert(_ database: Writer, _ run: Run) throws {
        let id = try database.newID(BackupRun.self)
        let error = run.error.map { AuditDetail.bounded($0) }
        try database.execute(
            """
            INSERT INTO backup_run (id, started_at, ended_at, file, bytes, error)
            VALUES (\(id), \(run.startedAt), \(run.endedAt), \(run.file), \(run.bytes), \(error))
            """)
        try database.execute(
            """
            DELETE FROM backup_run
            WHERE started_at < (SELECT started_at FROM backup_run ORDER BY started_at DESC LIMIT 1 OFFSET \(maxRuns - 1))
              AND id NOT IN (SELECT id FROM backup_run WHERE error IS NULL ORDER BY started_at DESC LIMIT 1)
            """)
    }

    private static let maxRuns = 30

    /// When the last good backup was begun; nil if there was none.
    static func lastGood(_ database: Reader) throws -> Timestamp? {
        try database.value(
            "SELECT started_at FROM backup_run WHERE error IS NULL ORDER BY started_at DESC LIMIT 1")
    }
}
