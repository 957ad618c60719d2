import Database
import HTTP
import MapDownload
import Proximity

/// How administrators get maps, and put them in order.
extension Admin {
    /// Bytes of a map that a browser sends: with its form less than one sender may send at a time.
    static let largestBasemap = 1_000_000_000

    var basemapRoutes: [Route] {
        [
            .adminGet("/admin/basemaps", showBasemaps), .adminPost("/admin/basemaps/find", findBasemap),
            .adminPost("/admin/basemaps/get", getBasemap), .adminPost("/admin/basemaps/stop", stopBasemap),
            .adminUpload("/admin/basemaps", bodyLimit: Admin.largestBasemap + 100_000, addBasemap),
            .adminPost("/admin/basemaps/{name}/raise", raiseBasemap),
            .adminPost("/admin/basemaps/{name}/make", makeBasemap),
            .adminPost("/admin/basemaps/{name}/remove", removeBasemap),
            .adminPost("/admin/basemaps/{name}/restore", restoreBasemap),
            .adminPost("/admin/basemaps/{name}/discard", discardBasemap),
        ] + basemapUploadRoutes
    }

    /// `GET /admin/basemaps`
    func showBasemaps(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try basemapPage(context, viewer, BasemapDraft(context.query), ValidationErrors())
    }

    func basemapPage(
        _ context: RequestContext, _ viewer: Viewer, _ draft: BasemapDraft, _ errors: ValidationErrors
    ) throws -> Response {
        let frame = context.frame("Maps", .administration)
        let page = BasemapAdminPage(
            frame, style: site.assets.pageStyles["basemaps"] ?? "",
            BasemapStatePart(loader.current, frame.csrf, isAsked: BasemapStatePart.isAsked(by: context)),
            try basemapList(context, viewer, frame.csrf),
            from: loader.origin, makesMaps: loader.makesMaps, draft,
            BasemapBoxPart(draft, around: basemaps.startingPlace(site.settings), viewer, basemaps, errors), errors)
        return context.page(page, status: errors.isEmpty ? .ok : .unprocessableContent)
    }

    private func basemapList(
        _ context: RequestContext, _ viewer: Viewer, _ csrf: TokenField
    ) throws -> BasemapListPart {
        let folder = basemaps.folder
        var others = basemaps.unusable.map { BasemapRowPart(unusable: $0.name, $0.words, csrf) }
        // What this process loads is told above; looking at its lock could be in its way.
        others += try (loader.isLoading ? [] : folder.partialNames()).map { name in
            let words = folder.partialWords(name)
            return folder.isBeingLoaded(name)
                ? BasemapRowPart(busy: name, words, csrf) : BasemapRowPart(partial: name, words, csrf)
        }
        others += folder.uploads().map { BasemapRowPart($0, folder.uploadWords($0), csrf) }
        others += folder.extracts().filter { !loader.isMaking($0) }.map { name in
            BasemapRowPart(extract: name, bytes: FileMark.size(folder.extractPath(name)), csrf)
        }
        return BasemapListPart(
            basemaps.files.map { BasemapFacts($0, in: folder) }, others: others,
            around: basemaps.startingPlace(site.settings), viewer, basemaps,
            RelativeTimeFormatter(viewer.timeZone, now: context.now), csrf)
    }

    /// `POST /admin/basemaps/find`: what a map of a place would be.
    func findBasemap(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        var draft = BasemapDraft(context.form)
        do throws(ValidationErrors) {
            let region = try wanted(draft)
            let map = region.bounds.flatMap { BasemapListPart.coverage([($0, region.title)], viewer, basemaps) }
            draft.offer = BasemapOfferPart(
                try summary(of: region, for: draft), region, map: map, context.frame("").csrf)
        } catch {
            return try basemapPage(context, viewer, draft, error)
        }
        return try basemapPage(context, viewer, draft, ValidationErrors())
    }

    /// The rectangle of the form, or else the square around its place.
    private func wanted(_ draft: BasemapDraft) throws(ValidationErrors) -> BasemapRegion {
        guard draft.box.isEmpty else {
            guard let region = draft.region else { throw ValidationErrors("bbox", BasemapDraft.noBox) }
            return region
        }
        guard !draft.place.isEmpty else {
            throw ValidationErrors("place", "Name a town, or give degrees like 60.17, 24.94.")
        }
        guard let region = basemaps.region(around: draft.place, side: draft.side, site.settings) else {
            throw ValidationErrors("place", PlaceSearch.refusal(of: draft.place))
        }
        return region
    }

