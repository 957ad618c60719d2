import Database
import Foundation
import HTTP
import Proximity
import Text
import ZoneFiles

/// How administrators make zones.
extension Zones {
    var adminRoutes: [Route] {
        [
            .adminGet("/admin/zones", showAdmin), .adminGet("/admin/zones/new", showNew),
            .adminPost("/admin/zones/new", step), .adminPost("/admin/zones", create),
            .adminUpload("/admin/zones/import", bodyLimit: ZoneFile.largest + 100_000, importFile),
            .adminGet("/admin/zones/{id}/edit", showEdit), .adminPost("/admin/zones/{id}/edit", edit),
            .adminPost("/admin/zones/{id}/delete", delete),
        ]
    }

    /// `GET /admin/zones`
    func showAdmin(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try adminPage(context, ValidationErrors())
    }

    private func adminPage(_ context: RequestContext, _ errors: ValidationErrors) throws -> Response {
        let (zones, next) = try site.database.read { try list($0, after: context.query["after"]) }
        let page = ZoneAdminPage(
            frame: context.frame("Zones", .administration), zones: zones.map { ZoneAdminPage.Row($0) },
            more: next.map { MorePart(address: "\(ZonePaths.admin)?after=\($0)") }, file: errors.part("file"))
        return context.page(page, status: errors.isEmpty ? .ok : .unprocessableContent)
    }

    /// A page of all zones after the one with an id, and the id that the next one goes on after.
    func list(_ database: Reader, after text: String?) throws -> (zones: [Zone], next: String?) {
        let last = try text.flatMap { ID<Zone>($0) }.flatMap { try ZoneQueries.zone(database, $0) }
        let zones = try ZoneQueries.page(database, after: last)
        let shown = Array(zones.prefix(ZoneQueries.pageSize))
        let next = zones.count > shown.count ? shown.last.map { "\($0.id)" } : nil
        return (shown, next)
    }

    /// `GET /admin/zones/new`
    func showNew(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let start = try composer.start(context, viewer)
        var draft = ZoneDraft(around: start.centre, submission: newSubmission())
        if let place = try? PlaceFields.read(context.query) { draft.choose(place) }
        return formPage(context, viewer, draft, nil, ValidationErrors())
    }

    /// `POST /admin/zones/new`: a click on the map, a search, or another button of the form, which is shown again.
    func step(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        var (draft, zone) = try sent(context, viewer)
        var errors = ValidationErrors()
        _ = NewZone.shape(context.form, into: &errors)
        if context.form["search"] != nil || context.form["match"] != nil {
            let isFound = draft.search(context.form, in: basemaps)
            if !isFound { errors.add("place", PlaceSearch.refusal(of: draft.search)) }
        } else {
            draft.step(context.form, size: Picker.Size(context.query))
        }
        return formPage(context, viewer, draft, zone, errors)
    }

