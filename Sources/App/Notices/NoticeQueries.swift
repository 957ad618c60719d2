import Database
import Proximity

/// All SQL on notices.
enum NoticeQueries {
    /// Adds a notice, or with `isAgain` raises an earlier one again; nil if there is one already.
    static func upsert(
        _ database: Writer, _ kind: String, subject: Int64, to account: ID<Account>, isAgain: Bool, at now: Timestamp
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

    /// A person's notices after a cursor, newest first.
    static func notices(
        _ database: Reader, of account: ID<Account>, isUnread: Bool = false, after cursor: Cursor, limit: Int
    ) throws -> [Notice] {
        let unread: SQL = isUnread ? "AND read_at IS NULL" : ""
        return try database.all(
            """
            \(notice) WHERE account_id = \(account) \(unread)
              AND \(Cursor.rows(after: cursor, by: "raised_at", "id", limit: limit))
            """, notice)
    }

    /// Those of some ids that are a person's.
    static func notices(
        _ database: Reader, _ ids: [ID<Notice>], of account: ID<Account>
    ) throws -> [Notice] {
        try database.all("\(notice) WHERE id IN \(ids) AND account_id = \(account)", notice)
    }

    static func count(_ database: Reader, of account: ID<Account>) throws -> Int {
        try database.value("SELECT count(*) FROM notice WHERE account_id = \(account)") ?? 0
    }

    static func setRead(
        _ database: Writer, _ ids: [ID<Notice>], of account: ID<Account>, at now: Timestamp
    ) throws {
        try database.execute(
            """
            UPDATE notice SET read_at = \(now)
            WHERE id IN \(ids) AND account_id = \(account) AND read_at IS NULL
            """)
    }

    static func setAllRead(_ database: Writer, of account: ID<Account>, _ now: Timestamp) throws {
        try database.execute(
            "UPDATE notice SET read_at = \(now) WHERE account_id = \(account) AND read_at IS NULL")
    }

    static func setRead(
        _ database: Writer, _ kind: String, subject: Int64, of account: ID<Account>, at now: Timestamp
    ) throws {
        try database.execute(
            """
            UPDATE notice SET read_at = \(now)
            WHERE account_id = \(account) AND kind = \(kind) AND subject = \(subject) AND read_at IS NULL
            """)
    }

    static func unread(
        _ database: Reader, _ kind: String, of account: ID<Account>, limit: Int
    ) throws -> [Int64] {
        try database.all(
            """
            SELECT subject FROM notice WHERE account_id = \(account) AND kind = \(kind) AND read_at IS NULL
            ORDER BY raised_at DESC LIMIT \(limit)
            """
        ) { try $0["subject"] }
    }

    /// What a person's notices of a kind are about, read ones too, newest first.
    static func subjects(
        _ database: Reader, _ kind: String, of account: ID<Account>, limit: Int
    ) throws -> [Int64] {
        try database.all(
            """
            SELECT subject FROM notice WHERE account_id = \(account) AND kind = \(kind)
            ORDER BY raised_at DESC LIMIT \(limit)
            """
        ) { try $0["subject"] }
    }

    static func delete(_ database: Writer, _ kind: String, subject: Int64, of account: ID<Account>) throws {
        try database.execute(
            "DELETE FROM notice WHERE account_id = \(account) AND kind = \(kind) AND subject = \(subject)")
    }

    static func delete(
        _ database: Writer, _ kinds: [String], of account: ID<Account>, about subjects: SQL
    ) throws {
        try database.execute(
            "DELETE FROM notice WHERE account_id = \(account) AND kind IN \(kinds) AND subject IN (\(subjects))")
    }

    static func delete(_ database: Writer, of account: ID<Account>) throws {
        try database.execute("DELETE FROM notice WHERE account_id = \(account)")
    }

    /// A number that has grown if anything was written that decides on a person's notices; nil for an account that is
    /// gone.
    static func revision(_ database: Reader, of account: ID<Account>) throws -> NoticeRevision? {
        try database.first(
            """
            SELECT own.revision AS own, every.revision AS every
            FROM notice_revision AS own, notice_revision_of_all AS every
            WHERE own.account_id = \(account) AND every.id = 1
            """
        ) { NoticeRevision(own: try $0["own"], ofAll: try $0["every"]) }
    }

    static func deleteRevision(_ database: Writer, of account: ID<Account>) throws {
        try database.execute("DELETE FROM notice_revision WHERE account_id = \(account)")
    }

    static func delete(_ database: Writer, before time: Timestamp) throws {
        try database.execute("DELETE FROM notice WHERE raised_at < \(time)")
    }

    private static let notice: SQL = "SELECT id, kind, subject, raised_at, read_at FROM notice"

    private static func notice(_ row: Row) throws -> Notice {
        let read: Timestamp? = try row["read_at"]
        return Notice(
            id: try row["id"], kind: try row["kind"], subject: try row["subject"], raisedAt: try row["raised_at"],
            isRead: read != nil)
    }
}
