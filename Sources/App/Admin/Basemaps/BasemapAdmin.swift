import Foundation
import HTTP
import MapDownload

/// How administrators get maps, and put them in order.
extension Admin {
    /// Bytes of a map that a browser sends.
    static let maxBasemapBytes = BasemapUpload.maxBytes

    var basemapRoutes: [Route] {
        [
            .adminGet("/admin/basemaps", showBasemaps), .adminPost("/admin/basemaps/find", findBasemap),
            .adminPost("/admin/basemaps/get", getBasemap), .adminPost("/admin/basemaps/stop", stopBasemap),
            .adminUpload("/admin/basemaps", bodyLimit: Admin.maxBasemapBytes + 100_000, addBasemap),
            .adminPost("/admin/basemaps/{name}/raise", raiseBasemap),
            .adminPost("/admin/basemaps/{name}/remove", removeBasemap),
            .adminPost("/admin/basemaps/{name}/restore", restoreBasemap),
        ]
    }

    /// `GET /admin/basemaps`
    func showBasemaps(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        basemapPage(context, viewer, draft: BasemapDraft(), errors: ValidationErrors())
    }

    private func basemapPage(
        _ context: RequestContext, _ viewer: Viewer, draft: BasemapDraft, errors: ValidationErrors
    ) -> Response {
        let page = BasemapAdminPage(
            frame: context.frame("Maps", .you), style: site.assets.pageStyles["basemaps"] ?? "", viewer,
            basemaps: basemaps,
            state: basemaps.loader.current, near: basemaps.startingPlace(site.settings), draft: draft, errors: errors)
        return context.page(page, status: errors.isEmpty ? .ok : .unprocessableContent)
    }

    /// `POST /admin/basemaps/find`: what a map of a place or of a rectangle would be.
    func findBasemap(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        var draft = BasemapDraft(context.form)
        var errors = ValidationErrors()
        do throws(ValidationErrors) { draft.region = try wanted(draft) } catch { errors = error }
        if let region = draft.region {
            do throws(DownloadError) {
                draft.offer = BasemapOfferPart(
                    summary: try basemaps.loader.find(region, into: basemaps.folder).summary, region, for: viewer,
                    basemaps: basemaps,
                    csrf: context.frame("").csrf)
            } catch {
                errors.add(draft.edges.isEmpty ? "place" : "edges", "No map of \(region.title): \(error.reason).")
            }
        }
        return basemapPage(context, viewer, draft: draft, errors: errors)
    }

    /// The region that a form asks for: its rectangle, else a square around its place.
    private func wanted(_ draft: BasemapDraft) throws(ValidationErrors) -> BasemapRegion {
        guard draft.edges.isEmpty else {
            guard let region = draft.edges.region else { throw ValidationErrors("edges", BasemapEdges.wrong) }
            return region
        }
        guard !draft.place.isEmpty else {
            throw ValidationErrors("place", "Name a town, draw a rectangle, or give degrees like 60.17, 24.94.")
        }
        guard let region = basemaps.region(around: draft.place, side: draft.side, site.settings) else {
            throw ValidationErrors("place", PlaceSearch.nothing(called: draft.place))
        }
        return region
    }

    /// `POST /admin/basemaps/get`
    func getBasemap(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        guard let region = context.form["bbox"].flatMap({ BasemapRegion(box: $0) })?.titled(context.form["title"] ?? "")
        else {
            return basemapPage(
                context, viewer, draft: BasemapDraft(context.form),
                errors: ValidationErrors("place", "Name a town first."))
        }
        guard basemaps.loader.begin(region, for: basemaps) else {
            return context.redirect(to: AdminPaths.basemaps, saying: "Another map is being loaded. One at a time.")
        }
        try note("got a map", detail: region.title, in: context, for: viewer)
        return context.redirect(to: AdminPaths.basemaps)
    }

    /// `POST /admin/basemaps/stop`
    func stopBasemap(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        if basemaps.loader.isBusy { try note("stopped a map", detail: "", in: context, for: viewer) }
        basemaps.loader.stop()
        return context.redirect(to: AdminPaths.basemaps, saying: "Stopped. What is loaded is kept for a week.")
    }