    /// `POST /admin/zones`
    func create(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            let zone = try NewZone(context.form)
            let key = SubmissionKey.read(context.form) ?? newSubmission()
            let id = try site.database.write { database in
                if let made = try ZoneQueries.made(database, by: key) { return made }
                try site.features.record(database, "made a zone", by: viewer, detail: zone.name, context.now)
                return try ZoneQueries.insert(database, zone, submission: key, context.now)
            }
            return context.redirect(to: ZonePaths.zone(id), saying: "\(zone.name) is on the map.")
        } catch let errors as ValidationErrors {
            return formPage(context, viewer, try sent(context, viewer).draft, nil, errors)
        }
    }

    /// `GET /admin/zones/{id}/edit`
    func showEdit(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let zone = try site.database.read { try self.zone($0, context) }
        return editPage(context, viewer, zone, ValidationErrors())
    }

    /// The form of a zone as it is stored.
    func editPage(
        _ context: RequestContext, _ viewer: Viewer, _ zone: Zone, _ errors: ValidationErrors
    ) -> Response {
        formPage(context, viewer, ZoneDraft(zone, submission: newSubmission()), zone, errors)
    }

    /// `POST /admin/zones/{id}/edit`
    func edit(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let old = try site.database.read { try self.zone($0, context) }
        do {
            let zone = try NewZone(context.form)
            try site.database.write { database in
                _ = try self.zone(database, context)
                try ZoneQueries.update(database, old.id, zone)
                try site.features.record(database, "changed a zone", by: viewer, detail: zone.name, context.now)
            }
            return context.redirect(to: ZonePaths.zone(old.id), saying: "Saved.")
        } catch let errors as ValidationErrors {
            return formPage(context, viewer, try sent(context, viewer).draft, old, errors)
        }
    }

    /// `POST /admin/zones/{id}/delete`
    func delete(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        // In pieces: a zone may have hundreds of songs, and others write in between.
        while try site.database.write({ try deleteTracks($0, of: zone($0, context), viewer, context.now) }) {}
        let name = try site.database.write { database in
            let zone = try self.zone(database, context)
            try ZoneQueries.setCover(database, nil, of: zone.id, context.now)
            while try deleteTracks(database, of: zone, viewer, context.now) {}
            _ = try ZoneQueries.delete(database, zone.id)
            try site.features.record(database, "deleted a zone", by: viewer, detail: zone.name, context.now)
            return zone.name
        }
        return context.redirect(to: ZonePaths.admin, saying: "\(name) is deleted.")
    }

    /// So many songs are deleted in one write.
    private static let mostDeleted = 20

    /// Deletes some songs of a zone; false when there are none.
    private func deleteTracks(_ database: Writer, of zone: Zone, _ viewer: Viewer, _ now: Timestamp) throws -> Bool {
        let tracks = try ZoneTrackQueries.tracks(database, of: zone.id, for: viewer.id, limit: Zones.mostDeleted, now)
        for track in tracks { try ZoneTrackQueries.delete(database, track, now) }
        return !tracks.isEmpty
    }

    /// `POST /admin/zones/import`
    func importFile(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            guard let file = context.form.file("file"), file.byteCount > 0 else {
                throw ValidationErrors("file", "Choose a file.")
            }
            let data = try Data(contentsOf: URL(fileURLWithPath: file.file.path))
            let contents = try read(data)
            let made = try add(contents.areas, context.now) { database in
                try site.features.record(
                    database, "imported zones", by: viewer, detail: "\(contents.areas.count)", context.now)
            }
            let left = MessageList(contents.leftOut).sentences
            return context.redirect(
                to: ZonePaths.admin, saying: WordList.sentences("\(CountWords.starting(made, "zone")) imported.", left))
        } catch let errors as ValidationErrors {
            return try adminPage(context, errors)
        }
    }

    private func read(_ data: Data) throws(ValidationErrors) -> ZoneFileContents {
        do { return try ZoneFile.read(data) } catch { throw ValidationErrors("file", error.sentence) }
    }

    /// Adds the areas of a file, all or none.
    ///
    /// - Returns: how many.
    @discardableResult
    func add(
        _ areas: [NamedArea], _ now: Timestamp, also: (Writer) throws -> Void = { _ in }
    ) throws -> Int {
        let zones = areas.map { NewZone(name: $0.name, colour: $0.colour ?? Zone.usualColour, fence: $0.fence) }
        try site.database.write { database in
            for zone in zones {
                _ = try ZoneQueries.insert(database, zone, submission: newSubmission(), now)
            }
            try also(database)
        }
        return areas.count
    }

    private var composer: Composer { Composer(site: site, uploads: uploads, positions: positions, basemaps: basemaps) }

    func newSubmission() -> String { Base64URL.encode(site.environment.randomBytes(15)) }

    /// The form as it was sent, and the zone that it is about.
    private func sent(_ context: RequestContext, _ viewer: Viewer) throws -> (draft: ZoneDraft, zone: Zone?) {
        let start = try composer.start(context, viewer)
        let draft = ZoneDraft(context.form, around: start.centre, submission: newSubmission())
        let zone = try context.form["zone"].flatMap { ID<Zone>($0) }.flatMap { id in
            try site.database.read { try ZoneQueries.zone($0, id) }
        }
        return (draft, zone)
    }

    private func formPage(
        _ context: RequestContext, _ viewer: Viewer, _ draft: ZoneDraft, _ zone: Zone?, _ errors: ValidationErrors
    ) -> Response {
        let page = ZoneFormPage(
            context.frame(zone.map { $0.name } ?? "New zone", .administration), draft, zone, viewer, basemaps,
            uploadID: Base64URL.encode(site.environment.randomBytes(12)), errors)
        return context.page(page, status: errors.isEmpty ? .ok : .unprocessableContent)
    }
}
