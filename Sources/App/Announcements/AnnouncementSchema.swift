import Database
import Proximity

/// What administrators tell everybody.
struct Announcement: Sendable {
    let id: ID<Announcement>
    let text: String
    let createdAt: Timestamp

    /// Characters.
    static let maxLength = 1_000
    /// Characters of a title.
    private static let titleLength = 80

    /// The first line, cut where it is long.
    var title: String {
        let line = text.split(whereSeparator: \.isNewline).first.map { String($0) } ?? ""
        return line.count <= Announcement.titleLength ? line : line.prefix(Announcement.titleLength - 1) + "…"
    }
}

/// All SQL on announcements.
enum AnnouncementQueries {
    static let migrations = [
        Migration(
            77, id: "2026-11-26 announcements",
            statements: [
                // Who wrote it stands in the audit log.
                """
                CREATE TABLE announcement (
                  id BIGINT PRIMARY KEY,
                  submission TEXT NOT NULL UNIQUE CHECK (length(submission) BETWEEN 1 AND 64),
                  text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 1000),
                  created_at BIGINT NOT NULL)
                """,
                "CREATE INDEX announcement_by_time ON announcement (created_at, id)",
            ])
    ]

    /// Most announcements on a page.
    static let maxListed = 50

    /// Stores an announcement; nil if the form was sent before.
    static func insert(_ database: Writer, _ text: String, formKey: String, at now: Timestamp) throws -> ID<
        Announcement
    >? {
        let id = try database.newID(Announcement.self)
        let isNew = try database.execute(
            """
            INSERT INTO announcement (id, submission, text, created_at) VALUES (\(id), \(formKey), \(text), \(now))
            ON CONFLICT (submission) DO NOTHING
            """)
        return isNew > 0 ? id : nil
    }

    static func announcement(_ database: Reader, _ id: ID<Announcement>) throws -> Announcement? {
        try database.first("SELECT id, text, created_at FROM announcement WHERE id = \(id)", announcement)
    }

    /// The newest first: one page and the cursor of the next.
    static func list(_ database: Reader, after cursor: Cursor?) throws -> (found: [Announcement], next: Cursor?) {
        let found = try database.all(
            """
            SELECT id, text, created_at FROM announcement
            WHERE \(Cursor.rows(after: cursor, by: "created_at", "id", limit: maxListed + 1))
            """, announcement)
        return Cursor.page(found, size: maxListed) { Cursor(time: $0.createdAt, id: $0.id.rawValue) }
    }

    /// - Returns: whether there was one.
    static func delete(_ database: Writer, _ id: ID<Announcement>) throws -> Bool {
        try database.execute("DELETE FROM announcement WHERE id = \(id)") > 0
    }

    private static func announcement(_ row: Row) throws -> Announcement {
        Announcement(id: try row["id"], text: try row["text"], createdAt: try row["created_at"])
    }
}