    private func summary(of region: BasemapRegion, for draft: BasemapDraft) throws(ValidationErrors) -> String {
        let field = draft.box.isEmpty ? "place" : "bbox"
        let summary: String?
        do throws(DownloadError) { summary = try loader.summary(of: region) } catch {
            throw ValidationErrors(field, "No map of \(region.title): \(error.reason).")
        }
        guard let summary else {
            throw ValidationErrors(field, "Somebody else is asking just now. Try again in a moment.")
        }
        return summary
    }

    /// `POST /admin/basemaps/get`
    func getBasemap(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        guard let box = context.form["bbox"].flatMap({ BasemapRegion(box: $0) }) else {
            let draft = BasemapDraft(context.form)
            let errors =
                draft.box.isEmpty
                ? ValidationErrors("place", "Name a town first.") : ValidationErrors("bbox", BasemapDraft.noBox)
            return try basemapPage(context, viewer, draft, errors)
        }
        let region = box.titled(context.form["title"] ?? "")
        guard loader.begin(region) else {
            return context.redirect(to: AdminPaths.basemaps, saying: Admin.isBusy)
        }
        try record(.gotMap, "\(region.title) (\(region.text))", context, viewer)
        return context.redirect(to: AdminPaths.basemaps)
    }

    /// `POST /admin/basemaps/stop`
    func stopBasemap(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        guard case .working(let work, _, _) = loader.current else {
            return context.redirect(to: AdminPaths.basemaps, saying: "Nothing is being loaded or made.")
        }
        loader.stop()
        try record(.stoppedMap, work.title, context, viewer)
        return context.redirect(to: AdminPaths.basemaps, saying: "Stopping.")
    }

    /// `POST /admin/basemaps/{name}/raise`
    func raiseBasemap(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let name = try basemapName(context, of: basemaps.folder.names())
        do {
            guard try basemaps.folder.raise(name) else { return context.redirect(to: AdminPaths.basemaps) }
        } catch let refusal as BasemapRefusal {
            return refused(refusal, name, context)
        }
        basemaps.refresh()
        try record(.raisedMap, name, context, viewer)
        return context.redirect(to: AdminPaths.basemaps)
    }

    /// `POST /admin/basemaps/{name}/remove`: it can be brought back for a while.
    func removeBasemap(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let name = try basemapName(context, of: basemaps.folder.names())
        do throws(BasemapRefusal) { try basemaps.folder.takeAway(name, context.now) } catch {
            return refused(error, name, context)
        }
        basemaps.refresh()
        try record(.removedMap, name, context, viewer)
        return context.redirect(
            to: AdminPaths.basemaps, saying: "\(name) is off the map.", undo: AdminPaths.restoreBasemap(name))
    }

    /// `POST /admin/basemaps/{name}/discard`: what is there of a map whose loading broke off, or an extract.
    func discardBasemap(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        if let name = context.parameters["name"], basemaps.folder.extracts().contains(name) {
            return try discardExtract(name, context, viewer)
        }
        let name = try basemapName(context, of: basemaps.folder.partialNames())
        do throws(BasemapRefusal) { try basemaps.folder.removePartial(name) } catch {
            return refused(error, name, context)
        }
        try record(.discardedMap, name, context, viewer)
        return context.redirect(to: AdminPaths.basemaps, saying: "What was there of \(name) is deleted.")
    }

    func refused(_ refusal: BasemapRefusal, _ name: String, _ context: RequestContext) -> Response {
        site.log.warning("a map stays as it is", metadata: ["file": "\(name)", "reason": "\(refusal.words)"])
        return context.redirect(to: AdminPaths.basemaps, saying: "\(name) stays as it is: \(refusal.words).")
    }

    /// `POST /admin/basemaps/{name}/restore`: takes a removal back.
    func restoreBasemap(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let name = context.parameters["name"] ?? ""
        let isBack = basemaps.folder.bringBack(name, context.now)
        if isBack {
            basemaps.refresh()
            try record(.restoredMap, name, context, viewer)
        }
        return context.redirect(
            to: AdminPaths.basemaps, saying: isBack ? "\(name) is back." : "That can’t be undone any more.")
    }

    /// The file name in the address.
    ///
    /// - Throws: `Failure.notFound` for any but these.
    func basemapName(_ context: RequestContext, of names: [String]) throws -> String {
        guard let name = context.parameters["name"], names.contains(name) else { throw Failure.notFound }
        return name
    }

    func record(
        _ kind: AdminAction.Kind, _ detail: String, _ context: RequestContext, _ viewer: Viewer
    ) throws {
        try site.database.write { try record($0, kind, viewer, nil, detail, context.now) }
    }
}
