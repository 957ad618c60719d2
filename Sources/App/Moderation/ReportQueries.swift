import Database
import Proximity

/// All SQL on reports.
enum ReportQueries {
    /// Most reports per page.
    static let maxListed = 50

    @discardableResult
    static func insert(_ database: Writer, _ report: NewReport, at now: Timestamp) throws -> ID<AbuseReport> {
        let id = try database.newID(AbuseReport.self)
        try database.execute(
            """
            INSERT INTO report (id, reporter_id, about_id, subject, reason, content, created_at)
            VALUES (\(id), \(report.reporter), \(report.about), \(report.subject), \(report.reason),
              \(report.content), \(now))
            """)
        return id
    }

    static func count(_ database: Reader, by reporter: ID<Account>, since: Timestamp) throws -> Int {
        try database.value("SELECT count(*) FROM report WHERE reporter_id = \(reporter) AND created_at > \(since)") ?? 0
    }

    static func openCount(_ database: Reader) throws -> Int {
        try database.value("SELECT count(*) FROM report WHERE closed_at IS NULL AND created_at > 0") ?? 0
    }

    /// Open reports, oldest first, or closed ones, newest first: one page and the cursor of the next.
    static func reports(
        _ database: Reader, closed: Bool, after cursor: Cursor?
    ) throws -> (reports: [QueuedReport], next: Cursor?) {
        // Each condition on NULL names an index that holds these rows alone.
        let rows: SQL =
            closed
            ? """
            report.closed_at IS NOT NULL
              AND \(Cursor.rows(after: cursor, by: "report.closed_at", "report.id", limit: maxListed + 1))
            """
            : """
            report.closed_at IS NULL AND \(Cursor.rows(
                after: cursor, by: "report.created_at", "report.id", isOldestFirst: true, limit: maxListed + 1))
            """
        let found = try database.all("\(queue) WHERE \(rows)", report)
        return Cursor.page(found, size: maxListed) { Cursor(time: $0.closedAt ?? $0.createdAt, id: $0.id.rawValue) }
    }

    static func report(_ database: Reader, _ id: ID<AbuseReport>) throws -> QueuedReport? {
        try database.first("\(queue) WHERE report.id = \(id)", report)
    }

    /// Reports about a person, newest first.
    static func reports(_ database: Reader, about account: ID<Account>) throws -> [QueuedReport] {
        try database.all(
            "\(queue) WHERE report.about_id = \(account) ORDER BY report.id DESC LIMIT \(maxListed)", report)
    }

    private static let queue: SQL = """
        SELECT report.id AS id, reporter.username AS reporter, about.id AS about_id, about.username AS about,
          about.display_name AS about_name, about.is_deleted AS is_deleted,
          shut.account_id AS suspended_id, subject, reason, content, created_at, closed_at, closing_note
        FROM report JOIN \(Person.everyone) AS about ON about.id = report.about_id
        LEFT JOIN \(Person.everyone) AS reporter ON reporter.id = report.reporter_id
        LEFT JOIN \(Person.suspensions) AS shut ON shut.account_id = report.about_id
        """

    /// Closes a report; false if it is already closed.
    static func close(_ database: Writer, _ id: ID<AbuseReport>, note: String, at now: Timestamp) throws -> Bool {
        try database.execute(
            "UPDATE report SET closed_at = \(now), closing_note = \(note) WHERE id = \(id) AND closed_at IS NULL") > 0
    }

    private static func report(_ row: Row) throws -> QueuedReport {
        let suspended: ID<Account>? = try row["suspended_id"]
        return QueuedReport(
            id: try row["id"], reporter: try row["reporter"],
            about: Person(
                id: try row["about_id"], username: try row["about"], displayName: try row["about_name"],
                isDeleted: try row["is_deleted"]),
            isAboutSuspended: suspended != nil,
            subject: try row["subject"], reason: try row["reason"], content: try row["content"],
            createdAt: try row["created_at"], closedAt: try row["closed_at"], closingNote: try row["closing_note"])
    }
}
