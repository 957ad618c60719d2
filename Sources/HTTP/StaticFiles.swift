import Foundation

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

/// Answers with a file whose path the caller vouches for: media, downloads. The path is never taken from a request.
public enum FileAnswer {
    /// Answers GET and HEAD with validators, conditions and ranges; 405 for other methods.
    ///
    /// - Parameters:
    ///   - path: a regular file; nil is returned when it is none.
    ///   - type: the Content-Type.
    ///   - cacheControl: the Cache-Control to send.
    ///   - tag: the entity tag of a file that never changes, without quotes; the file's time is not told then. nil makes
    ///     a tag out of the file's time, size and inode, and sends the time as Last-Modified.
    ///   - headers: more fields, for instance Content-Disposition.
    public static func respond(
        to head: RequestHead, path: String, type: String, cacheControl: String, tag: String? = nil,
        headers: Headers = Headers()
    ) -> Response? {
        guard let file = FileStat(path: path) else { return nil }
        return Representation(file, type: type, cacheControl: cacheControl, tag: tag, extra: headers).respond(to: head)
    }
}

/// What an answer needs to know of a regular file.
struct FileStat: Sendable, Equatable {
    let path: String
    let size: Int
    /// Seconds since 1970.
    let modified: Int
    let nanoseconds: Int
    let inode: UInt64

    /// nil when there is no regular file.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.path = path
        size = Int(status.st_size)
        modified = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
        inode = UInt64(status.st_ino)
    }

    /// True while the file is what it was.
    var isCurrent: Bool {
        var status = stat()
        return stat(path, &status) == 0 && Int(status.st_size) == size && status.st_mtim.tv_sec == modified
            && status.st_mtim.tv_nsec == nanoseconds && UInt64(status.st_ino) == inode
    }

    /// Strong: inode, size and time of change in nanoseconds (RFC 9110, 8.8.3); without its quotes.
    var tag: String {
        [Int(truncatingIfNeeded: inode), size, modified, nanoseconds].map { String($0, radix: 36) }
            .joined(separator: "-")
    }

    /// The path with every symbolic link resolved; nil when it leads nowhere.
    static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
