import Database
import HTTP
import Media
import Proximity

/// Photos of zones.
extension Zones {
    var coverRoutes: [Route] {
        [
            .adminUpload("/admin/zones/{id}/cover", bodyLimit: Uploads.pictureFormBytes, setCover),
            .adminPost("/admin/zones/{id}/cover/remove", removeCover),
        ]
    }

    /// `POST /admin/zones/{id}/cover`
    func setCover(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let zone = try site.database.read { try self.zone($0, context) }
        do {
            guard let file = context.form.file("cover"), file.byteCount > 0 else {
                throw ValidationErrors("cover", "Choose a photo.")
            }
            let prepared = try uploads.take(
                file, asOneOf: [.photo], inTurnOf: viewer.id, uploadID: context.form["upload_id"] ?? "")
            try uploads.keep(prepared, of: viewer.id, context.now, isCounted: false) { database, name in
                // It belongs to the site, not to who brought it.
                try Uploads.disown(database, name, at: context.now)
                try ZoneQueries.setCover(database, name, of: zone.id, at: context.now)
                try note(database, "changed a zone’s photo", by: viewer, detail: [zone.name], at: context.now)
            }
            return context.redirect(to: ZonePaths.edit(zone.id), saying: "Saved.")
        } catch let errors as ValidationErrors {
            return editPage(context, viewer, zone: zone, errors: errors)
        } catch let refused as RefusedUpload {
            return refused.answer(
                editPage(context, viewer, zone: zone, errors: ValidationErrors("cover", refused.sentence)))
        }
    }

    /// `POST /admin/zones/{id}/cover/remove`
    func removeCover(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try site.database.write { database in
            let zone = try self.zone(database, context)
            try ZoneQueries.setCover(database, nil, of: zone.id, at: context.now)
            if zone.cover != nil {
                try note(database, "removed a zone’s photo", by: viewer, detail: [zone.name], at: context.now)
            }
            return zone.id
        }
        return context.redirect(to: ZonePaths.edit(id), saying: "Photo removed.")
    }

    /// `GET /zones/{id}/tracks/{track}/cover/{size}`: what came with a song; `size` is `small` or `medium`.
    func showCover(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        guard let size = MediaSize(rawValue: context.parameters["size"] ?? ""), [.small, .medium].contains(size) else {
            throw Failure.notFound
        }
        let track = try site.database.read { try self.track($0, context, for: viewer) }
        guard track.hasCover else { throw Failure.notFound }
        return try file(of: track.media, size, context)
    }
}

/// SQL on photos of zones.
extension ZoneQueries {
    /// Sets or removes a zone's photo, and deletes the one before.
    ///
    /// - Throws: `Failure.notFound` when the zone is gone.
    static func setCover(_ database: Writer, _ name: MediaName?, of id: ID<Zone>, at now: Timestamp) throws {
        guard let zone = try zone(database, id) else { throw Failure.notFound }
        try database.execute("UPDATE zone SET cover = \(name?.text) WHERE id = \(id)")
        if let old = zone.cover { try Uploads.release(database, old, at: now) }
    }

    /// Whether a zone has this photo.
    static func isCover(_ database: Reader, _ name: MediaName) throws -> Bool {
        try database.exists("SELECT 1 FROM zone WHERE cover = \(name.text)")
    }
}
