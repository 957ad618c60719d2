import Database
import HTTP
import Proximity

/// `/settings/delete`: leaving for good.
extension Leaving {
    func showDelete(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        try deletePage(visit, viewer, Problems())
    }

    /// Gone at once for everybody; what takes longer to delete is deleted by a job.
    func delete(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        do {
            try accounts.checkPassword(visit, viewer, field: "password")
            let export = try site.database.read { try LeavingQueries.export($0, of: viewer.id) }
            try site.database.write { try depart($0, viewer, visit.now) }
            if let export { removeFiles(export.file) }
        } catch let problems as Problems {
            return try deletePage(visit, viewer, problems)
        }
        visit.addCookie(site.cookies.end(site.cookies.session))
        visit.addCookie(site.cookies.end(site.cookies.device))
        var response = visit.redirect(
            to: "/", saying: "Your account is deleted. Thank you for the time you were here, and take care.")
        response.headers.set("Clear-Site-Data", "\"cache\"")
        return response
    }

    /// Everything that others must not see any more goes in this transaction.
    private func depart(_ database: Writer, _ viewer: Viewer, _ now: Timestamp) throws {
        // Sent twice at once, the second form finds nobody.
        guard try !AccountQueries.hasLeft(database, viewer.id) else { return }
        if try AccountQueries.isLastAdministrator(database, viewer.id) {
            throw Problems("password", "You are the only administrator here. Make somebody else one first.")
        }
        try accounts.tellOfChange(database, viewer.id, "your account was deleted.", now)
        for part in all { try part.part(database, viewer.id, now) }
        let code = Departure.code(of: viewer.username, key: site.key)
        try AccountQueries.depart(database, viewer.id, nameCode: code, now)
        try requestErasure(database, viewer.id, now)
    }

    private func deletePage(_ visit: Visit, _ viewer: Viewer, _ problems: Problems) throws -> Response {
        let isLast = try site.database.read { try AccountQueries.isLastAdministrator($0, viewer.id) }
        let page = DeletePage(
            frame: visit.frame("Delete your account", .settings), username: viewer.username,
            isAdministrator: viewer.isAdministrator, isLastAdministrator: isLast, problems)
        return visit.page(page, status: problems.isEmpty ? .ok : .unprocessableContent)
    }
}
