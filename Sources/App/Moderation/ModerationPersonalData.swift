import Database
import Proximity

/// Reports stay when either account is deleted, without the name: administrators need the fact.
extension Moderation {
    var personalData: PersonalData {
        PersonalData(
            exported: ["report"],
            leftOut: ["report_media": "files of others that somebody reported, until their report is closed"],
            files: [.init(path: "reports.json", words: "what you reported to the administrators")],
            kept: [
                .init(
                    icon: "flag", title: "Reports",
                    words: """
                        Reports by you or about you, without your name. Until an administrator has closed a report about \
                        you, they also see and hear what was reported.
                        """)
            ],
            count: { _, _ in 1 },
            export: { writer, account in
                try writer.one("reports.json") { try ReportExport.reports($0, by: account) }
            },
            delete: { database, account, _ in try ReportQueries.deleteName(database, ofReporter: account) },
            isHeld: { database, account in
                try database.exists("SELECT 1 FROM report WHERE about_id = \(account)")
            })
    }
}

extension ReportQueries {
    /// Removes the reporter's name from their reports.
    static func deleteName(_ database: Writer, ofReporter account: ID<Account>) throws {
        try database.execute("UPDATE report SET reporter_id = NULL WHERE reporter_id = \(account)")
    }
}

/// Reports in the export of the reporter.
private enum ReportExport {
    struct Line: Encodable {
        let about: String
        let subject: String
        let reason: String
        let written: String
        let isClosed: Bool
    }

    static func reports(_ database: Reader, by account: ID<Account>) throws -> [Line] {
        try database.all(
            """
            SELECT about.username AS about, subject, reason, created_at, closed_at
            FROM report JOIN \(Person.everyone) AS about ON about.id = report.about_id
            WHERE report.reporter_id = \(account) ORDER BY report.id
            """
        ) { row in
            Line(
                about: try row["about"], subject: try row["subject"], reason: try row["reason"],
                written: RelativeTimeFormatter.machine(try row["created_at"]),
                isClosed: try row.machine("closed_at") != nil)
        }
    }
}
