import Foundation
import HTTP

/// How a script sends a map in parts, so that a break does not cost the whole.
extension Admin {
    var basemapUploadRoutes: [Route] {
        [
            .adminPost("/admin/basemaps/upload", beginUpload),
            .adminUpload("/admin/basemaps/upload/part", bodyLimit: BasemapUpload.partBodyBytes, addPart),
            .adminPost("/admin/basemaps/upload/finish", finishUpload),
        ]
    }

    /// What a script is told.
    private struct Answer: Encodable {
        /// How many bytes are there.
        var offset: Int?
        /// Why the file cannot be used, as a sentence.
        var error: String?
    }

    private func upload(_ context: RequestContext) throws -> BasemapUpload {
        let size = InputNumber.whole(context.form["size"], in: 1...BasemapUpload.maxBytes) ?? 0
        let name = BasemapDraft.fileName(context.form["name"] ?? "")
        guard let upload = BasemapUpload(basemaps.folder, name: name, size: size) else {
            throw ValidationErrors(
                "file", "\(name) can’t be used: a map ends in .pmtiles, .mbtiles or .osm.pbf and has at most 4 GB.")
        }
        return upload
    }

    /// `POST /admin/basemaps/upload` (name, size): where to go on.
    func beginUpload(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try answering(context) { Answer(offset: try upload(context).offset) }
    }

    /// `POST /admin/basemaps/upload/part` (name, size, offset, part)
    func addPart(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try answering(context) {
            let upload = try upload(context)
            let start = InputNumber.whole(context.form["offset"], in: 0...BasemapUpload.maxBytes)
            guard let part = context.form.file("part"), let start else {
                throw ValidationErrors("file", "A part is missing.")
            }
            return Answer(offset: try upload.add(part.file.path, at: start) ?? upload.offset)
        }
    }

    /// `POST /admin/basemaps/upload/finish` (name, size, digest)
    func finishUpload(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try answering(context) {
            let upload = try upload(context)
            try upload.finish(digest: context.form["digest"] ?? "") { try take($0, as: upload.name) }
            try note("added a map", detail: upload.name, in: context, for: viewer)
            return Answer(offset: upload.size)
        }
    }

    private func answering(_ context: RequestContext, _ body: () throws -> Answer) throws -> Response {
        do { return try context.json(try body()) } catch let refusal as BasemapFolder.Refusal {
            let name = BasemapDraft.fileName(context.form["name"] ?? "")
            return try context.json(
                Answer(error: "\(name) can’t be used: \(refusal.reason)."), status: .unprocessableContent)
        } catch let errors as ValidationErrors {
            return try context.json(Answer(error: errors.part("file").message), status: .unprocessableContent)
        }
    }
}
