import Database
import Proximity

/// All SQL on notices.
enum NoticeQueries {
    /// Adds a notice, or with `isAgain` raises an earlier one again; nil if there is one already.
    static func raise(
        _ database: Writer, _ kind: String, subject: Int64, to account: ID<Account>, isAgain: Bool, _ now: Timestamp
    ) throws -> ID<Notice>? {
        let id = try database.newID(Notice.self)
        return try database.value(
            """
            INSERT INTO notice (id, account_id, kind, subject, raised_at)
            VALUES (\(id), \(account), \(kind), \(subject), \(now))
            ON CONFLICT (account_id, kind, subject) DO UPDATE SET raised_at = excluded.raised_at, read_at = NULL
            WHERE \(isAgain) RETURNING id
            """)
    }

    static func setRead(
        _ database: Writer, _ kind: String, subject: Int64, of account: ID<Account>, _ now: Timestamp
    ) throws {
        try database.execute(
            """
            UPDATE notice SET read_at = \(now)
            WHERE account_id = \(account) AND kind = \(kind) AND subject = \(subject) AND read_at IS NULL
            """)
    }

    static func delete(_ database: Writer, _ kind: String, subject: Int64, of account: ID<Account>) throws {
        try database.execute(
            "DELETE FROM notice WHERE account_id = \(account) AND kind = \(kind) AND subject = \(subject)")
    }

    static func delete(_ database: Writer, before time: Timestamp) throws {
        try database.execute("DELETE FROM notice WHERE raised_at < \(time)")
    }
}
