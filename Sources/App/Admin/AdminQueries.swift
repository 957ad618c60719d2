import Database
import Proximity

/// All SQL on reports and on what administrators did.
enum AdminQueries {
    /// A report as the queue shows it.
    struct QueuedReport: Sendable {
        let id: ID<Report>
        /// nil when they have left.
        let reporter: String?
        let about: Person
        let isAboutSuspended: Bool
        let subject: NewReport.Subject
        let reason: String
        let createdAt: Timestamp
        let closedAt: Timestamp?
        let closingNote: String?
    }

    /// A line of the audit.
    struct Action: Sendable {
        let id: ID<AdminAction>
        let admin: String
        let kind: String
        let about: String
        let detail: String
        let createdAt: Timestamp
    }

    /// Most lines of one page.
    static let maxListed = 50

    static func insert(_ database: Writer, _ report: NewReport, _ now: Timestamp) throws {
        let id = try database.newID(Report.self)
        try database.execute(
            """
            INSERT INTO report (id, reporter_id, about_id, subject, reason, created_at)
            VALUES (\(id), \(report.reporter), \(report.about), \(report.subject.rawValue), \(report.reason), \(now))
            """)
    }

    static func reportCount(_ database: Reader, by reporter: ID<Account>, since: Timestamp) throws -> Int {
        try database.value("SELECT count(*) FROM report WHERE reporter_id = \(reporter) AND created_at > \(since)") ?? 0
    }

    static func openCount(_ database: Reader) throws -> Int {
        try database.value("SELECT count(*) FROM report WHERE closed_at IS NULL AND created_at > 0") ?? 0
    }

    /// Reports that wait, oldest first, or those that are closed, newest first: one page, and where the next begins.
    static func reports(
        _ database: Reader, closed: Bool, after cursor: Cursor?
    ) throws -> (reports: [QueuedReport], next: Cursor?) {
        let found = try database.all("\(queue) WHERE \(part(closed: closed, cursor)) LIMIT \(maxListed + 1)", report)
        return Cursor.page(found, maxListed) { Cursor(time: $0.closedAt ?? $0.createdAt, id: $0.id.rawValue) }
    }

    private static func part(closed: Bool, _ cursor: Cursor?) -> SQL {
        let from = cursor ?? (closed ? .newest : .oldest)
        guard closed else {
            return """
                report.closed_at IS NULL AND report.created_at >= \(from.time)
                  AND (report.created_at > \(from.time) OR report.id > \(from.id))
                ORDER BY report.created_at, report.id
                """
        }
        return """
            report.closed_at <= \(from.time) AND (report.closed_at < \(from.time) OR report.id < \(from.id))
            ORDER BY report.closed_at DESC, report.id DESC
            """
    }

    static func report(_ database: Reader, _ id: ID<Report>) throws -> QueuedReport? {
        try database.first("\(queue) WHERE report.id = \(id)", report)
    }

    /// Reports about somebody, newest first.
    static func reports(_ database: Reader, about account: ID<Account>) throws -> [QueuedReport] {
        try database.all(
            "\(queue) WHERE report.about_id = \(account) ORDER BY report.id DESC LIMIT \(maxListed)", report)
    }

    private static let queue: SQL = """
        SELECT report.id AS id, reporter.username AS reporter, about.id AS about_id, about.username AS about,
          shut.account_id AS suspended_id, subject, reason, created_at, closed_at, closing_note
        FROM report JOIN \(AccountQueries.person) AS about ON about.id = report.about_id
        LEFT JOIN \(AccountQueries.person) AS reporter ON reporter.id = report.reporter_id
        LEFT JOIN \(AccountQueries.suspension) AS shut ON shut.account_id = report.about_id
        """

    /// Closes a report; false when it is closed already.
    static func close(_ database: Writer, _ id: ID<Report>, note: String, _ now: Timestamp) throws -> Bool {
        try database.execute(
            "UPDATE report SET closed_at = \(now), closing_note = \(note) WHERE id = \(id) AND closed_at IS NULL") > 0
    }

    /// Writes a line into the audit.
    static func record(
        _ database: Writer, _ kind: AdminAction.Kind, by admin: (id: ID<Account>?, name: String), about: Person,
        detail: String, _ now: Timestamp
    ) throws {
        let id = try database.newID(AdminAction.self)
        try database.execute(
            """
            INSERT INTO admin_action (id, admin_id, admin_name, kind, about_id, about_name, detail, created_at)
            VALUES (\(id), \(admin.id), \(admin.name), \(kind.rawValue), \(about.id), \(about.username), \(detail), \(now))
            """)
    }

    /// What administrators did, newest first: one page, and where the next begins.
    static func actions(_ database: Reader, after cursor: Cursor?) throws -> (actions: [Action], next: Cursor?) {
        let from = cursor ?? .newest
        let found = try database.all(
            """
            SELECT id, admin_name, kind, about_name, detail, created_at FROM admin_action
            WHERE created_at <= \(from.time) AND (created_at < \(from.time) OR id < \(from.id))
            ORDER BY created_at DESC, id DESC LIMIT \(maxListed + 1)
            """, action)
        return Cursor.page(found, maxListed) { Cursor(time: $0.createdAt, id: $0.id.rawValue) }
    }

    /// What was done about somebody, newest first.
    static func actions(_ database: Reader, about account: ID<Account>) throws -> [Action] {
        try database.all(
            """
            SELECT id, admin_name, kind, about_name, detail, created_at FROM admin_action
            WHERE about_id = \(account) ORDER BY created_at DESC, id DESC LIMIT \(maxListed)
            """, action)
    }

    private static func report(_ row: Row) throws -> QueuedReport {
        let suspended: ID<Account>? = try row["suspended_id"]
        return QueuedReport(
            id: try row["id"], reporter: try row["reporter"],
            about: Person(id: try row["about_id"], username: try row["about"]), isAboutSuspended: suspended != nil,
            subject: NewReport.Subject(rawValue: try row["subject"]) ?? .other, reason: try row["reason"],
            createdAt: try row["created_at"], closedAt: try row["closed_at"], closingNote: try row["closing_note"])
    }

    private static func action(_ row: Row) throws -> Action {
        Action(
            id: try row["id"], admin: try row["admin_name"], kind: try row["kind"], about: try row["about_name"],
            detail: try row["detail"], createdAt: try row["created_at"])
    }
}
