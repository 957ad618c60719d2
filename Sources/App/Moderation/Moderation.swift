import Database
import HTTP
import Proximity

/// What people report to the administrators. Every feature with something that can be reported uses it.
struct Moderation: Feature {
    let site: Site

    static let migrations = ModerationSchema.migrations

    /// The most reports that one person can make in a day.
    static let maxPerDay = 20

    var routes: [Route] { [] }

    var galleryExamples: [GalleryExample] { ModerationExamples.all }

    /// What can be reported, in the order of the features, *something else* last.
    var subjects: [ReportSubject] {
        let sources = site.features.conforming(to: (any ReportSource).self)
        return sources.flatMap { $0.reportSubjects } + [ReportSubject(name: "other", words: "Something else")]
    }

    /// Stores the report of a form.
    ///
    /// - Throws: `ValidationErrors`; `Failure.tooMany` after many reports in one day.
    func file(
        _ database: Writer, _ form: FormFields, by reporter: ID<Account>, about: ID<Account>, _ now: Timestamp
    ) throws {
        let report = try NewReport(form, by: reporter, about: about, among: subjects)
        let count = try ReportQueries.count(database, by: reporter, since: now - 86_400)
        guard count < Moderation.maxPerDay else { throw Failure.tooMany(retryAfter: 3_600) }
        try ReportQueries.insert(database, report, now)
    }

    /// How many reports wait.
    func openCount(_ database: Reader) throws -> Int { try ReportQueries.openCount(database) }

    /// Reports that wait, oldest first, or those that are closed, newest first: one page, and where the next begins.
    func list(
        _ database: Reader, closed: Bool, after cursor: Cursor?
    ) throws -> (reports: [QueuedReport], next: Cursor?) {
        try ReportQueries.reports(database, closed: closed, after: cursor)
    }

    /// Reports about somebody, newest first.
    func list(_ database: Reader, about account: ID<Account>) throws -> [QueuedReport] {
        try ReportQueries.reports(database, about: account)
    }

    func report(_ database: Reader, _ id: ID<AbuseReport>) throws -> QueuedReport? {
        try ReportQueries.report(database, id)
    }

    /// Closes a report; false when it is closed already.
    func close(_ database: Writer, _ id: ID<AbuseReport>, note: String, _ now: Timestamp) throws -> Bool {
        try ReportQueries.close(database, id, note: note, now)
    }
}

/// A complaint about somebody. A marker for ids.
enum AbuseReport {}
