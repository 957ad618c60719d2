import Database
import HTTP
import Proximity

/// `/settings/delete`: deletes the account.
extension AccountData {
    func showDelete(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try deletePage(context, viewer, ValidationErrors())
    }

    /// Hides the account from everybody at once; a job deletes what takes longer.
    func delete(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            try accounts.checkPassword(context, viewer, field: "password")
            let export = try site.database.read { try ExportQueries.export($0, of: viewer.id) }
            try site.database.write { try deleteAccount($0, viewer, context.now) }
            if let export { removeFiles(export.file) }
        } catch let errors as ValidationErrors {
            return try deletePage(context, viewer, errors)
        }
        context.addCookie(site.cookies.end(site.cookies.session))
        context.addCookie(site.cookies.end(site.cookies.device))
        var response = context.redirect(
            to: SitePaths.home, saying: "Your account is deleted. Thank you for being here, and take care.")
        response.headers.set("Clear-Site-Data", "\"cache\"")
        return response
    }

    /// Deletes everything that others must no longer see, in one transaction.
    private func deleteAccount(_ database: Writer, _ viewer: Viewer, _ now: Timestamp) throws {
        // If the form was sent twice at once, the account is already deleted.
        guard try !accounts.isDeleted(database, viewer.id) else { return }
        if try accounts.isLastAdministrator(database, viewer.id) {
            throw ValidationErrors("password", "You're the only administrator. Make somebody else one first.")
        }
        try accounts.tellOfChange(database, viewer.id, "Your account was deleted.", now)
        // The upper features first: they may ask the lower ones who was whose friend.
        for part in all.reversed() { try part.delete(database, viewer.id, now) }
        try accounts.delete(database, viewer, now)
        try requestErasure(database, viewer.id, now)
    }

    private func deletePage(_ context: RequestContext, _ viewer: Viewer, _ errors: ValidationErrors) throws -> Response
    {
        let isLast = try site.database.read { try accounts.isLastAdministrator($0, viewer.id) }
        let page = DeletePage(
            frame: context.frame("Delete your account", .settings), username: viewer.username,
            isAdministrator: viewer.isAdministrator, isLastAdministrator: isLast, all, errors)
        return context.page(page, status: errors.isEmpty ? .ok : .unprocessableContent)
    }
}
