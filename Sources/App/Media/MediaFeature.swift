import Database
import HTTP
import Media

/// Serves stored files to people who may see them, and runs the jobs on them.
struct MediaFeature: Feature {
    let site: Site
    let uploads: Uploads

    static let migrations = MediaSchema.migrations

    /// A note’s photo is loaded when the note is unfolded.
    var metricsLabel: String? { "media" }

    var routes: [Route] {
        [
            .get("/media/{name}", show).forGuests, .get("/media/{name}/{size}", show).forGuests,
            .get("/uploads/{id}", showQueuePosition),
        ]
    }

    /// A file never changes under its name, so the name is the entity tag. No Last-Modified: it would tell when the
    /// owner uploaded it.
    private static func tag(_ name: MediaName, _ size: MediaSize) -> String { "\(name)-\(size.rawValue)" }

    /// Forbids scripts and loading in any type a browser may guess. Cached copies are revalidated each time, since the
    /// viewer may have lost access.
    static let headers = Headers([
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

    /// The original has no size in its path, so that each file has one URL.
    private func size(_ uploadID: String?) -> MediaSize? {
        guard let uploadID else { return .original }
        return MediaSize(rawValue: uploadID).flatMap { $0 == .original ? nil : $0 }
    }

    /// `GET /uploads/{id}`: the place of an upload in the queue; null if it is not waiting.
    func showQueuePosition(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let ticket = uploads.uploadQueue[context.parameters["id"] ?? ""]
        return try context.json(["before": ticket.flatMap { uploads.processor.waitingBefore($0) }])
    }
}

extension MediaFeature: QueueSource {
    var queues: [QueueLength] {
        [
            QueueLength(name: "uploads", waiting: uploads.processor.waiting),
            QueueLength(name: "films", waiting: uploads.processor.slowWaiting),
        ]
    }
}
