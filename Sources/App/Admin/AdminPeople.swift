import Database
import HTTP
import Mail
import Proximity

/// The account pages for administrators.
extension Admin {
    func showPeople(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let times = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let search = (context.query["q"] ?? "").trimmingCharacters(in: .whitespaces)
        let isByName = context.query["sort"] == "name"
        let (people, more, guests) = try site.database.read { database -> ([AccountSummary], MorePart?, Int) in
            if !search.isEmpty { return (try accounts.summaries(database, named: search), nil, 0) }
            let guests = try accounts.guestCount(database)
            if isByName {
                let found = try accounts.summaries(
                    database, byNameAfter: String((context.query["after"] ?? "").prefix(60)))
                return (found.people, found.next.map { AdminPaths.people(after: $0) }, guests)
            }
            let found = try accounts.summaries(database, after: Cursor(context.query["after"]))
            return (found.people, AdminPaths.people(after: found.next), guests)
        }
        return context.page(
            AccountListPage(
                frame: context.frame("People", .you), search: search, isByName: isByName,
                people: people.map { AccountSummaryPart($0, times) }, guests: guests, more: more))
    }

    func showPerson(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try personPage(context, viewer)
    }

    /// The page of an account, with a form on it as it was sent.
    ///
    /// - Parameters:
    ///   - reason: for a suspension.
    ///   - typedName: with which a deletion was confirmed.
    func personPage(
        _ context: RequestContext, _ viewer: Viewer, reason: String = "", typedName: String = "",
        errors: ValidationErrors = ValidationErrors()
    ) throws -> Response {
        let times = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let (entry, reports, actions) = try site.database.read { database in
            let entry = try self.entry(database, context)
            return (
                entry, try moderation.list(database, about: entry.person.id),
                try AdminQueries.actions(database, about: entry.person.id)
            )
        }
        let subjects = moderation.subjects
        let page = AccountAdminPage(
            frame: context.frame(entry.person.name, .you), person: AccountSummaryPart(entry, times),
            reports: reports.map { ReportPart($0, subjects: subjects, times: times) },
            actions: actions.map { ActionPart($0, times) },
            hasMail: !site.mail.isOutbox, reason: reason, typedName: String(typedName.prefix(60)), errors: errors)
        return context.page(page, status: errors.isEmpty ? .ok : .unprocessableContent)
    }

