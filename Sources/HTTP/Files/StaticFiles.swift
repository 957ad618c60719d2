/// Serves the files below one folder (RFC 9110, 8.8, 13, 14): validators, conditional requests, ranges, HEAD, gzip.
///
/// Path traversal is impossible: the path with symbolic links resolved must be below the folder. Names that begin with
/// a dot are not served. Small files and compressed texts are kept in memory; every request checks the file's time and
/// size, so that a changed file is served at once.
public struct StaticFiles: Sendable {
    private let root: String
    private let cacheControl: String
    private let cache = FileCache()

    /// Serves the files below `root`; `cacheControl` is the default for `respond`.
    public init(root: String, cacheControl: String = "public, max-age=3600") {
        self.root = FileStat.resolved(root) ?? root
        self.cacheControl = cacheControl
    }

    /// Answers GET and HEAD for a path below the folder, with or without a leading "/"; nil without such a file. Other
    /// methods get 405. Reads the disk, which takes a microsecond when the file is in the page cache.
    public func respond(to head: RequestHead, path: String, cacheControl: String? = nil) -> Response? {
        let cacheControl = cacheControl ?? self.cacheControl
        guard let file = cache.file(path, cacheControl: cacheControl, locate: { locate(path) }) else { return nil }
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
