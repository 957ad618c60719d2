import Database
import HTTP
import Media

/// Examples of the administrator pages.
enum AdminExamples {
    static let all: [GalleryExample] = [
        .page("quiet") { overview($0) }, .page("busy") { overview($0, isBusy: true) },
        .part("usual") { _ in BarChartPart("Notes", numbers, today: 20_783) },
        .part("empty") { _ in BarChartPart("Notes", [Int](repeating: 0, count: DailyCounts.shown), today: 20_783) },
        .part("warning") { _ in
            SiteCheckPart("archive", title: "No backups", advice: GalleryContext.longText, path: AdminPaths.backup)
        },
        .part("usual") { _ in
            SiteCheckPart("flag", title: "No open reports", advice: "", path: AdminPaths.reports, isWarning: false)
        },
        .part("usual") { fault($0) },
        .part("words alone") { $0.frame("Reports", .you).adminTabs(AdminPaths.reports) },
        .part("usual") { failing($0) },
        .part("given up") { failing($0, count: 12, isGivenUp: true) },
        .part("usual") { entry($0) },
        .part("long") { entry($0, GalleryContext.longName, isAdministrator: true, isSuspended: true) },
        .part("usual") { action($0) },
        .part("long") { action($0, detail: GalleryContext.longWord) },
        .page("some") { gallery in
            AccountListPage(
                frame: gallery.frame("People", .you), search: "",
                people: [entry(gallery), entry(gallery, GalleryContext.longName, isSuspended: true)],
                more: MorePart(AdminPaths.people, .newest))
        },
        .page("nobody") { AccountListPage(frame: $0.frame("People", .you), search: "zzz", people: [], more: nil) },
        .page("usual") { person($0, isSuspended: false) },
        .page("suspended") { person($0, isSuspended: true) },
        .page("long name") { person($0, GalleryContext.longName, isSuspended: false) },
        .page("no mail server") { person($0, isSuspended: false, hasMail: false) },
        .page("wrong") {
            person($0, isSuspended: false, errors: ValidationErrors("reason", "Say why, for the audit."))
        },
        .page("wrong name") {
            person(
                $0, isSuspended: false, typedName: "miko",
                errors: ValidationErrors("username", "Nothing was deleted: the name you typed is another one."))
        },
        .page("open") { gallery in
            reports(
                gallery, isClosed: false, [report(gallery, 1), report(gallery, 2, reason: GalleryContext.longText)])
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
        .page("with a photo and a voice message") { gallery in
            let content = "ville: (a photo) (a voice message)"
            return reports(gallery, isClosed: false, [report(gallery, 1, content: content, files: files)])
        },
        .page("closed") { reports($0, isClosed: true, [report($0, 1, isClosed: true)]) },
        .page("none") { reports($0, isClosed: false, []) },
        .page("some") { gallery in
            AuditPage(
                frame: gallery.frame("Audit log", .you),
                actions: [action(gallery), action(gallery, detail: GalleryContext.arabic)],
                more: nil)
        },
        .page("none") { AuditPage(frame: $0.frame("Audit log", .you), actions: [], more: nil) },
    ]

    private static let files: [ReportedFile] = [MediaPlayerPart.Kind.photo, .sound].compactMap { kind in
        MediaName("abcdefghijklmnopqrstuvwxyz").map { ReportedFile(name: $0, kind: kind, extent: nil) }
    }

    private static let numbers = (0..<DailyCounts.shown).map { $0 * $0 % 7 * ($0 % 3) }

    private static func fault(_ gallery: GalleryContext) -> FaultPart {
        FaultPart(
            .init(
                label: RequestLabel(method: "POST", route: "/groups/{id}/members/{member}/admit"), status: 500,
                count: 3, last: gallery.ago(2)), gallery.times)
    }

    private static func overview(_ gallery: GalleryContext, isBusy: Bool = false) -> AdminPage {
        let checks = [
            SiteCheckPart(
                "flag", title: isBusy ? "12 open reports" : "No open reports", advice: "", path: AdminPaths.reports,
                isWarning: isBusy)
        ]
        let late = SiteCheckPart(
            "archive", title: "The last good backup is old", advice: "There is no folder /mnt/backup.",
            path: AdminPaths.backup)
        return AdminPage(
            frame: gallery.frame("Administration", .you), style: gallery.site.assets.pageStyles["overview"] ?? "",
            checks: checks + (isBusy ? [late] : []),
            facts: [
                .init("Members", "8"), .init("Photos, songs and videos", "1.2 GB"), .init("Version", Version.text),
            ],
            charts: [
                BarChartPart("Members", [Int](repeating: 0, count: DailyCounts.shown), today: 20_783),
                BarChartPart("Notes", numbers, today: 20_783),
            ], faults: isBusy ? [fault(gallery)] : [],
            failing: isBusy ? [failing(gallery), failing(gallery, count: 12, isGivenUp: true)] : [],
            newest: isBusy
                ? [entry(gallery, isSuspended: true), entry(gallery, GalleryContext.longName, isAdministrator: true)]
                : [entry(gallery)],
            actions: isBusy ? [action(gallery), action(gallery, detail: GalleryContext.longText)] : [])
    }

    private static func entry(
        _ gallery: GalleryContext, _ name: String = "mikko", isAdministrator: Bool = false, isSuspended: Bool = false
    ) -> AccountSummaryPart {
        let entry = AccountSummary(
            person: gallery.person(name), createdAt: gallery.ago(2_000), isAdministrator: isAdministrator,
            isSuspended: isSuspended, sessionCount: isSuspended ? 0 : 2)
        return AccountSummaryPart(entry, gallery.times)
    }

    private static func failing(_ gallery: GalleryContext, count: Int = 1, isGivenUp: Bool = false) -> FailingPart {
        FailingPart(
            FailingWork(
                kind: isGivenUp ? "mail.reset" : "positions.sweep", count: count, since: gallery.ago(20),
                words: isGivenUp ? "The mail server cannot be reached." : "The disk is full.", isGivenUp: isGivenUp),
            gallery.times)
    }

    private static func action(_ gallery: GalleryContext, detail: String = "") -> ActionPart {
        ActionPart(
            .init(
                id: ID(rawValue: 1), admin: "keeper", kind: AdminAction.Kind.suspended.rawValue, about: "mikko",
                detail: detail, createdAt: gallery.ago(5)), gallery.times)
    }

    private static func report(
        _ gallery: GalleryContext, _ number: Int64, reason: String = "Follows me from note to note.",
        about: Person? = nil, isClosed: Bool = false, errors: ValidationErrors = ValidationErrors(),
        content: String? = nil, files: [ReportedFile] = []
    ) -> ReportPart {
        ReportPart(
            .init(
                id: ID(rawValue: number), reporter: number == 1 ? "aino_k" : nil,
                about: about ?? gallery.person("ville"), isAboutSuspended: number == 2, subject: "person",
                reason: reason, content: content, files: files, createdAt: gallery.ago(30),
                closedAt: isClosed ? gallery.ago(2) : nil,
                closingNote: isClosed ? (number == 3 ? GalleryContext.longWord : "Talked to both.") : nil),
            subjects: [ReportSubject(name: "person", words: "Who they are or how they act")], times: gallery.times,
            errors: errors)
    }

    private static func reports(_ gallery: GalleryContext, isClosed: Bool, _ reports: [ReportPart]) -> ReportsPage {
        ReportsPage(frame: gallery.frame("Reports", .you), isClosed: isClosed, reports: reports, more: nil)
    }

    private static func person(
        _ gallery: GalleryContext, _ name: String = "mikko", isSuspended: Bool, hasMail: Bool = true,
        typedName: String = "", errors: ValidationErrors = ValidationErrors()
    ) -> AccountAdminPage {
        AccountAdminPage(
            frame: gallery.frame(name, .you), person: entry(gallery, name, isSuspended: isSuspended),
            reports: [report(gallery, 1), report(gallery, 3, isClosed: true)], actions: [action(gallery)],
            hasMail: hasMail, reason: "", typedName: typedName, errors: errors)
    }
}
