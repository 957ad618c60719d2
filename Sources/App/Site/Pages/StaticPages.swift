import HTTP

/// What is the same for everybody: files of the public folder, the joined style sheet and script, the process's health.
struct StaticPages: Sendable {
    private let publicFiles: StaticFiles
    private let joined: StaticFiles

    /// A year, the most that caches keep.
    private static let forGood = "public, max-age=31536000, immutable"
    private static let folders = ["/icons/", "/fonts/"]
    private static let files: Set<String> = [
        "/favicon.svg", "/manifest.webmanifest", "/apple-touch-icon.png", "/robots.txt",
    ]

    /// What the list of routes shows of these.
    static let listed = ["/app.css", "/app.js", "/sw.js", "/healthz"] + files.sorted() + folders.map { $0 + "…" }

    init(publicFolder: String, assets: Assets) {
        publicFiles = StaticFiles(root: publicFolder)
        joined = StaticFiles(root: assets.folder)
    }

    /// Whether a path belongs to these, so that no session need be looked up for it.
    func covers(_ path: String) -> Bool {
        ["/app.css", "/app.js", "/sw.js", "/healthz"].contains(path) || StaticPages.files.contains(path)
            || StaticPages.folders.contains { path.hasPrefix($0) }
    }

    /// The answer to a path that is covered; nil for others and for files that are not there.
    func respond(to head: RequestHead) -> Response? {
        guard covers(head.path) else { return nil }
        switch head.path {
        case "/healthz": return Response.text("ok\n")
        case "/app.css", "/app.js":
            return joined.respond(to: head, path: head.path, cacheControl: StaticPages.forGood)
        // A browser asks for its worker anew at every visit: the list of what it keeps must never be an old one.
        case "/sw.js": return joined.respond(to: head, path: head.path, cacheControl: "no-cache")
        default: return publicFiles.respond(to: head, path: head.path)
        }
    }
}
