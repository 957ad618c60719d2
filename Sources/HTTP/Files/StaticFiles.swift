/// Serves the files below one folder (RFC 9110, 8.8, 13, 14): validators, conditional requests, ranges, HEAD, gzip.
///
/// Traversal is impossible: a path is taken apart into plain segments, and what it leads to, symbolic links resolved,
/// must lie below the folder. Names that begin with a dot are not served. Small files and the compressed form of texts
/// are kept in memory; every request looks at the file's time and size, so a changed file is served at once.
public struct StaticFiles: Sendable {
    private let root: String
    private let cacheControl: String
    private let cache = FileCache()

    /// Serves what lies below `root`; `cacheControl` is what a file gets unless `respond` is told otherwise.
    public init(root: String, cacheControl: String = "public, max-age=3600") {
        self.root = FileStat.resolved(root) ?? root
        self.cacheControl = cacheControl
    }

    /// Answers GET and HEAD for a path below the folder, with or without a leading "/"; nil when there is no such
    /// file. Other methods get 405. Touches the disk: a microsecond when the file is in the page cache.
    public func respond(to head: RequestHead, path: String, cacheControl: String? = nil) -> Response? {
        let cacheControl = cacheControl ?? self.cacheControl
        guard let file = cache.file(path, cacheControl: cacheControl, load: { locate(path) }) else { return nil }
        let isCompressed =
            file.compressed != nil && head.headers.firstIndex(of: "range") == nil
            && Gzip.isAccepted(by: head.headers)
        return (isCompressed ? file.compressed ?? file.plain : file.plain).respond(to: head)
    }

    private func locate(_ path: String) -> String? {
        let segments = path.utf8.split(separator: Byte.slash)
        guard !segments.isEmpty, path.utf8.count < 4_000, path.utf8.last != Byte.slash else { return nil }
        let isOdd = segments.contains { segment in
            segment.first == Byte.dot || segment.contains(0) || segment.contains(Byte.backslash)
        }
        if isOdd { return nil }
        let joined = root + "/" + segments.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
        guard let real = FileStat.resolved(joined), real.hasPrefix(root + "/") else { return nil }
        return real
    }
}
