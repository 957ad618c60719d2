import Database
import Proximity

/// All SQL on the audit log.
enum AdminQueries {
    /// A line of the audit log.
    struct Action: Sendable {
        let id: ID<AdminAction>
        let admin: String
        let kind: String
        let about: String
        let detail: String
        let createdAt: Timestamp
    }

    /// Most lines per page.
    static let maxListed = 50

    /// Writes a line to the audit log.
    static func record(
        _ database: Writer, _ kind: String, by admin: (id: ID<Account>?, name: String), about: Person?,
        detail: String, at now: Timestamp
    ) throws {
        let detail = AuditDetail.bounded(detail)
        let id = try database.newID(AdminAction.self)
        try database.execute(
            """
            INSERT INTO admin_action (id, admin_id, admin_name, kind, about_id, about_name, detail, created_at)
            VALUES (\(id), \(admin.id), \(admin.name), \(kind), \(about?.id), \(about?.username ?? ""), \(detail), \(now))
            """)
    }

    /// The audit log, newest first: one page and the cursor of the next.
    static func actions(_ database: Reader, after cursor: Cursor?) throws -> (actions: [Action], next: Cursor?) {
        let found = try database.all(
            """
            SELECT id, admin_name, kind, about_name, detail, created_at FROM admin_action
            WHERE \(Cursor.rows(after: cursor, by: "created_at", "id", limit: maxListed + 1))
            """, action)
        return Cursor.page(found, size: maxListed) { Cursor(time: $0.createdAt, id: $0.id.rawValue) }
    }

    /// Actions about a person, newest first.
    static func actions(_ database: Reader, about account: ID<Account>) throws -> [Action] {
        try database.all(
            """
            SELECT id, admin_name, kind, about_name, detail, created_at FROM admin_action
            WHERE about_id = \(account) ORDER BY created_at DESC, id DESC LIMIT \(maxListed)
            """, action)
    }

    private static func action(_ row: Row) throws -> Action {
        Action(
            id: try row["id"], admin: try row["admin_name"], kind: try row["kind"], about: try row["about_name"],
            detail: try row["detail"], createdAt: try row["created_at"])
    }
}
