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
                  folder TEXT NOT NULL CHECK (length(folder) <= 400),
                  minute BIGINT NOT NULL CHECK (minute BETWEEN 0 AND 1439),
                  days BIGINT NOT NULL CHECK (days BETWEEN 1 AND 60),
                  weeks BIGINT NOT NULL CHECK (weeks BETWEEN 0 AND 60),
                  months BIGINT NOT NULL CHECK (months BETWEEN 0 AND 60))
                """,
                // Two rows at most: the last good one, and one after it that failed or has not ended. That one has the error
                // of the one before, if that failed.
                """
                CREATE TABLE backup_run (
                  is_good BIGINT PRIMARY KEY CHECK (is_good IN (0, 1)),
                  started_at BIGINT NOT NULL,
                  has_ended BIGINT NOT NULL CHECK (has_ended IN (0, 1)),
                  error TEXT NOT NULL CHECK (length(error) <= 500))
                """,
                // One row.
                """
                CREATE TABLE backup_label (
                  id BIGINT PRIMARY KEY CHECK (id = 1),
                  label TEXT NOT NULL CHECK (length(label) = 6))
                """,
                "CREATE TABLE backup_file (name TEXT PRIMARY KEY CHECK (length(name) <= 60), bytes BIGINT NOT NULL)",
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

    /// The try after that, if it failed or has not ended.
    static func failure(_ database: Reader) throws -> BackupState.Failed? {
        let failed = try database.first("SELECT started_at, has_ended, error FROM backup_run WHERE is_good = 0") {
            row in
            BackupState.Failed(
                startedAt: try row["started_at"], hasEnded: try row["has_ended"], error: try row["error"])
        }
        guard let failed, let good = try lastGood(database) else { return failed }
        return failed.startedAt >= good ? failed : nil
    }

    /// Stores that a try begins. Why the one before failed stays until this one ends.
    static func began(_ database: Writer, at time: Timestamp) throws {
        try database.execute(
            """
            INSERT INTO backup_run (is_good, started_at, has_ended, error) VALUES (0, \(time), 0, '')
            ON CONFLICT (is_good) DO UPDATE SET started_at = excluded.started_at, has_ended = 0,
              error = CASE backup_run.has_ended WHEN 0 THEN \(BackupState.Failed.noEnd) ELSE backup_run.error END
            """)
    }

    /// Stores how a try ended.
    ///
    /// - Parameter error: why it failed, as a sentence; nil for a good one.
    static func ended(_ database: Writer, startedAt: Timestamp, error: String?) throws {
        if error == nil { try database.execute("DELETE FROM backup_run WHERE is_good = 0") }
        try database.execute(
            """
            INSERT INTO backup_run (is_good, started_at, has_ended, error)
            VALUES (\(error == nil), \(startedAt), 1, \(error ?? ""))
            ON CONFLICT (is_good) DO UPDATE SET started_at = excluded.started_at, has_ended = 1, error = excluded.error
            """)
    }

    /// What the names of the site's own backups have; nil before its first one.
    static func label(_ database: Reader) throws -> String? {
        try database.value("SELECT label FROM backup_label WHERE id = 1")
    }

    static func label(_ database: Writer, orNew label: @autoclosure () -> String) throws -> String {
        if let label = try self.label(database) { return label }
        let new = label()
        try database.execute("INSERT INTO backup_label (id, label) VALUES (1, \(new))")
        return new
    }

    /// The backups that there were when the folder was last looked at, newest first.
    static func files(_ database: Reader) throws -> [BackupFolder.Entry] {
        try database.all("SELECT name, bytes FROM backup_file ORDER BY name DESC") { row in
            let bytes: Int = try row["bytes"]
            return BackupFileName(try row["name"]).map { BackupFolder.Entry(name: $0, bytes: bytes) }
        }.compactMap { $0 }
    }

    static func setFiles(_ database: Writer, _ files: [BackupFolder.Entry]) throws {
        try database.execute("DELETE FROM backup_file")
        for file in files {
            try database.execute(
                "INSERT INTO backup_file (name, bytes) VALUES (\(file.name.text), \(file.bytes))")
        }
    }

    static func removeFile(_ database: Writer, _ name: BackupFileName) throws {
        try database.execute("DELETE FROM backup_file WHERE name = \(name.text)")
    }

    /// Forgets what was made so far, and under which label.
    static func forgetRuns(_ database: Writer) throws {
        try database.execute("DELETE FROM backup_run")
        try database.execute("DELETE FROM backup_file")
        try database.execute("DELETE FROM backup_label")
    }
}
