import Database
import Media
import Proximity

/// The photos, clips and songs that a person uploaded. A file is deleted with the thing that shows it; if somebody
/// keeps the thing, the file stays.
extension MediaFeature {
    var personalData: PersonalData {
        PersonalData(
            exported: ["media", "media_file"],
            leftOut: ["media_draft": "files of forms that are being written, for a day; the files are in media"],
            files: [.init(path: "media/", words: "your photos, videos and songs; media.json lists them")],
            fileBytes: { database, account in try MediaQueries.used(database, by: account).bytes },
            count: { database, account in 1 + (try MediaQueries.used(database, by: account).count) },
            export: { writer, account in
                let files = try site.database.read { try MediaExport.files($0, of: account) }
                try writer.one("media/media.json") { _ in files.map { $0.line } }
                for file in files {
                    try writer.file(
                        "media/\(file.line.file)", at: uploads.store.path(file.name, .original), made: file.made)
                }
            },
            erase: { database, account, limit, now in
                try DraftQueries.erase(database, of: account, limit: limit, now)
            })
    }
}

extension Uploads {
    /// Like `exportedName(_:_:)`, for the original stored under a name; nil if there is none.
    static func exportedName(_ database: Reader, _ name: MediaName) throws -> String? {
        try MediaQueries.contentType(database, name, size: .original).map { exportedName(name, $0) }
    }

    /// The file name in an export, with the extension of its type, so that it opens on a double click.
    static func exportedName(_ name: MediaName, _ type: String) -> String {
        let known = [
            "image/jpeg": "jpg", "image/webp": "webp", "image/png": "png", "image/gif": "gif", "image/avif": "avif",
            "video/mp4": "mp4", "video/webm": "webm", "audio/mpeg": "mp3", "audio/mp4": "m4a", "audio/ogg": "ogg",
            "audio/flac": "flac", "audio/wav": "wav", "audio/webm": "webm",
        ]
        return "\(name).\(known[type] ?? "bin")"
    }
}

/// Stored files in an export.
private enum MediaExport {
    struct Line: Encodable {
        let file: String
        let purpose: String
        let type: String
        let bytes: Int
        let sent: String
    }

    struct Stored {
        let name: MediaName
        let made: Timestamp
        let line: Line
    }

    /// Read at once: the quota keeps the number far below what fits into memory, see `StorageQuota`.
    static func files(_ database: Reader, of owner: ID<Account>) throws -> [Stored] {
        try database.all(
            """
            SELECT media.name AS name, purpose, content_type, media_file.bytes AS bytes, created_at
            FROM media JOIN media_file ON media_file.name = media.name AND media_file.size = 'original'
            \(MediaQueries.owned(by: owner)) ORDER BY created_at, media.name
            """
        ) { row -> Stored? in
            let (text, type): (String, String) = (try row["name"], try row["content_type"])
            let made: Timestamp = try row["created_at"]
            return try MediaName(text).map { name in
                let line = Line(
                    file: Uploads.exportedName(name, type), purpose: try row["purpose"], type: type,
                    bytes: try row["bytes"], sent: RelativeTimeFormatter.machine(made))
                return Stored(name: name, made: made, line: line)
            }
        }.compactMap { $0 }
    }
}