    func suspend(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            let reason = try AdminText.detail(context.form["reason"], field: "reason")
            let name = try site.database.write { database in
                let entry = try entry(database, context)
                if entry.isAdministrator { throw ValidationErrors("reason", "An administrator can’t be suspended.") }
                if try accounts.suspend(database, entry.person.id, at: context.now) {
                    try record(database, .suspended, by: viewer, about: entry.person, detail: reason, at: context.now)
                }
                return entry.person.fullName
            }
            return context.redirect(to: back(context), saying: "\(name) is suspended and signed out everywhere.")
        } catch let errors as ValidationErrors {
            return try personPage(context, viewer, reason: context.form["reason"] ?? "", errors: errors)
        }
    }

    func unsuspend(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let name = try site.database.write { database in
            let entry = try entry(database, context)
            if try accounts.unsuspend(database, entry.person.id) {
                try record(database, .unsuspended, by: viewer, about: entry.person, detail: "", at: context.now)
            }
            return entry.person.fullName
        }
        return context.redirect(to: back(context), saying: "\(name) can sign in again.")
    }

    func makeAdministrator(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let name = try site.database.write { database in
            let entry = try entry(database, context)
            if entry.isSuspended { throw Failure.notFound }
            if !entry.isAdministrator {
                try accounts.makeAdministrator(database, entry.person.id, at: context.now)
                try record(database, .addedAdministrator, by: viewer, about: entry.person, detail: "", at: context.now)
            }
            return entry.person.fullName
        }
        return context.redirect(to: back(context), saying: "\(name) is an administrator now.")
    }

    func removeAdministrator(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            let person = try site.database.write { database in
                let entry = try entry(database, context)
                if try accounts.isLastAdministrator(database, entry.person.id) {
                    throw ValidationErrors(
                        "administrator", "A site needs an administrator. Make somebody else one first.")
                }
                if try accounts.removeAdministrator(database, entry.person.id) {
                    try record(
                        database, .removedAdministrator, by: viewer, about: entry.person, detail: "", at: context.now)
                }
                return entry.person
            }
            let isOwn = person.id == viewer.id
            return context.redirect(
                to: isOwn ? SitePaths.home : back(context), saying: "\(person.fullName) is a member like others now.")
        } catch let errors as ValidationErrors {
            return try personPage(context, viewer, errors: errors)
        }
    }

    func endSessions(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let name = try site.database.write { database in
            let entry = try entry(database, context)
            try accounts.endAllSessions(database, of: entry.person.id)
            try record(database, .endedSessions, by: viewer, about: entry.person, detail: "", at: context.now)
            return entry.person.fullName
        }
        return context.redirect(to: back(context), saying: "\(name) is signed out everywhere.")
    }

    /// `POST /admin/people/{username}/reset-link`: mails a link for a new password and says what became of the mail. No
    /// page shows the link: only its receiver sees it, or the host in the outbox where there is no mail server.
    func resetLink(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let entry = try site.database.read { try self.entry($0, context) }
        // Counted apart from the links that the person asks for.
        try site.throttles.attempt([(.forgotByAccount, "by administrators \(entry.person.id)")], context.now)
        do {
            let words = try mailLink(to: entry.person, context, viewer)
            return context.redirect(to: AdminPaths.person(entry.person.username), saying: words)
        } catch let errors as ValidationErrors {
            return try personPage(context, viewer, errors: errors)
        }
    }

    /// Mails a link. What the mail server or the outbox may take later is tried again by a job.
    ///
    /// - Returns: what became of it, as sentences.
    /// - Throws: `ValidationErrors` on `reset` if nothing is sent.
    private func mailLink(to person: Person, _ context: RequestContext, _ viewer: Viewer) throws -> String {
        // Before the mail: no link is out of which the audit log says nothing.
        try site.database.write { database in
            guard try AddressQueries.recipient(database, person.id) != nil else {
                throw ValidationErrors("reset", "\(person.fullName) has no email address.")
            }
            let detail = site.mail.isOutbox ? "No mail server: it is in the outbox." : ""
            try record(database, .sentResetLink, by: viewer, about: person, detail: detail, at: context.now)
        }
        do { _ = try accounts.mailResetLink(to: person.id, context.now) } catch let error as MailError {
            let problem = FailingWork.words(for: error)
            try site.database.write { database in
                if error.isTemporary { _ = try accounts.sendResetLink(database, to: person.id, context.now) }
                let detail = "\(problem) \(error.isTemporary ? "It is tried again." : "Nothing was sent.")"
                try record(database, .sentResetLink, by: viewer, about: person, detail: detail, at: context.now)
            }
            guard error.isTemporary else { throw ValidationErrors("reset", "\(problem) Nothing was sent.") }
            return "\(problem) Whether the link is sent isn’t certain: it’s tried again automatically. "
                + "If it keeps failing, Administration shows why."
        }
        return site.mail.isOutbox
            ? "No mail server is set up. The message with the link for \(person.fullName) is in the folder outbox of the "
                + "data folder on the server, where the host can pass it on."
            : "We’ve emailed \(person.fullName) a link to reset the password. The mail server has taken it."
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
        _ database: Writer, _ kind: AdminAction.Kind, by viewer: Viewer, about: Person?, detail: String,
        at now: Timestamp
    ) throws {
        try AdminQueries.record(
            database, kind.rawValue, by: (viewer.id, viewer.username), about: about, detail: detail, at: now)
    }
}
