import Database
import HTTP
import Media

/// Gives out stored files to those who may see what they belong to, and does the later work on them. Front door of the
/// feature.
struct MediaFeature: Feature {
    let site: Site
    let uploads: Uploads

    static let migrations = MediaSchema.migrations

    var routes: [Route] {
        [
            .get("/media/{name}", show), .get("/media/{name}/{size}", show),
            .get("/uploads/{id}", showQueuePosition),
        ]
    }

    /// A name's file never changes, so the name is its entity tag. The file's own time is not told: it is when its owner sent
    /// it.
    private static func tag(_ name: MediaName, _ size: MediaSize) -> String { "\(name)-\(size.rawValue)" }

    /// Nothing in a file of somebody's may run or load anything, whatever a browser takes it for; and a copy is shown
    /// again only after asking, since the gate may have closed.
    private static let headers = Headers([
        ("Content-Security-Policy", "default-src 'none'; sandbox"), ("X-Content-Type-Options", "nosniff"),
    ])

    /// `GET /media/{name}`, `GET /media/{name}/{size}`
    func show(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        guard let name = MediaName(context.parameters["name"] ?? ""), let size = size(context.parameters["size"]) else {
            throw Failure.notFound
        }
        let access = site.features.conforming(to: (any MediaAccess).self)
        let type = try site.database.read { database -> String? in
            guard try access.contains(where: { try $0.mayRead(database, name, viewer) }) else { return nil }
            return try MediaQueries.contentType(database, name, size)
        }
        guard let type,
            let response = FileAnswer.respond(
                to: context.request.head, path: uploads.store.path(name, size), type: type,
                cacheControl: "private, no-cache", tag: MediaFeature.tag(name, size), headers: MediaFeature.headers)
        else { throw Failure.notFound }
        return context.finished(response)
    }

    /// The original has no size in its address, so that one file has one address.
    private func size(_ uploadID: String?) -> MediaSize? {
        guard let uploadID else { return .original }
        return MediaSize(rawValue: uploadID).flatMap { $0 == .original ? nil : $0 }
    }

    /// `GET /uploads/{id}`: how many uploads are before one that waits; null when it does not wait (any more).
    func showQueuePosition(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let ticket = uploads.uploadQueue[context.parameters["id"] ?? ""]
        return try context.json(["before": ticket.flatMap { uploads.processor.waitingBefore($0) }])
    }
}
