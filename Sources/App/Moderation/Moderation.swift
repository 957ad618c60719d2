import Database
import HTTP
import Media
import Proximity

/// Reports to the administrators, for every feature with something to report.
struct Moderation: Feature {
    let site: Site

    static let migrations = ModerationSchema.migrations

    /// Most reports per person and day.
    static let maxPerDay = 20

    var routes: [Route] { [] }

    var jobKinds: [JobKind] {
        [.sweep("reports.sweep") { job in try site.database.write { try forgetOldFiles($0, job.now) } }]
    }

    var galleryExamples: [GalleryExample] { ModerationExamples.all }

    /// What can be reported, in the order of the features; *something else* comes last.
    var subjects: [ReportSubject] {
        let sources = site.features.conforming(to: (any ReportSource).self)
        return sources.flatMap { $0.reportSubjects } + [ReportSubject(name: "other", words: "Something else")]
    }

    /// A thing of which a report keeps a copy.
    struct Content {
        /// The name of its `ReportSubject`.
        let subject: String
        /// Its words when the report was made.
        let words: String
        /// Its photos, videos and sounds then.
        var files: [MediaName] = []
    }

    /// Stores a report from a form; with `content` it is about that.
    ///
    /// - Throws: `ValidationErrors`; `Failure.tooMany` after too many reports in a day.
    func file(
        _ database: Writer, _ form: FormFields, by reporter: ID<Account>, about: ID<Account>,
        copying content: Content? = nil, at now: Timestamp
    ) throws {
        let report = try NewReport(form, by: reporter, about: about, content, among: subjects)
        let count = try ReportQueries.count(database, by: reporter, since: now - 86_400)
        guard count < Moderation.maxPerDay else { throw Failure.tooMany(retryAfter: 3_600) }
        let id = try ReportQueries.insert(database, report, at: now)
        try keep(database, content?.files ?? [], of: id)
    }

    /// Number of open reports.
    func openCount(_ database: Reader) throws -> Int { try ReportQueries.openCount(database) }

    /// Open reports, oldest first, or closed ones, newest first: one page and the cursor of the next.
    func list(
        _ database: Reader, closed: Bool, after cursor: Cursor?
    ) throws -> (reports: [QueuedReport], next: Cursor?) {
        let (reports, next) = try ReportQueries.reports(database, closed: closed, after: cursor)
        return (try ReportQueries.withFiles(database, reports), next)
    }

    /// Reports about a person, newest first.
    func list(_ database: Reader, about account: ID<Account>) throws -> [QueuedReport] {
        try ReportQueries.reports(database, about: account)
    }

    func report(_ database: Reader, _ id: ID<AbuseReport>) throws -> QueuedReport? {
        try ReportQueries.report(database, id).flatMap { try ReportQueries.withFiles(database, [$0]).first }
    }

    /// Closes a report, from when on nobody sees its files; false if it is already closed.
    func close(_ database: Writer, _ id: ID<AbuseReport>, note: String, at now: Timestamp) throws -> Bool {
        guard try ReportQueries.close(database, id, note: note, at: now) else { return false }
        try forgetFiles(database, of: id, now)
        return true
    }
}

/// A report. A marker for ids.
enum AbuseReport {}
