import Database
import Proximity

/// `GET /admin`
struct AdminPage {
    let frame: Frame
    /// The address of its style sheet.
    let style: String
    let checks: [SiteCheckPart]
    let facts: [Fact]
    let charts: [BarChartPart]
    var faults: [FaultPart] = []
    var failing: [FailingPart] = []
    let newest: [AccountSummaryPart]
    let actions: [ActionPart]

    /// A figure with its name.
    struct Fact {
        let name: String
        let value: String

        init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }
}

/// A route that failed in the last day.
struct FaultPart {
    /// "GET /friends"
    let route: String
    let status: Int
    let count: Int
    let last: TimePart

    init(_ fault: RequestStatistics.Fault, _ times: RelativeTimeFormatter) {
        route = fault.label.isGroup ? fault.label.route : "\(fault.label.method) \(fault.label.route)"
        (status, count) = (fault.status, fault.count)
        last = TimePart(moment: fault.last, times)
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

    init(_ work: FailingWork, _ times: RelativeTimeFormatter) {
        name = work.kind
        count = work.count > 1 ? "\(work.count) jobs" : ""
        reason = work.words
        since = TimePart(moment: work.since, times)
        isGivenUp = work.isGivenUp
    }
}

/// `GET /admin/people`
struct AccountListPage {
    let frame: Frame
    let search: String
    var isByName = false
    let people: [AccountSummaryPart]
    /// How many people are here as guests, who are not in the list.
    var guests = 0
    let more: MorePart?

    var orders: ChipsPart {
        ChipsPart(
            label: "Order",
            chips: [
                .init(words: "Newest first", address: AdminPaths.people, isChosen: !isByName),
                .init(words: "By name", address: AdminPaths.peopleByName, isChosen: isByName),
            ])
    }
}

/// `GET /admin/people/{username}`
struct AccountAdminPage {
    let frame: Frame
    let person: AccountSummaryPart
    let reports: [ReportPart]
    let actions: [ActionPart]
    /// Whether a mail server takes mail; otherwise it is kept in the outbox.
    var hasMail = true
    /// The reason for a suspension as typed.
    let reason: String
    /// The username as typed to confirm a deletion.
    var typedName = ""
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

    init(_ entry: AccountSummary, _ times: RelativeTimeFormatter) {
        let person = PersonPart(entry.person)
        (name, username, handle) = (person.name, person.username, person.handle)
        avatar = person.avatar
        path = AdminPaths.person(username)
        isAdministrator = entry.isAdministrator
        isSuspended = entry.isSuspended
        since = TimePart(date: entry.createdAt, times)
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
            ? EmptyPart("flag", title: "No closed reports", words: "Reports you close are kept here, with your note.")
            : EmptyPart("flag", title: "No open reports", words: "When somebody is reported, you’ll see it here.")
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
    /// The photos, videos and sounds that were reported.
    let players: [MediaPlayerPart]
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
        _ report: QueuedReport, subjects: [ReportSubject], times: RelativeTimeFormatter, note: String = "",
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
        let name = report.about.name
        players = report.files.map { file in
            MediaPlayerPart(
                name: file.name, kind: file.kind, extent: file.extent,
                label: "Reported \(ReportPart.noun(file.kind)) by \(name)")
        }
        from = report.reporter.map { $0 == Person.guestName ? "a guest" : $0 } ?? "Someone who left"
        written = TimePart(moment: report.createdAt, times)
        closed = report.closedAt.map { TimePart(moment: $0, times) }
        closingNote = report.closingNote ?? ""
        self.note = note
        self.errors = errors
    }

    private static func noun(_ kind: MediaPlayerPart.Kind) -> String {
        switch kind {
        case .photo: "photo"
        case .video: "video"
        case .sound: "recording"
        }
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

    init(_ action: AdminQueries.Action, _ times: RelativeTimeFormatter) {
        who = action.admin
        what = action.about.isEmpty ? action.kind : "\(action.kind) \(action.about)"
        detail = action.detail
        time = TimePart(moment: action.createdAt, times)
    }
}
