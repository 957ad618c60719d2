/// Content-Types by file name extension, for the files of a web app.
enum MediaType {
    static func of(_ path: String) -> String {
        let name = path.utf8.split(separator: Byte.slash).last ?? path.utf8[...]
        guard let dot = name.lastIndex(of: Byte.dot) else { return "application/octet-stream" }
        let suffix = String(decoding: name[name.index(after: dot)...], as: UTF8.self).lowercased()
        return types[suffix] ?? "application/octet-stream"
    }

    private static let types: [String: String] = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8", "html": "text/html; charset=utf-8",
        "txt": "text/plain; charset=utf-8", "md": "text/markdown; charset=utf-8", "csv": "text/csv; charset=utf-8",
        "xml": "application/xml", "json": "application/json", "map": "application/json",
        "webmanifest": "application/manifest+json", "wasm": "application/wasm", "pdf": "application/pdf",
        "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
        "webp": "image/webp", "avif": "image/avif", "ico": "image/x-icon", "woff2": "font/woff2", "woff": "font/woff",
        "ttf": "font/ttf", "mp4": "video/mp4", "webm": "video/webm", "mp3": "audio/mpeg", "m4a": "audio/mp4",
        "ogg": "audio/ogg", "opus": "audio/ogg", "wav": "audio/wav", "flac": "audio/flac", "zip": "application/zip",
    ]
}
