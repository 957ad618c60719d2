import HTTP

/// Content that is the same for everybody: public files, the joined style sheet and script, the process's health.
struct StaticPages: Sendable {
    private let publicFiles: StaticFiles
    private let joined: StaticFiles

    /// A year, the most that caches keep.
    private static let forGood = "public, max-age=31536000, immutable"
    private static let folders = ["/icons/", "/fonts/"]
    private static let joinedFolders = ["/css/", "/js/"]
    private static let files: Set<String> = [
        "/favicon.svg", "/manifest.webmanifest", "/apple-touch-icon.png", "/robots.txt",
    ]

    /// Their entries in the list of routes.
    static let listed =
        ["/app.css", "/app.js", "/sw.js", "/healthz"] + files.sorted() + (joinedFolders + folders).map { $0 + "…" }

    init(publicFolder: String?, assets: Assets) {
        publicFiles = StaticFiles(root: publicFolder ?? assets.folder)
        joined = StaticFiles(root: assets.folder)
    }

    /// Whether one of these answers a path, so that no session has to be looked up.
    func covers(_ path: String) -> Bool {
        ["/app.css", "/app.js", "/sw.js", "/healthz"].contains(path) || StaticPages.files.contains(path)
            || StaticPages.joinedFolders.contains { path.hasPrefix($0) }
            || StaticPages.folders.contains { path.hasPrefix($0) }
    }

    /// The response for a covered path; nil for other paths and missing files.
    func respond(to head: RequestHead) -> Response? {
        guard covers(head.path) else { return nil }
        switch head.path {
        case "/healthz": return Response.text("ok\n")
        case "/app.css", "/app.js":
            return joined.respond(to: head, path: head.path, cacheControl: StaticPages.forGood)
        // Never cached, because the service worker lists the files to cache and must be current.
        case "/sw.js": return joined.respond(to: head, path: head.path, cacheControl: "no-cache")
        case let path where StaticPages.joinedFolders.contains { path.hasPrefix($0) }:
            return joined.respond(to: head, path: path, cacheControl: StaticPages.forGood)
        default: return publicFiles.respond(to: head, path: head.path)
        }
    }
}
