import Database
import Foundation
import HTTP
import Proximity
import Safeguards

/// `/settings/export`: requests, shows, downloads and deletes an export.
extension AccountData {
    func showExport(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try exportPage(context, viewer, errors: ValidationErrors())
    }

    /// Asks for the password, so that a stolen session cannot export everything.
    func startExport(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            try accounts.checkPassword(context, viewer, field: "password")
        } catch let errors as ValidationErrors {
            return try exportPage(context, viewer, errors: errors)
        }
        let earlier = try site.database.read { try ExportQueries.export($0, of: viewer.id) }
        guard earlier?.isUnderWay != true else { return context.redirect(to: AccountDataPaths.export) }
        let bytes = try site.database.read { database in
            try all.reduce(0) { $0 + (try $1.fileBytes(database, viewer.id)) }
        }
        guard hasRoom(bytes + AccountData.maxText) else { throw Failure.noSpace }
        try site.throttles.attempt([(.export, "\(viewer.id)")], context.now)
        let file = Base64URL.encode(site.environment.randomBytes(20))
        try site.database.write { database in
            // If the form was sent twice at once, only the first one starts an export.
            if try ExportQueries.export(database, of: viewer.id)?.isUnderWay == true { return }
            try ExportQueries.delete(database, of: viewer.id)
            try ExportQueries.insert(database, file: file, of: viewer.id, context.now)
            try Job.enqueue(
                database, kind: AccountData.making, key: "\(AccountData.making) \(file)", payload: file,
                for: viewer.id, at: context.now)
        }
        if let earlier { removeFiles(earlier.file) }
        return context.redirect(to: AccountDataPaths.export)
    }

    /// Upper bound for the texts of an export, in bytes.
    private static let maxText = 64 << 20

    func removeExport(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        guard let export = try site.database.read({ try ExportQueries.export($0, of: viewer.id) }) else {
            throw Failure.notFound
        }
        try site.database.write { try ExportQueries.delete($0, of: viewer.id) }
        removeFiles(export.file)
        return context.redirect(to: AccountDataPaths.export, saying: "Export deleted.")
    }

    /// `GET /settings/export/{file}`: 404 unless the export is the viewer's.
    func download(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        guard let export = try site.database.read({ try ExportQueries.export($0, of: viewer.id) }),
            export.file == context.parameters["file"], let finished = export.finishedAt
        else { throw Failure.notFound }
        let day = RelativeTimeFormatter.machine(finished).prefix(10)
        let headers = Headers([
            ("Content-Disposition", "attachment; filename=\"cairn-\(viewer.username)-\(day).zip\""),
            ("Content-Security-Policy", "default-src 'none'; sandbox"), ("X-Content-Type-Options", "nosniff"),
        ])
        guard
            let response = FileAnswer.respond(
                to: context.request.head, path: path(export.file), type: "application/zip",
                cacheControl: "private, no-store", tag: export.file, headers: headers)
        else { throw Failure.notFound }
        return context.finished(response)
    }

    private func exportPage(_ context: RequestContext, _ viewer: Viewer, errors: ValidationErrors) throws -> Response {
        let export = try site.database.read { try ExportQueries.export($0, of: viewer.id) }
        let page = ExportPage(
            frame: context.frame("Export your data", .settings), export,
            times: RelativeTimeFormatter(viewer.timeZone, now: context.now), errors: errors)
        return context.page(page, status: errors.isEmpty ? .ok : .unprocessableContent)
    }
}
