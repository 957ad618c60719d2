import Database
import Proximity

/// All SQL on exports.
enum ExportQueries {
    /// A requested, finished or failed export.
    struct Stored: Sendable {
        let account: ID<Account>
        let file: String
        let percent: Int
        let bytes: Int?
        let createdAt: Timestamp
        let finishedAt: Timestamp?
        let hasFailed: Bool

        /// Whether it is requested or running.
        var isUnderWay: Bool { finishedAt == nil && !hasFailed }
    }

    /// A person's export.
    static func export(_ database: Reader, of account: ID<Account>) throws -> Stored? {
        try database.first("\(stored) WHERE account_id = \(account)", stored)
    }

    static func export(_ database: Reader, file: String) throws -> Stored? {
        try database.first("\(stored) WHERE file = \(file)", stored)
    }

    static func insert(_ database: Writer, file: String, of account: ID<Account>, _ now: Timestamp) throws {
        try database.execute(
            "INSERT INTO export (account_id, file, percent, created_at) VALUES (\(account), \(file), 0, \(now))")
    }

    /// Stores the progress of an export; false if it was cancelled.
    static func setPercent(_ database: Writer, file: String, _ percent: Int) throws -> Bool {
        try database.execute(
            """
            UPDATE export SET percent = \(percent)
            WHERE file = \(file) AND finished_at IS NULL AND failed_at IS NULL
            """) > 0
    }

    /// Marks an export as finished; false if it was cancelled.
    static func setFinished(_ database: Writer, file: String, bytes: Int, _ now: Timestamp) throws -> Bool {
        try database.execute(
            """
            UPDATE export SET percent = 100, bytes = \(bytes), finished_at = \(now)
            WHERE file = \(file) AND finished_at IS NULL AND failed_at IS NULL
            """) > 0
    }

    static func setFailed(_ database: Writer, file: String, _ now: Timestamp) throws {
        try database.execute("UPDATE export SET failed_at = \(now) WHERE file = \(file) AND finished_at IS NULL")
    }

    static func delete(_ database: Writer, of account: ID<Account>) throws {
        try database.execute("DELETE FROM export WHERE account_id = \(account)")
    }

    /// Deletes exports requested before a time.
    static func delete(_ database: Writer, before time: Timestamp) throws {
        try database.execute("DELETE FROM export WHERE created_at < \(time)")
    }

    /// Deletes all exports, after a restore without their files.
    static func deleteAll(_ database: Writer) throws { try database.execute("DELETE FROM export") }

    private static let stored: SQL =
        "SELECT account_id, file, percent, bytes, created_at, finished_at, failed_at FROM export"

    private static func stored(_ row: Row) throws -> Stored {
        let failed: Timestamp? = try row["failed_at"]
        return Stored(
            account: try row["account_id"], file: try row["file"], percent: try row["percent"],
            bytes: try row["bytes"], createdAt: try row["created_at"], finishedAt: try row["finished_at"],
            hasFailed: failed != nil)
    }
}
