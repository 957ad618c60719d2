import Database
import HTTP
import Proximity

/// The administrator's door: who may come in, what was reported, and what administrators did. They see neither positions
/// nor notes. Front door of the feature.
struct Admin: Feature {
    let site: Site
    let stoppedLanes: StoppedLanes
    /// Has a link for a new password sent to somebody; false when there is no address to send it to.
    let sendResetLink: @Sendable (Writer, ID<Account>, Timestamp) throws -> Bool

    static let migrations = AdminSchema.migrations

    /// Most reports that one person can make in a day.
    static let maxReportsADay = 20

    var routes: [Route] {
        [
            .adminGet("/admin", showOverview), .adminGet("/admin/people", showPeople),
            .adminGet("/admin/people/{username}", showPerson),
            .adminPost("/admin/people/{username}/suspend", suspend),
            .adminPost("/admin/people/{username}/unsuspend", unsuspend),
            .adminPost("/admin/people/{username}/end-sessions", endSessions),
            .adminPost("/admin/people/{username}/reset-link", resetLink),
            .adminGet("/admin/reports", showReports), .adminPost("/admin/reports/{id}/close", closeReport),
            .adminGet("/admin/audit", showAudit),
        ]
    }

    /// Takes a report into the queue.
    ///
    /// - Throws: `Failure.tooMany` after many reports in one day.
    func file(_ database: Writer, _ report: NewReport, _ now: Timestamp) throws {
        let day = 86_400.0
        let count = try AdminQueries.reportCount(database, by: report.reporter, since: now - day)
        guard count < Admin.maxReportsADay else { throw Failure.tooMany(retryAfter: 3_600) }
        try AdminQueries.insert(database, report, now)
    }
}

/// A complaint about somebody. A marker for ids.
enum Report {}

/// Something that an administrator did. A marker for ids.
enum AdminAction {
    /// What it was.
    enum Kind: String, Sendable {
        case addedAdministrator = "made administrator"
        case suspended = "suspended"
        case unsuspended = "let in again"
        case endedSessions = "signed out everywhere"
        case sentResetLink = "sent a link for a new password to"
        case closedReport = "closed a report on"
    }

    /// The name that stands for the command line in the audit.
    static let commandLine = "command line"
    /// How long the reason for an action may be, in characters.
    static let longestDetail = 500
}

/// A complaint as its form gives it, checked.
struct NewReport: Sendable {
    let reporter: ID<Account>
    let about: ID<Account>
    let subject: Subject
    let reason: String

    /// What it is about.
    enum Subject: String, Sendable, CaseIterable {
        case person, request, note, other

        var words: String {
            switch self {
            case .person: "Who they are or how they act"
            case .request: "A friend request"
            case .note: "A note"
            case .other: "Something else"
            }
        }
    }

    /// How long a reason may be, in Unicode scalars.
    static let longestReason = 1_000

    /// Reads the form of `POST /people/{username}/report`; without `about` it is about the person.
    ///
    /// - Throws: a problem for each field that is not good.
    init(_ form: FormFields, by reporter: ID<Account>, about: ID<Account>) throws(ValidationErrors) {
        var errors = ValidationErrors()
        self.reporter = reporter
        self.about = about
        reason = AdminText.normalized(form["reason"])
        if reason.isEmpty { errors.add("reason", "Say what happened.") }
        if reason.unicodeScalars.count > NewReport.longestReason {
            errors.add("reason", "That is too long: 1,000 characters at most.")
        }
        let subject = Subject(rawValue: form["about"] ?? "person")
        if subject == nil { errors.add("about", "Choose one of the list.") }
        guard let subject, errors.isEmpty else { throw errors }
        self.subject = subject
    }
}

/// What people write to and about each other here.
enum AdminText {
    /// Line ends as one character, nothing invisible at either end.
    static func normalized(_ text: String?) -> String {
        (text ?? "").replacing("\r\n", with: "\n").replacing("\r", with: "\n")
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// A note on an action; it may be empty unless `isNeeded`.
    ///
    /// - Throws: the problem, under `field`.
    static func detail(_ text: String?, field: String, isNeeded: Bool = false) throws(ValidationErrors) -> String {
        let text = normalized(text)
        if isNeeded && text.isEmpty { throw ValidationErrors(field, "Say what you did about it.") }
        guard text.unicodeScalars.count <= AdminAction.longestDetail else {
            throw ValidationErrors(field, "That is too long: 500 characters at most.")
        }
        return text
    }
}
