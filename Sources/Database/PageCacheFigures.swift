import GRDB
import GRDBSQLite

/// What connections keep of the file in memory.
public struct PageCacheFigures: Sendable, Equatable {
    /// Bytes of the caches. Pages that are mapped from the file are not in them.
    public private(set) var bytes = 0
    /// Pages that were found in a cache, and those that were not, since the connections were opened.
    public private(set) var hits = 0
    public private(set) var misses = 0

    init() {}

    /// Those of a connection that nobody else uses at this moment (https://sqlite.org/c3ref/c_dbstatus_options.html).
    init(of connection: SQLiteConnection?) {
        bytes = PageCacheFigures.status(of: connection, SQLITE_DBSTATUS_CACHE_USED)
        hits = PageCacheFigures.status(of: connection, SQLITE_DBSTATUS_CACHE_HIT)
        misses = PageCacheFigures.status(of: connection, SQLITE_DBSTATUS_CACHE_MISS)
    }

    private static func status(of connection: SQLiteConnection?, _ name: Int32) -> Int {
        var (current, highest): (Int32, Int32) = (0, 0)
        guard sqlite3_db_status(connection, name, &current, &highest, 0) == SQLITE_OK else { return 0 }
        return Int(current)
    }

    static func + (left: PageCacheFigures, right: PageCacheFigures) -> PageCacheFigures {
        var sum = left
        sum.bytes += right.bytes
        sum.hits += right.hits
        sum.misses += right.misses
        return sum
    }
}

extension Database {
    /// The page caches of the connections that read.
    public var cacheFigures: PageCacheFigures { readers.cacheFigures }
}