    /// `POST /admin/basemaps`: a file.
    func addBasemap(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            guard let file = context.form.file("file"), file.byteCount > 0 else {
                throw ValidationErrors("file", "Choose a file.")
            }
            let name = BasemapDraft.fileName(file.fileName)
            do { try take(file.file.path, as: name) } catch let refusal as BasemapFolder.Refusal {
                throw ValidationErrors("file", "\(name) can’t be used: \(refusal.reason).")
            }
            try note("added a map", detail: name, in: context, for: viewer)
            let isMade = OSMExtract.isExtract(name)
            return context.redirect(to: AdminPaths.basemaps, saying: isMade ? nil : "\(name) is on the map.")
        } catch let errors as ValidationErrors {
            return basemapPage(context, viewer, draft: BasemapDraft(), errors: errors)
        }
    }

    /// Adds a file that was sent: a map at once, a map of an extract of OpenStreetMap once it is made.
    ///
    /// - Throws: `BasemapFolder.Refusal`.
    func take(_ file: String, as name: String) throws {
        guard OSMExtract.isExtract(name) else {
            _ = try basemaps.folder.add(file, as: name, moves: true)
            basemaps.refresh()
            return
        }
        let busy = BasemapFolder.Refusal("another map is being loaded: one at a time", isElsewhere: true)
        if basemaps.loader.isBusy { throw busy }
        try basemaps.folder.make()
        try OSMExtract(file, descriptions: basemaps.descriptions).check(room: basemaps.folder.path)
        // What was sent goes with its form.
        let kept = "\(basemaps.folder.path)/.extract-\(UUID().uuidString).\(OSMExtract.ending)"
        guard link(file, kept) == 0 || (try? FileManager.default.copyItem(atPath: file, toPath: kept)) != nil else {
            throw BasemapFolder.Refusal("the data folder cannot be written", isElsewhere: true)
        }
        guard basemaps.loader.begin(kept, as: OSMExtract.mapName(name), for: basemaps) else {
            try? FileManager.default.removeItem(atPath: kept)
            throw busy
        }
    }

    /// `POST /admin/basemaps/{name}/raise`
    func raiseBasemap(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try changeBasemap(context, viewer, words: "moved a map up") { try basemaps.folder.raise($0) }
        return context.redirect(to: AdminPaths.basemaps)
    }

    /// `POST /admin/basemaps/{name}/remove`
    func removeBasemap(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let name = try changeBasemap(context, viewer, words: "removed a map") {
            try basemaps.folder.takeAway($0)
            return true
        }
        return context.redirect(
            to: AdminPaths.basemaps, saying: "\(name) is off the map.", undo: AdminPaths.restoreBasemap(name))
    }

    /// `POST /admin/basemaps/{name}/restore`: takes back a removal.
    func restoreBasemap(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let name = context.parameters["name"] ?? ""
        let isBack = basemaps.folder.bringBack(name)
        if isBack {
            basemaps.refresh()
            try note("brought a map back", detail: name, in: context, for: viewer)
        }
        return context.redirect(
            to: AdminPaths.basemaps, saying: isBack ? "It’s back." : "That can’t be undone any more.")
    }

    /// Changes one of the maps there are.
    ///
    /// - Parameter change: returns whether it changed anything.
    /// - Returns: its file name.
    /// - Throws: `Failure.notFound` for an unknown one.
    @discardableResult
    private func changeBasemap(
        _ context: RequestContext, _ viewer: Viewer, words: String, change: (String) throws -> Bool
    ) throws -> String {
        let name = context.parameters["name"] ?? ""
        guard try basemaps.folder.names().contains(name) else { throw Failure.notFound }
        do { guard try change(name) else { return name } } catch let refusal as BasemapFolder.Refusal {
            // Somebody else took it away meanwhile, or it is damaged and lies nowhere.
            throw refusal.isElsewhere ? Failure.unavailable(retryAfter: 60) : Failure.notFound
        }
        basemaps.refresh()
        try note(words, detail: name, in: context, for: viewer)
        return name
    }

    func note(_ words: String, detail: String, in context: RequestContext, for viewer: Viewer) throws {
        try site.database.write { database in
            try site.features.record(database, words, by: viewer, detail: detail, at: context.now)
        }
    }
}
