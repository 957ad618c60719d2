import Database
import Proximity

/// `GET /admin`
struct AdminPage {
    let frame: Frame
    let openReports: Int
    var warnings: [SiteWarning] = []
    var failing: [FailingPart] = []
    let newest: [AccountSummaryPart]
    let actions: [ActionPart]

    var reportWords: String {
        switch openReports {
        case 0: "No open reports"
        case 1: "One open report"
        default: "\(openReports) open reports"
        }
    }
}

/// A kind of failing jobs.
struct FailingPart {
    let name: String
    /// "3 jobs"
    let count: String
    /// The reason, as a sentence.
    let reason: String
    let since: TimePart
    let isGivenUp: Bool

    init(_ work: FailingWork, _ words: RelativeTimeFormatter) {
        name = work.kind
        count = work.count > 1 ? "\(work.count) jobs" : ""
        reason = work.words
        since = TimePart(moment: work.since, words)
        isGivenUp = work.isGivenUp
    }
}

/// `GET /admin/people`
struct AccountListPage {
    let frame: Frame
    let search: String
    let people: [AccountSummaryPart]
    /// How many people are here as guests, who are not in the list.
    var guests = 0
    let more: MorePart?
}

/// `GET /admin/people/{username}`
struct AccountAdminPage {
    let frame: Frame
    let person: AccountSummaryPart
    let reports: [ReportPart]
    let actions: [ActionPart]
    /// The reason for a suspension as typed.
    let reason: String
    let errors: ValidationErrors
}

/// An account as administrators see it.
struct AccountSummaryPart {
    let name: String
    let username: String
    /// The username where the shown name is another one; otherwise "".
    let handle: String
    let avatar: AvatarPart
    let path: String
    let isAdministrator: Bool
    let isSuspended: Bool
    /// "12 March"
    let since: TimePart
    /// Number of live sessions.
    let sessions: String

    init(_ entry: AccountSummary, _ words: RelativeTimeFormatter) {
        let person = PersonPart(entry.person)
        (name, username, handle) = (person.name, person.username, person.handle)
        avatar = person.avatar
        path = AdminPaths.person(username)
        isAdministrator = entry.isAdministrator
        isSuspended = entry.isSuspended
        since = TimePart(date: entry.createdAt, words)
        switch entry.sessionCount {
        case 0: sessions = "not signed in"
        case 1: sessions = "1 session"
        default: sessions = "\(entry.sessionCount) sessions"
        }
    }
}

/// `GET /admin/reports`
struct ReportsPage {
    let frame: Frame
    let isClosed: Bool
    let reports: [ReportPart]
    let more: MorePart?

    var states: ChipsPart {
        ChipsPart(
            label: "Which",
            chips: [
                .init(words: "Open", address: AdminPaths.reports, isChosen: !isClosed),
                .init(words: "Closed", address: AdminPaths.closedReports, isChosen: isClosed),
            ])
    }

    var empty: EmptyPart {
        isClosed
            ? EmptyPart("flag", "No closed reports", "Reports you close are kept here, with your note.")
            : EmptyPart("flag", "No open reports", "When somebody is reported, you'll see it here.")
    }
}

/// A report in the list.
struct ReportPart {
    let id: ID<AbuseReport>
    let about: PersonPart
    /// "" for who has no page: a guest, or somebody who left.
    let aboutPath: String
    let isAboutSuspended: Bool
    /// Whether it is about a guest who is here.
    let isAboutGuest: Bool
    let subject: String
    let reason: String
    /// What was reported, as it was then; "" for a person.
    let content: String
    let from: String
    let written: TimePart
    /// When it was closed; nil while it is open.
    let closed: TimePart?
    let closingNote: String
    /// The closing note as typed.
    let note: String
    let errors: ValidationErrors
    var noteField: String { "note-\(id)" }

    init(
        _ report: QueuedReport, _ subjects: [ReportSubject], _ words: RelativeTimeFormatter, note: String = "",
        errors: ValidationErrors = ValidationErrors()
    ) {
        id = report.id
        about = PersonPart(report.about)
        let isGone = report.about.isDeleted
        aboutPath = isGone || report.about.isGuest ? "" : AdminPaths.person(report.about.username)
        isAboutSuspended = report.isAboutSuspended && !isGone
        isAboutGuest = report.about.isGuest && !isGone
        subject = subjects.first { $0.name == report.subject }?.words ?? report.subject
        reason = report.reason
        content = report.content ?? ""
        from = report.reporter.map { $0 == Person.guestName ? "a guest" : $0 } ?? "Someone who left"
        written = TimePart(moment: report.createdAt, words)
        closed = report.closedAt.map { TimePart(moment: $0, words) }
        closingNote = report.closingNote ?? ""
        self.note = note
        self.errors = errors
    }

    /// The error of the closing note.
    var fieldError: FieldErrorPart { FieldErrorPart(field: noteField, message: errors["note"]) }
}

/// `GET /admin/audit`
struct AuditPage {
    let frame: Frame
    let actions: [ActionPart]
    let more: MorePart?
}

/// A line of the audit log.
struct ActionPart {
    let who: String
    /// "suspended mikko"
    let what: String
    let detail: String
    let time: TimePart

    init(_ action: AdminQueries.Action, _ words: RelativeTimeFormatter) {
        who = action.admin
        what = action.about.isEmpty ? action.kind : "\(action.kind) \(action.about)"
        detail = action.detail
        time = TimePart(moment: action.createdAt, words)
    }
}
