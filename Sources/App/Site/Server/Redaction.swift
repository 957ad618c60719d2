/// Addresses as the log may hold them: what stands in a path or a query may be a secret, somebody's name or their place.
enum Redaction {
    /// The pattern of the route that a target leads to: "/join-me/{token}". Of any other path its first word, if it is a
    /// short plain one: "/wp-admin/…".
    static func target(_ target: String, _ routes: [Route]) -> String {
        let path = target.prefix { $0 != "?" }
        let segments = path.split(separator: "/")
        if let route = routes.first(where: { $0.match(segments) != nil }) { return route.pattern }
        if let file = StaticPages.listed.first(where: { $0 == path }) { return file }
        guard let first = segments.first else { return "/" }
        let word = isPlain(first) ? String(first) : "…"
        return segments.count > 1 ? "/\(word)/…" : "/\(word)"
    }

    /// Secrets have capitals or digits, or are longer.
    private static func isPlain(_ word: Substring) -> Bool {
        word.utf8.count <= 16 && word.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D || $0 == 0x2E }
    }
}
