import Database
import Foundation
import HTTP
import Proximity
import Safeguards

/// `/settings/export`: asking for an archive, waiting for it, taking it and throwing it away.
extension Leaving {
    func showExport(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        try exportPage(visit, viewer, Problems())
    }

    /// Asks for the password: who has come by somebody's session shall not take everything along.
    func startExport(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        do {
            try accounts.checkPassword(visit, viewer, field: "password")
        } catch let problems as Problems {
            return try exportPage(visit, viewer, problems)
        }
        let earlier = try site.database.read { try LeavingQueries.export($0, of: viewer.id) }
        guard earlier?.isUnderWay != true else { return visit.redirect(to: "/settings/export") }
        let bytes = try site.database.read { try MediaQueries.used($0, by: viewer.id).bytes }
        guard hasRoom(bytes + Leaving.mostText) else { throw Failure.noSpace }
        try site.throttles.attempt([(.export, "\(viewer.id)")], visit.now)
        let file = Base64URL.encode(site.surroundings.randomBytes(20))
        try site.database.write { database in
            // Of two forms sent at once, one asks.
            if try LeavingQueries.export(database, of: viewer.id)?.isUnderWay == true { return }
            try LeavingQueries.delete(database, of: viewer.id)
            try LeavingQueries.insert(database, file: file, of: viewer.id, visit.now)
            try Jobs.add(
                database, kind: Leaving.making, key: "\(Leaving.making) \(file)", payload: file, at: visit.now)
        }
        if let earlier { removeFiles(earlier.file) }
        return visit.redirect(to: "/settings/export")
    }

    /// What the texts of an export may need beside the media, in bytes.
    private static let mostText = 64 << 20

    func removeExport(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        guard let export = try site.database.read({ try LeavingQueries.export($0, of: viewer.id) }) else {
            throw Failure.notFound
        }
        try site.database.write { try LeavingQueries.delete($0, of: viewer.id) }
        removeFiles(export.file)
        return visit.redirect(to: "/settings/export", saying: "It is deleted from this site.")
    }

    /// `GET /settings/export/{file}`: only the viewer's own; there is nothing else at the path.
    func download(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        guard let export = try site.database.read({ try LeavingQueries.export($0, of: viewer.id) }),
            export.file == visit.parameters["file"], let finished = export.finishedAt
        else { throw Failure.notFound }
        let day = DayWords.machine(finished).prefix(10)
        let headers = Headers([
            ("Content-Disposition", "attachment; filename=\"cairn-\(viewer.username)-\(day).zip\""),
            ("Content-Security-Policy", "default-src 'none'; sandbox"), ("X-Content-Type-Options", "nosniff"),
        ])
        guard
            let response = FileAnswer.respond(
                to: visit.request.head, path: path(export.file), type: "application/zip",
                cacheControl: "private, no-store", tag: export.file, headers: headers)
        else { throw Failure.notFound }
        return visit.finished(response)
    }

    private func exportPage(_ visit: Visit, _ viewer: Viewer, _ problems: Problems) throws -> Response {
        let export = try site.database.read { try LeavingQueries.export($0, of: viewer.id) }
        let page = ExportPage(
            frame: visit.frame("Take your data along", .settings), export,
            DayWords(viewer.timeZone, now: visit.now), problems)
        return visit.page(page, status: problems.isEmpty ? .ok : .unprocessableContent)
    }
}
