import Database
import HTTP
import Proximity

/// `/settings/delete`: deletes the account.
extension AccountData {
    func showDelete(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try deletePage(context, viewer, errors: ValidationErrors())
    }

    /// Hides the account from everybody at once; a job deletes what takes longer.
    func delete(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            try accounts.checkPassword(context, viewer, field: "password")
            let export = try site.database.read { try ExportQueries.export($0, of: viewer.id) }
            try site.database.write {
                try deleteAccount(
                    $0, viewer.id, username: viewer.username, words: "Your account was deleted.", at: context.now)
            }
            if let export { removeFiles(export.file) }
        } catch let errors as ValidationErrors {
            return try deletePage(context, viewer, errors: errors)
        }
        context.addCookie(site.cookies.end(site.cookies.session))
        context.addCookie(site.cookies.end(site.cookies.device))
        var response = context.redirect(
            to: SitePaths.home, saying: "Your account is deleted. Thank you for being here, and take care.")
        response.headers.set("Clear-Site-Data", "\"cache\"")
        return response
    }

    /// Deletes everything that others must no longer see, in one transaction.
    ///
    /// - Parameter words: what its owner is told by mail.
    private func deleteAccount(
        _ database: Writer, _ account: ID<Account>, username: String, words: String, at now: Timestamp
    ) throws {
        // If the form was sent twice at once, the account is already deleted.
        guard try !accounts.isDeleted(database, account) else { return }
        if try accounts.isLastAdministrator(database, account) {
            throw ValidationErrors("password", "You’re the only administrator. Make somebody else one first.")
        }
        try accounts.notifyOfChange(database, account, what: words, at: now)
        // The upper features first: they may ask the lower ones who was whose friend.
        for part in all.reversed() { try part.delete(database, account, now) }
        try accounts.delete(database, account, username: username, at: now)
        try requestErasure(database, account, at: now)
    }

    /// `POST /admin/people/{username}/delete` (username: typed once more): as if the person had done it.
    func deleteByAdministrator(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let typed = (context.form["username"] ?? "").trimmingCharacters(in: .whitespaces)
        do {
            let (person, export, isMailed) = try site.database.write { database in
                let person = try self.person(database, context.parameters["username"] ?? "", typed: typed)
                let isMailed = try AddressQueries.recipient(database, person.id) != nil && !site.mail.isOutbox
                let export = try ExportQueries.export(database, of: person.id)
                try deleteAccount(
                    database, person.id, username: person.username,
                    words: "Your account was deleted by an administrator.",
                    at: context.now)
                try site.features.record(
                    database, "deleted the account of", by: viewer, detail: person.username, at: context.now)
                return (person, export, isMailed)
            }
            if let export { removeFiles(export.file) }
            return context.redirect(
                to: AdminPaths.people,
                saying: WordList.sentences(
                    "The account of \(person.fullName) is deleted.", isMailed ? "They’re told by email." : ""))
        } catch let errors as ValidationErrors {
            return try admin.personPage(context, viewer, typedName: typed, errors: errors)
        }
    }

    /// The person whom an administrator may delete.
    ///
    /// - Parameter typed: the name that was typed once more.
    /// - Throws: `ValidationErrors` on `username` for another name, and for an administrator; `Failure.notFound`.
    private func person(_ database: Reader, _ name: String, typed: String) throws -> Person {
        guard let found = try accounts.summary(database, named: name) else { throw Failure.notFound }
        let username = found.person.username
        if found.isAdministrator { throw ValidationErrors("username", "First make \(username) a member like others.") }
        guard Username.fold(typed) == Username.fold(username) else {
            throw ValidationErrors(
                "username",
                typed.isEmpty
                    ? "Type \(username) to delete the account."
                    : "Nothing was deleted: the name you typed is another one.")
        }
        return found.person
    }

    private func deletePage(_ context: RequestContext, _ viewer: Viewer, errors: ValidationErrors) throws -> Response {
        let isLast = try site.database.read { try accounts.isLastAdministrator($0, viewer.id) }
        let page = DeletePage(
            frame: context.frame("Delete your account", .settings), username: viewer.username,
            isAdministrator: viewer.isAdministrator, isLastAdministrator: isLast, all, errors)
        return context.page(page, status: errors.isEmpty ? .ok : .unprocessableContent)
    }
}
