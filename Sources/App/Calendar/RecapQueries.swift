import Database
import Proximity

/// A month's photos as one file.
struct Recap: Sendable {
    /// What the file is.
    enum Kind: String, Sendable, CaseIterable {
        case zip, webp

        var contentType: String { self == .zip ? "application/zip" : "image/webp" }
    }

    let account: ID<Account>
    let month: CalendarMonth
    let kind: Kind
    /// Its name in the folder, which follows from what it holds.
    let file: String
    let percent: Int
    let bytes: Int?
    let createdAt: Timestamp
    let finishedAt: Timestamp?
    let hasFailed: Bool

    /// Whether it is requested or running.
    var isUnderWay: Bool { finishedAt == nil && !hasFailed }

    /// How long one is kept, in seconds: a week.
    static let life = 7 * 86_400.0
    /// How many of a person may be under way at once.
    static let maxAtOnce = 4
}

enum RecapQueries {
    private static let recaps: SQL =
        "SELECT account_id, month, kind, file, percent, bytes, created_at, finished_at, failed_at FROM recap"

    static func recap(
        _ database: Reader, of account: ID<Account>, _ month: CalendarMonth, kind: Recap.Kind
    ) throws -> Recap? {
        try database.first(
            """
            \(recaps) WHERE account_id = \(account) AND month = \(Int64(month.number)) AND kind = \(kind.rawValue)
            """, recap)
    }

    static func recap(_ database: Reader, file: String) throws -> Recap? {
        try database.first("\(recaps) WHERE file = \(file)", recap)
    }

    /// How many of a person's are under way.
    static func underWay(_ database: Reader, of account: ID<Account>) throws -> Int {
        let count: Int? = try database.value(
            """
            SELECT count(*) FROM recap
            WHERE account_id = \(account) AND finished_at IS NULL AND failed_at IS NULL
            """)
        return count ?? 0
    }

    /// Replaces what there was of this month and kind.
    static func insert(
        _ database: Writer, file: String, of account: ID<Account>, _ month: CalendarMonth, kind: Recap.Kind,
        at now: Timestamp
    ) throws {
        try database.execute(
            """
            INSERT INTO recap (account_id, month, kind, file, percent, created_at)
            VALUES (\(account), \(Int64(month.number)), \(kind.rawValue), \(file), 0, \(now))
            ON CONFLICT (account_id, month, kind) DO UPDATE SET file = excluded.file, percent = 0, bytes = NULL,
              created_at = excluded.created_at, finished_at = NULL, failed_at = NULL
            """)
    }

    /// Stores the progress; false if nobody waits for it any more.
    static func setPercent(_ database: Writer, file: String, _ percent: Int) throws -> Bool {
        try database.execute(
            """
            UPDATE recap SET percent = \(percent)
            WHERE file = \(file) AND finished_at IS NULL AND failed_at IS NULL
            """) > 0
    }

    /// Marks one as finished; false if nobody waits for it any more.
    static func setFinished(_ database: Writer, file: String, bytes: Int, _ now: Timestamp) throws -> Bool {
        try database.execute(
            """
            UPDATE recap SET percent = 100, bytes = \(bytes), finished_at = \(now)
            WHERE file = \(file) AND finished_at IS NULL AND failed_at IS NULL
            """) > 0
    }

    static func setFailed(_ database: Writer, file: String, _ now: Timestamp) throws {
        try database.execute("UPDATE recap SET failed_at = \(now) WHERE file = \(file) AND finished_at IS NULL")
    }

    /// A person's recaps: the sweep removes their files.
    static func delete(_ database: Writer, of account: ID<Account>) throws {
        try database.execute("DELETE FROM recap WHERE account_id = \(account)")
    }

    /// Those requested before a time.
    static func delete(_ database: Writer, before time: Timestamp) throws {
        try database.execute("DELETE FROM recap WHERE created_at < \(time)")
    }

    /// All, after a restore without their files.
    static func deleteAll(_ database: Writer) throws { try database.execute("DELETE FROM recap") }

    private static func recap(_ row: Row) throws -> Recap {
        let (month, percent): (Int64, Int64) = (try row["month"], try row["percent"])
        let failed: Timestamp? = try row["failed_at"]
        return Recap(
            account: try row["account_id"], month: CalendarMonth(number: Int(month)),
            kind: Recap.Kind(rawValue: try row["kind"]) ?? .zip, file: try row["file"], percent: Int(percent),
            bytes: try row["bytes"], createdAt: try row["created_at"], finishedAt: try row["finished_at"],
            hasFailed: failed != nil)
    }
}
