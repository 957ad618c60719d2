import Database

/// What administrators see.
enum AdminExamples {
    static let all: [GalleryEntry] = [
        .page("quiet") {
            AdminPage(frame: $0.frame("Look after the site", .you), openReports: 0, newest: [entry($0)], actions: [])
        },
        .page("busy") { stage in
            AdminPage(
                frame: stage.frame("Look after the site", .you), openReports: 12,
                newest: [entry(stage, isSuspended: true), entry(stage, Stage.longName, isAdministrator: true)],
                actions: [action(stage), action(stage, detail: Stage.longText)])
        },
        .page("failing") { stage in
            AdminPage(
                frame: stage.frame("Look after the site", .you), openReports: 0,
                failing: [failing(stage), failing(stage, count: 12, isGivenUp: true)], newest: [entry(stage)],
                actions: [])
        },
        .part("usual") { failing($0) },
        .part("given up") { failing($0, count: 12, isGivenUp: true) },
        .part("usual") { entry($0) },
        .part("long") { entry($0, Stage.longName, isAdministrator: true, isSuspended: true) },
        .part("usual") { action($0) },
        .part("long") { action($0, detail: Stage.longWord) },
        .page("some") { stage in
            RosterPage(
                frame: stage.frame("People", .you), search: "",
                people: [entry(stage), entry(stage, Stage.longName, isSuspended: true)],
                more: MorePart("/admin/people?after=", .newest))
        },
        .page("nobody") { RosterPage(frame: $0.frame("People", .you), search: "zzz", people: [], more: nil) },
        .page("usual") { person($0, isSuspended: false) },
        .page("suspended") { person($0, isSuspended: true) },
        .page("long name") { person($0, Stage.longName, isSuspended: false) },
        .page("wrong") { person($0, isSuspended: false, problems: Problems("reason", "Say why, for the audit.")) },
        .page("open") { stage in reports(stage, isClosed: false, [report(stage, 1), report(stage, 2, Stage.longText)])
        },
        .page("wrong") { stage in
            let problems = Problems("note", "Say what you did about it.")
            return reports(stage, isClosed: false, [report(stage, 1, problems: problems)])
        },
        .page("closed") { reports($0, isClosed: true, [report($0, 1, isClosed: true)]) },
        .page("none") { reports($0, isClosed: false, []) },
        .page("some") { stage in
            AuditPage(
                frame: stage.frame("Audit", .you), actions: [action(stage), action(stage, detail: Stage.arabic)],
                more: nil)
        },
        .page("none") { AuditPage(frame: $0.frame("Audit", .you), actions: [], more: nil) },
    ]

    private static func entry(
        _ stage: Stage, _ name: String = "mikko", isAdministrator: Bool = false, isSuspended: Bool = false
    ) -> RosterPart {
        let entry = RosterEntry(
            person: stage.person(name), createdAt: stage.ago(2_000), isAdministrator: isAdministrator,
            isSuspended: isSuspended, sessionCount: isSuspended ? 0 : 2)
        return RosterPart(entry, stage.words)
    }

    private static func failing(_ stage: Stage, count: Int = 1, isGivenUp: Bool = false) -> FailingPart {
        FailingPart(
            FailingWork(
                kind: isGivenUp ? "mail.reset" : "positions.sweep", count: count, since: stage.ago(20),
                words: isGivenUp ? "The mail server cannot be reached." : "The disk is full.", isGivenUp: isGivenUp),
            stage.words)
    }

    private static func action(_ stage: Stage, detail: String = "") -> ActionPart {
        ActionPart(
            .init(
                id: ID(rawValue: 1), admin: "keeper", kind: AdminAction.Kind.suspended.rawValue, about: "mikko",
                detail: detail, createdAt: stage.ago(5)), stage.words)
    }

    private static func report(
        _ stage: Stage, _ number: Int64, _ reason: String = "Follows me from note to note.", isClosed: Bool = false,
        problems: Problems = Problems()
    ) -> ReportPart {
        ReportPart(
            .init(
                id: ID(rawValue: number), reporter: number == 1 ? "aino_k" : nil, about: stage.person("ville"),
                isAboutSuspended: number == 2, subject: .person, reason: reason, createdAt: stage.ago(30),
                closedAt: isClosed ? stage.ago(2) : nil, closingNote: isClosed ? "Talked to both." : nil), stage.words,
            problems: problems)
    }

    private static func reports(_ stage: Stage, isClosed: Bool, _ reports: [ReportPart]) -> ReportsPage {
        ReportsPage(frame: stage.frame("Reports", .you), isClosed: isClosed, reports: reports, more: nil)
    }

    private static func person(
        _ stage: Stage, _ name: String = "mikko", isSuspended: Bool, problems: Problems = Problems()
    ) -> RosterPersonPage {
        RosterPersonPage(
            frame: stage.frame(name, .you), person: entry(stage, name, isSuspended: isSuspended),
            reports: [report(stage, 1), report(stage, 3, isClosed: true)], actions: [action(stage)], reason: "",
            problems: problems)
    }
}
