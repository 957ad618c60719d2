import Database
import HTTP
import Proximity

/// The account pages for administrators.
extension Admin {
    func showOverview(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let words = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let (openReports, warnings, failing, people, actions) = try site.database.read { database in
            (
                try moderation.openCount(database),
                try site.features.all.flatMap { try $0.warnings(database, context.now) },
                try jobs.failing(database, context.now),
                try accounts.summaries(database, after: nil).people,
                try AdminQueries.actions(database, after: nil).actions
            )
        }
        return context.page(
            AdminPage(
                frame: context.frame("Administration", .administration), openReports: openReports,
                warnings: warnings,
                failing: failing.map { FailingPart($0, words) },
                newest: people.prefix(5).map { AccountSummaryPart($0, words) },
                actions: actions.prefix(5).map { ActionPart($0, words) }))
    }

    func showPeople(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let words = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let search = (context.query["q"] ?? "").trimmingCharacters(in: .whitespaces)
        let ((people, next), guests) = try site.database.read { database -> (([AccountSummary], Cursor?), Int) in
            if !search.isEmpty { return ((try accounts.summaries(database, named: search), nil), 0) }
            return (
                try accounts.summaries(database, after: Cursor(context.query["after"])),
                try accounts.guestCount(database)
            )
        }
        return context.page(
            AccountListPage(
                frame: context.frame("People", .administration), search: search,
                people: people.map { AccountSummaryPart($0, words) }, guests: guests,
                more: MorePart(AdminPaths.people, next)))
    }

    func showPerson(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try personPage(context, viewer, reason: "", errors: ValidationErrors(), status: .ok)
    }

    private func personPage(
        _ context: RequestContext, _ viewer: Viewer, reason: String, errors: ValidationErrors, status: Status
    ) throws -> Response {
        let words = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let (entry, reports, actions) = try site.database.read { database in
            let entry = try self.entry(database, context)
            return (
                entry, try moderation.list(database, about: entry.person.id),
                try AdminQueries.actions(database, about: entry.person.id)
            )
        }
        let subjects = moderation.subjects
        let page = AccountAdminPage(
            frame: context.frame(entry.person.name, .administration), person: AccountSummaryPart(entry, words),
            reports: reports.map { ReportPart($0, subjects, words) }, actions: actions.map { ActionPart($0, words) },
            reason: reason, errors: errors)
        return context.page(page, status: status)
    }

    func suspend(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            let reason = try AdminText.detail(context.form["reason"], field: "reason")
            let name = try site.database.write { database in
                let entry = try entry(database, context)
                if entry.isAdministrator { throw ValidationErrors("reason", "An administrator can't be suspended.") }
                if try accounts.suspend(database, entry.person.id, context.now) {
                    try record(database, .suspended, viewer, entry.person, reason, context.now)
                }
                return entry.person.fullName
            }
            return context.redirect(to: back(context), saying: "\(name) is suspended and signed out everywhere.")
        } catch let errors as ValidationErrors {
            return try personPage(
                context, viewer, reason: context.form["reason"] ?? "", errors: errors, status: .unprocessableContent)
        }
    }

    func unsuspend(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let name = try site.database.write { database in
            let entry = try entry(database, context)
            if try accounts.unsuspend(database, entry.person.id) {
                try record(database, .unsuspended, viewer, entry.person, "", context.now)
            }
            return entry.person.fullName
        }
        return context.redirect(to: back(context), saying: "\(name) can sign in again.")
    }

    func endSessions(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let name = try site.database.write { database in
            let entry = try entry(database, context)
            try accounts.endAllSessions(database, of: entry.person.id)
            try record(database, .endedSessions, viewer, entry.person, "", context.now)
            return entry.person.fullName
        }
        return context.redirect(to: back(context), saying: "\(name) is signed out everywhere.")
    }

    /// Mails a password reset link. Only its receiver sees the link.
    func resetLink(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            let name = try site.database.write { database in
                let entry = try entry(database, context)
                guard try accounts.sendResetLink(database, to: entry.person.id, context.now) else {
                    throw ValidationErrors("reset", "\(entry.person.fullName) has no email address.")
                }
                try record(database, .sentResetLink, viewer, entry.person, "", context.now)
                return entry.person.fullName
            }
            return context.redirect(to: back(context), saying: "We've emailed \(name) a link to reset the password.")
        } catch let errors as ValidationErrors {
            return try personPage(context, viewer, reason: "", errors: errors, status: .unprocessableContent)
        }
    }

    /// The account in the path, suspended ones included.
    private func entry(_ database: Reader, _ context: RequestContext) throws -> AccountSummary {
        guard let name = context.parameters["username"],
            let entry = try accounts.summary(database, named: name)
        else { throw Failure.notFound }
        return entry
    }

    /// The administrator page that contained the form, if there was one.
    private func back(_ context: RequestContext) -> String {
        let next = PathText.inside(context.form["next"])
        return next.hasPrefix(AdminPaths.overview + "/")
            ? next : AdminPaths.person(context.parameters["username"] ?? "")
    }

    /// Writes the viewer's action to the audit log, in the caller's transaction.
    func record(
        _ database: Writer, _ kind: AdminAction.Kind, _ viewer: Viewer, _ about: Person?, _ detail: String,
        _ now: Timestamp
    ) throws {
        try AdminQueries.record(
            database, kind.rawValue, by: (viewer.id, viewer.username), about: about, detail: detail, now)
    }
}
