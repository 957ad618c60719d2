import Database
import Media
import Proximity

/// A photo, video or sound that somebody reported.
struct ReportedFile: Sendable {
    let name: MediaName
    let kind: MediaPlayerPart.Kind
    /// In pixels; nil for a sound.
    let extent: MediaQueries.Extent?
}

extension Moderation {
    /// Keeps what is reported as it is now, whatever becomes of what shows it.
    func keep(_ database: Writer, _ files: [MediaName], of report: ID<AbuseReport>) throws {
        for (number, name) in files.enumerated() {
            guard try Uploads.hold(database, name) else { continue }
            try ReportQueries.insert(database, name, number: number, of: report)
        }
    }

    /// Seconds for which the files of a report are kept while nobody closes it.
    static let maxFileAge = 90 * 86_400.0

    /// Lets the files of reports go that nobody has closed for too long; their words stay.
    func forgetOldFiles(_ database: Writer, _ now: Timestamp) throws {
        for report in try ReportQueries.withOldFiles(database, before: now - Moderation.maxFileAge) {
            try forgetFiles(database, of: report, now)
        }
    }

    func forgetFiles(_ database: Writer, of report: ID<AbuseReport>, _ now: Timestamp) throws {
        for name in try ReportQueries.removeFiles(database, of: report) {
            try Uploads.endHold(database, name, at: now)
        }
    }
}

extension Moderation: MediaAccess {
    /// What was reported is for administrators, until the report is closed.
    func mayRead(_ database: Reader, _ name: MediaName, for viewer: Viewer) throws -> Bool {
        try viewer.isAdministrator && ReportQueries.isInOpenReport(database, name)
    }

    func replace(_ database: Writer, _ old: MediaName, with new: MediaName) throws -> Bool {
        try ReportQueries.replaceFile(database, old, with: new)
    }
}

/// SQL on the files of reports.
extension ReportQueries {
    fileprivate static func insert(
        _ database: Writer, _ name: MediaName, number: Int, of report: ID<AbuseReport>
    ) throws {
        try database.execute(
            "INSERT INTO report_media (report_id, number, name) VALUES (\(report), \(number), \(name.text))")
    }

    /// Some of the open reports of before a time that still have files.
    fileprivate static func withOldFiles(_ database: Reader, before time: Timestamp) throws -> [ID<AbuseReport>] {
        try database.all(
            """
            SELECT id FROM report
            WHERE closed_at IS NULL AND created_at < \(time)
              AND EXISTS (SELECT 1 FROM report_media WHERE report_media.report_id = report.id)
            ORDER BY created_at LIMIT 100
            """
        ) { try $0["id"] }
    }

    /// Deletes the rows of a report and returns their files.
    fileprivate static func removeFiles(_ database: Writer, of report: ID<AbuseReport>) throws -> [MediaName] {
        let names: [String] = try database.all("SELECT name FROM report_media WHERE report_id = \(report)") {
            try $0["name"]
        }
        try database.execute("DELETE FROM report_media WHERE report_id = \(report)")
        return names.compactMap { MediaName($0) }
    }

    fileprivate static func isInOpenReport(_ database: Reader, _ name: MediaName) throws -> Bool {
        try database.exists(
            """
            SELECT 1 FROM report_media JOIN report ON report.id = report_media.report_id
            WHERE report_media.name = \(name.text) AND report.closed_at IS NULL
            """)
    }

    fileprivate static func replaceFile(_ database: Writer, _ old: MediaName, with new: MediaName) throws -> Bool {
        try database.execute("UPDATE report_media SET name = \(new.text) WHERE name = \(old.text)") > 0
    }

    static func withFiles(_ database: Reader, _ reports: [QueuedReport]) throws -> [QueuedReport] {
        let open = reports.filter { $0.closedAt == nil }.map { $0.id }
        let files = open.isEmpty ? [:] : try self.files(database, of: open)
        return reports.map { report in
            var report = report
            report.files = files[report.id] ?? []
            return report
        }
    }

    private static func files(
        _ database: Reader, of reports: [ID<AbuseReport>]
    ) throws -> [ID<AbuseReport>: [ReportedFile]] {
        let rows: [(report: ID<AbuseReport>, name: String, kind: String)] = try database.all(
            """
            SELECT report_media.report_id AS report_id, report_media.name AS name, upload.kind AS kind
            FROM report_media JOIN \(Uploads.kinds) AS upload ON upload.name = report_media.name
            WHERE report_media.report_id IN \(reports)
            ORDER BY report_media.report_id, report_media.number
            """
        ) { (report: try $0["report_id"], name: try $0["name"], kind: try $0["kind"]) }
        let extents = try Uploads.extents(database, rows.compactMap { MediaName($0.name) }, size: .original)
        var files: [ID<AbuseReport>: [ReportedFile]] = [:]
        for row in rows {
            guard let name = MediaName(row.name) else { continue }
            let kind: MediaPlayerPart.Kind = row.kind == "image" ? .photo : row.kind == "video" ? .video : .sound
            files[row.report, default: []].append(ReportedFile(name: name, kind: kind, extent: extents[name]))
        }
        return files
    }
}
