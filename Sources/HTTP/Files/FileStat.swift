import Foundation

/// The properties of a regular file that an answer needs.
struct FileStat: Sendable, Equatable {
    let path: String
    let size: Int
    /// Seconds since 1970.
    let modified: Int
    let nanoseconds: Int
    let inode: UInt64

    /// nil when the path is not a regular file.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.path = path
        size = Int(status.st_size)
        modified = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
        inode = UInt64(status.st_ino)
    }

    /// True while the file is unchanged.
    var isCurrent: Bool {
        var status = stat()
        return stat(path, &status) == 0 && Int(status.st_size) == size && status.st_mtim.tv_sec == modified
            && status.st_mtim.tv_nsec == nanoseconds && UInt64(status.st_ino) == inode
    }

    /// A strong entity tag of inode, size and modification time in nanoseconds (RFC 9110, 8.8.3), without quotes.
    var tag: String {
        [Int(truncatingIfNeeded: inode), size, modified, nanoseconds].map { String($0, radix: 36) }
            .joined(separator: "-")
    }

    /// The path with symbolic links resolved; nil when it does not exist.
    static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
