import Database
import HTTP

/// Examples of the administrator pages.
enum AdminExamples {
    static let all: [GalleryExample] = [
        .page("quiet") {
            AdminPage(
                frame: $0.frame("Administration", .administration), openReports: 0, newest: [entry($0)], actions: [])
        },
        .page("busy") { gallery in
            AdminPage(
                frame: gallery.frame("Administration", .administration), openReports: 12,
                newest: [
                    entry(gallery, isSuspended: true), entry(gallery, GalleryContext.longName, isAdministrator: true),
                ],
                actions: [action(gallery), action(gallery, detail: GalleryContext.longText)])
        },
        .page("failing") { gallery in
            AdminPage(
                frame: gallery.frame("Administration", .administration), openReports: 0,
                warnings: [SiteWarning(words: "The site makes no backups.", path: "#")],
                failing: [failing(gallery), failing(gallery, count: 12, isGivenUp: true)], newest: [entry(gallery)],
                actions: [])
        },
        .part("words alone") { $0.frame("Reports", .administration).adminTabs(AdminPaths.reports) },
        .part("usual") { failing($0) },
        .part("given up") { failing($0, count: 12, isGivenUp: true) },
        .part("usual") { entry($0) },
        .part("long") { entry($0, GalleryContext.longName, isAdministrator: true, isSuspended: true) },
        .part("usual") { action($0) },
        .part("long") { action($0, detail: GalleryContext.longWord) },
        .page("some") { gallery in
            AccountListPage(
                frame: gallery.frame("People", .administration), search: "",
                people: [entry(gallery), entry(gallery, GalleryContext.longName, isSuspended: true)],
                more: MorePart(AdminPaths.people, .newest))
        },
        .page("nobody") {
            AccountListPage(frame: $0.frame("People", .administration), search: "zzz", people: [], more: nil)
        },
        .page("usual") { person($0, isSuspended: false) },
        .page("suspended") { person($0, isSuspended: true) },
        .page("long name") { person($0, GalleryContext.longName, isSuspended: false) },
        .page("wrong") {
            person($0, isSuspended: false, errors: ValidationErrors("reason", "Say why, for the audit."))
        },
        .page("open") { gallery in
            reports(gallery, isClosed: false, [report(gallery, 1), report(gallery, 2, GalleryContext.longText)])
        },
        .page("wrong") { gallery in
            let errors = ValidationErrors("note", "Say what you did about it.")
            return reports(gallery, isClosed: false, [report(gallery, 1, errors: errors)])
        },
        .page("about a guest") {
            reports(
                $0, isClosed: false,
                [report($0, 1, about: Person(id: ID(rawValue: 9), username: Person.guestName, displayName: "Sam"))])
        },
        .page("closed") { reports($0, isClosed: true, [report($0, 1, isClosed: true)]) },
        .page("none") { reports($0, isClosed: false, []) },
        .page("some") { gallery in
            AuditPage(
                frame: gallery.frame("Audit log", .administration),
                actions: [action(gallery), action(gallery, detail: GalleryContext.arabic)],
                more: nil)
        },
        .page("none") { AuditPage(frame: $0.frame("Audit log", .administration), actions: [], more: nil) },
    ]

    private static func entry(
        _ gallery: GalleryContext, _ name: String = "mikko", isAdministrator: Bool = false, isSuspended: Bool = false
    ) -> AccountSummaryPart {
        let entry = AccountSummary(
            person: gallery.person(name), createdAt: gallery.ago(2_000), isAdministrator: isAdministrator,
            isSuspended: isSuspended, sessionCount: isSuspended ? 0 : 2)
        return AccountSummaryPart(entry, gallery.words)
    }

    private static func failing(_ gallery: GalleryContext, count: Int = 1, isGivenUp: Bool = false) -> FailingPart {
        FailingPart(
            FailingWork(
                kind: isGivenUp ? "mail.reset" : "positions.sweep", count: count, since: gallery.ago(20),
                words: isGivenUp ? "The mail server cannot be reached." : "The disk is full.", isGivenUp: isGivenUp),
            gallery.words)
    }

    private static func action(_ gallery: GalleryContext, detail: String = "") -> ActionPart {
        ActionPart(
            .init(
                id: ID(rawValue: 1), admin: "keeper", kind: AdminAction.Kind.suspended.rawValue, about: "mikko",
                detail: detail, createdAt: gallery.ago(5)), gallery.words)
    }

    private static func report(
        _ gallery: GalleryContext, _ number: Int64, _ reason: String = "Follows me from note to note.",
        about: Person? = nil, isClosed: Bool = false, errors: ValidationErrors = ValidationErrors()
    ) -> ReportPart {
        ReportPart(
            .init(
                id: ID(rawValue: number), reporter: number == 1 ? "aino_k" : nil,
                about: about ?? gallery.person("ville"), isAboutSuspended: number == 2, subject: "person",
                reason: reason, createdAt: gallery.ago(30),
                closedAt: isClosed ? gallery.ago(2) : nil, closingNote: isClosed ? "Talked to both." : nil),
            [ReportSubject(name: "person", words: "Who they are or how they act")], gallery.words, errors: errors)
    }

    private static func reports(_ gallery: GalleryContext, isClosed: Bool, _ reports: [ReportPart]) -> ReportsPage {
        ReportsPage(frame: gallery.frame("Reports", .administration), isClosed: isClosed, reports: reports, more: nil)
    }

    private static func person(
        _ gallery: GalleryContext, _ name: String = "mikko", isSuspended: Bool,
        errors: ValidationErrors = ValidationErrors()
    ) -> AccountAdminPage {
        AccountAdminPage(
            frame: gallery.frame(name, .administration), person: entry(gallery, name, isSuspended: isSuspended),
            reports: [report(gallery, 1), report(gallery, 3, isClosed: true)], actions: [action(gallery)], reason: "",
            errors: errors)
    }
}
