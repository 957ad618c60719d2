import Database
import Proximity

/// The tabs of the administrator's pages.
struct AdminTabs {
    enum Tab { case overview, people, reports, audit }
    let current: Tab
}

/// `GET /admin`
struct AdminPage {
    let frame: Frame
    let openReports: Int
    let newest: [RosterPart]
    let actions: [ActionPart]

    var reportWords: String {
        switch openReports {
        case 0: "No report waits."
        case 1: "One report waits."
        default: "\(openReports) reports wait."
        }
    }
}

/// `GET /admin/people`
struct RosterPage {
    let frame: Frame
    let search: String
    let people: [RosterPart]
    let more: MorePart?
}

/// `GET /admin/people/{username}`
struct RosterPersonPage {
    let frame: Frame
    let person: RosterPart
    let reports: [ReportPart]
    let actions: [ActionPart]
    /// What was written as the reason for a suspension.
    let reason: String
    let problems: Problems
}

/// Somebody as administrators see them.
struct RosterPart {
    let name: String
    let avatar: AvatarPart
    let path: String
    let isAdministrator: Bool
    let isSuspended: Bool
    /// "Since 12 March"
    let since: String
    /// How many browsers they are signed in with.
    let sessions: String

    init(_ entry: RosterEntry, _ words: DayWords) {
        name = entry.person.username
        avatar = AvatarPart(name)
        path = AdminPaths.person(name)
        isAdministrator = entry.isAdministrator
        isSuspended = entry.isSuspended
        since = "Since \(words.date(entry.createdAt))"
        switch entry.sessionCount {
        case 0: sessions = "not signed in"
        case 1: sessions = "1 browser"
        default: sessions = "\(entry.sessionCount) browsers"
        }
    }
}

/// `GET /admin/reports`
struct ReportsPage {
    let frame: Frame
    let isClosed: Bool
    let reports: [ReportPart]
    let more: MorePart?
}

/// A report in the queue.
struct ReportPart {
    let id: ID<Report>
    let about: PersonPart
    let aboutPath: String
    let isAboutSuspended: Bool
    let subject: String
    let reason: String
    /// "aino_k, Saturday 21 November, 14:00"
    let from: String
    /// When and how it was closed; "" while it waits.
    let closed: String
    let closingNote: String
    /// What was written as the closing note.
    let note: String
    let problems: Problems
    var noteField: String { "note-\(id)" }

    init(
        _ report: AdminQueries.QueuedReport, _ words: DayWords, note: String = "", problems: Problems = Problems()
    ) {
        id = report.id
        about = PersonPart(report.about)
        aboutPath = AdminPaths.person(report.about.username)
        isAboutSuspended = report.isAboutSuspended && !report.about.hasLeft
        subject = report.subject.words
        reason = report.reason
        from = "\(report.reporter ?? "Someone who left"), \(words.moment(report.createdAt))"
        closed = report.closedAt.map { words.moment($0) } ?? ""
        closingNote = report.closingNote ?? ""
        self.note = note
        self.problems = problems
    }

    /// The message below its field.
    var problem: ProblemPart { ProblemPart(field: noteField, message: problems["note"]) }
}

/// `GET /admin/audit`
struct AuditPage {
    let frame: Frame
    let actions: [ActionPart]
    let more: MorePart?
}

/// A line of the audit.
struct ActionPart {
    let who: String
    /// "suspended mikko"
    let what: String
    let detail: String
    let when: String
    let machine: String

    init(_ action: AdminQueries.Action, _ words: DayWords) {
        who = action.admin
        what = "\(action.kind) \(action.about)"
        detail = action.detail
        when = words.moment(action.createdAt)
        machine = DayWords.machine(action.createdAt)
    }
}
