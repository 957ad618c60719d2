import GRDBSQLite

/// What SQLite holds in the memory of this process, for all connections together. Asking waits for none of them.
public struct MemoryFigures: Sendable, Equatable {
    /// Bytes in all.
    public let bytes: Int
    /// Bytes of its page caches. Pages that are mapped from the file are not in them.
    public let cacheBytes: Int

    /// As it is now (https://sqlite.org/c3ref/c_status_malloc_count.html).
    public static var current: MemoryFigures {
        MemoryFigures(
            bytes: status(of: SQLITE_STATUS_MEMORY_USED), cacheBytes: status(of: SQLITE_STATUS_PAGECACHE_OVERFLOW))
    }

    private static func status(of name: Int32) -> Int {
        var (current, highest): (Int64, Int64) = (0, 0)
        guard sqlite3_status64(name, &current, &highest, 0) == SQLITE_OK else { return 0 }
        return Int(current)
    }
}

extension Database {
    /// The version of SQLite: "3.40.1".
    public static var sqliteVersion: String { String(cString: sqlite3_libversion()) }
}
