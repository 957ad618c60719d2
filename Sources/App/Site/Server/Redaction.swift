/// URLs in a form that may be logged: paths and queries may contain secrets, names or places.
enum Redaction {
    /// The pattern of the route that a target leads to: "/join-me/{token}". Of any other path its first word, if it is a
    /// short plain one: "/wp-admin/…".
    static func target(_ target: String, _ routes: RouteIndex) -> String {
        let path = target.prefix { $0 != "?" }
        let segments = path.split(separator: "/")
        if let route = routes.routes(for: segments).first { return route.pattern }
        if let file = StaticPages.listed.first(where: { $0 == path }) { return file }
        guard let first = segments.first else { return "/" }
        let word = isPlain(first) ? String(first) : "…"
        return segments.count > 1 ? "/\(word)/…" : "/\(word)"
    }

    /// Secrets contain capitals or digits, or are longer.
    private static func isPlain(_ word: Substring) -> Bool {
        word.utf8.count <= 16 && word.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D || $0 == 0x2E }
    }
}
