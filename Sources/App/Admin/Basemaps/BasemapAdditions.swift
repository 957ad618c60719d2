import HTTP

/// How administrators add files: maps, and extracts of OpenStreetMap of which maps are made.
extension Admin {
    /// `POST /admin/basemaps`: a file.
    func addBasemap(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        guard let file = context.form.file("file"), file.byteCount > 0 else {
            return try basemapPage(context, viewer, BasemapDraft(), ValidationErrors("file", "Choose a file."))
        }
        let name = BasemapDraft.fileName(file.fileName)
        let addition: Addition
        do throws(BasemapRefusal) {
            try Admin.check(name: name)
            addition = try accept(file.file.path, named: name)
        } catch {
            let errors = ValidationErrors("file", Admin.words(of: error, name))
            return try basemapPage(context, viewer, BasemapDraft(), errors)
        }
        try record(addition, context, viewer)
        return context.redirect(to: AdminPaths.basemaps, saying: addition.words)
    }

    /// What has become of a file.
    enum Addition {
        /// A map of this name.
        case map(String)
        /// An extract of this name, of which a map is being made, or can be.
        case extract(String, isBegun: Bool)

        var words: String {
            switch self {
            case .map(let name): "\(name) is on the map."
            case .extract(let name, true): "\(name) is here."
            case .extract(let name, false): "\(name) is here, and its map can be made after the one that is under way."
            }
        }
    }

    static func check(name: String) throws(BasemapRefusal) {
        if !OSMExtract.isName(name) { try BasemapFolder.check(name: name) }
    }

    /// Adds a map, or begins to make one of an extract of OpenStreetMap.
    func accept(_ file: String, named name: String) throws(BasemapRefusal) -> Addition {
        if OSMExtract.isName(name) {
            try loader.check(file)
            try basemaps.folder.keep(extract: file, as: name)
            return .extract(name, isBegun: loader.begin(extract: name))
        }
        let kept = try basemaps.folder.add(upload: file, as: name)
        basemaps.refresh()
        return .map(kept)
    }

    func record(_ addition: Addition, _ context: RequestContext, _ viewer: Viewer) throws {
        switch addition {
        case .map(let kept): try record(.addedMap, kept, context, viewer)
        case .extract(let name, true): try record(.gotMap, "of \(name)", context, viewer)
        case .extract(let name, false): try record(.addedMap, name, context, viewer)
        }
    }

    /// `POST /admin/basemaps/{name}/make`: a map of an extract.
    func makeBasemap(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let name = try basemapName(context, of: basemaps.folder.extracts())
        guard loader.begin(extract: name) else {
            return context.redirect(to: AdminPaths.basemaps, saying: Admin.isBusy)
        }
        try record(.gotMap, "of \(name)", context, viewer)
        return context.redirect(to: AdminPaths.basemaps)
    }

    func discardExtract(_ name: String, _ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do throws(BasemapRefusal) {
            if case .busy = try basemaps.folder.discardExtract(name) {
                throw BasemapRefusal(words: "its map is being made", isElsewhere: true)
            }
        } catch {
            return refused(error, name, context)
        }
        try record(.discardedMap, name, context, viewer)
        return context.redirect(to: AdminPaths.basemaps, saying: "\(name) is deleted.")
    }

    static let isBusy = "Another map is being loaded or made. One at a time."

    /// Why a file is not among the maps.
    static func words(of refusal: BasemapRefusal, _ name: String) -> String {
        "\(name) can’t be \(refusal.isElsewhere ? "added" : "used"): \(refusal.words)."
    }
}
