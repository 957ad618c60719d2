import GRDB
import GRDBSQLite

/// What SQLite's connections keep of the file in memory.
public struct PageCacheFigures: Sendable, Equatable {
    /// Bytes of the caches of all open connections. Pages that are mapped from the file are not in it.
    public var bytes = 0
    /// Pages that were found in a cache, and those that were not, since the connections were opened.
    public var hits = 0
    public var misses = 0

    /// Adds a connection's (sqlite3_db_status).
    mutating func add(_ handle: OpaquePointer?) {
        bytes += PageCacheFigures.status(handle, SQLITE_DBSTATUS_CACHE_USED)
        hits += PageCacheFigures.status(handle, SQLITE_DBSTATUS_CACHE_HIT)
        misses += PageCacheFigures.status(handle, SQLITE_DBSTATUS_CACHE_MISS)
    }

    private static func status(_ handle: OpaquePointer?, _ name: Int32) -> Int {
        var (current, highest): (Int32, Int32) = (0, 0)
        guard sqlite3_db_status(handle, name, &current, &highest, 0) == SQLITE_OK else { return 0 }
        return Int(current)
    }
}

extension Database {
    /// The caches of the connection that writes and of those that read and are free at this moment.
    public var cacheFigures: PageCacheFigures {
        var figures = PageCacheFigures()
        pool.writeWithoutTransaction { figures.add($0.sqliteConnection) }
        readers.addCacheFigures(to: &figures)
        return figures
    }
}
