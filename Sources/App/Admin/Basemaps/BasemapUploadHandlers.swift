import HTTP

/// How a script sends a map, or an extract of OpenStreetMap, in parts, so that a break does not cost the whole.
extension Admin {
    /// Bytes of a form with a part.
    private static let basemapPartForm = BasemapUpload.partBytes + 100_000

    var basemapUploadRoutes: [Route] {
        [
            .adminPost("/admin/basemaps/uploads", beginBasemapUpload),
            .adminUpload("/admin/basemaps/uploads/part", bodyLimit: Admin.basemapPartForm, addBasemapPart),
            .adminPost("/admin/basemaps/uploads/finish", finishBasemapUpload),
            .adminPost("/admin/basemaps/uploads/{upload}/discard", discardBasemapUpload),
        ]
    }

    /// What a script is told.
    private struct Answer: Encodable {
        /// How many bytes are on the disk.
        var offset: Int?
        /// What has become of a whole file, as a sentence.
        var outcome: String?
        /// Why the file cannot be used, as a sentence.
        var error: String?
    }

    /// `POST /admin/basemaps/uploads` (name, size): where to go on.
    func beginBasemapUpload(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try answering(context) { upload throws(BasemapRefusal) in
            if OSMExtract.isName(upload.name) {
                try loader.checkMakesMaps()
                try basemaps.folder.check(extract: upload.name)
            }
            try upload.checkRoom()
            return Answer(offset: upload.offset)
        }
    }

    /// `POST /admin/basemaps/uploads/part` (name, size, offset, part): where to go on. A part that is not the next one is left.
    func addBasemapPart(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try answering(context) { upload throws(BasemapRefusal) in
            let start = InputNumber.whole(context.form["offset"], in: 0...BasemapUpload.largest)
            guard let part = context.form.file("part"), let start else {
                throw BasemapUpload.isIncomplete
            }
            try upload.add(part.file.path, at: start)
            return Answer(offset: upload.offset)
        }
    }

    /// `POST /admin/basemaps/uploads/finish` (name, size, digest)
    func finishBasemapUpload(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        var addition: Addition?
        let response = try answering(context) { upload throws(BasemapRefusal) in
            let new = try upload.finish(digest: context.form["digest"] ?? "") { file throws(BasemapRefusal) in
                try accept(file, named: upload.name)
            }
            addition = new
            context.tellNext(Flash(words: new.words))
            return Answer(offset: upload.size, outcome: new.words)
        }
        if let addition { try record(addition, context, viewer) }
        return response
    }

    private func answering(
        _ context: RequestContext, _ body: (BasemapUpload) throws(BasemapRefusal) -> Answer
    ) throws -> Response {
        let name = BasemapDraft.fileName(context.form["name"] ?? "")
        let answer: Answer
        do throws(BasemapRefusal) {
            try Admin.check(name: name)
            let size = InputNumber.whole(context.form["size"], in: 1...BasemapUpload.largest)
            guard let size, let upload = BasemapUpload(basemaps.folder, name: name, size: size) else {
                throw BasemapRefusal(words: "a map has a byte at least, and at most \(BasemapUpload.largestWords)")
            }
            answer = try body(upload)
        } catch {
            return try context.json(Answer(error: Admin.words(of: error, name)), status: .unprocessableContent)
        }
        return try context.json(answer)
    }

    /// `POST /admin/basemaps/uploads/{upload}/discard`
    func discardBasemapUpload(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let key = context.parameters["upload"] ?? ""
        guard let upload = basemaps.folder.uploads().first(where: { $0.key == key }) else { throw Failure.notFound }
        guard upload.discard() else {
            return refused(BasemapRefusal(words: "it is being sent just now"), upload.name, context)
        }
        try record(.discardedMap, upload.name, context, viewer)
        return context.redirect(to: AdminPaths.basemaps, saying: "What was there of \(upload.name) is deleted.")
    }
}
