import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// An SQLite file from an untrusted source, such as a map: opened read-only and with safe settings.
public final class ForeignFile: Sendable {
    private let queues: [(queue: DatabaseQueue, connection: Connection, limit: ReadLimit)]
    private let turn = Atomic(0)
    private let inside: ThreadFlag

    /// Opens a file.
    ///
    /// Its views and triggers cannot call functions with side effects (`trusted_schema` off), damaged pages are
    /// detected when they are read (`cell_size_check`), it is read and not memory-mapped (a mapped file that shrinks
    /// kills the process), and no extension can be loaded. A read that takes longer than ``ReadLimit`` allows ends with an
    /// error, as does a value of more than 32 MB: a view may be endless, and a blob may be computed.
    ///
    /// - Parameter readers: the maximum number of concurrent reads, at least 1.
    /// - Throws: `DatabaseError` when the file does not exist or is not a database.
    public init(path: String, readers: Int = 2) throws {
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { connection in
            try connection.execute(
                sql: """
                    PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;
                    PRAGMA query_only = ON
                    """)
        }
        let settings = configuration
        inside = try ThreadFlag()
        queues = try DatabaseError.translating {
            try (0..<max(1, readers)).map { _ in
                let limit = ReadLimit()
                var settings = settings
                settings.prepareDatabase { limit.observe($0) }
                let queue = try DatabaseQueue(path: path, configuration: settings)
                return (queue, queue.unsafeRead { Connection($0) }, limit)
            }
        }
        _ = try read { try $0.value("SELECT count(*) FROM sqlite_master", as: Int.self) }
    }

    /// Reads from a consistent snapshot.
    ///
    /// - Parameter key: reads with the same key use the same connection, whose page cache then holds the pages they
    ///   need; without a key, connections take turns.
    /// - Throws: what `query` throws; `DatabaseError`, of kind `reentrant` inside a read of this file.
    public func read<Value>(spread key: Int? = nil, _ query: (Reader) throws -> Value) throws -> Value {
        try inside.refuseReentrance()
        let number = key ?? turn.wrappingAdd(1, ordering: .relaxed).oldValue
        return try DatabaseError.translating {
            let (queue, connection, limit) = queues[abs(number % queues.count)]
            return try queue.unsafeRead { _ in
                limit.begin()
                return try connection.inSnapshot { try inside.whileSet { try query(Reader(connection)) } }
            }
        }
    }
}

/// Ends a read of a foreign file that takes too long.
private final class ReadLimit: Sendable {
    /// When the read ends, in nanoseconds since the machine started.
    private let end = Atomic<UInt64>(.max)

    /// How long one read may take, in nanoseconds: a look-up takes microseconds, the count of a country's tiles a second.
    private static let longest: UInt64 = 2_000_000_000
    /// Bytes of one value.
    private static let maxValueBytes: Int32 = 32 << 20
    /// Steps of SQLite between two looks at the clock: less than a millisecond.
    private static let steps: Int32 = 10_000

    /// Must live as long as the connection.
    func observe(_ connection: GRDB.Database) {
        sqlite3_limit(connection.sqliteConnection, SQLITE_LIMIT_LENGTH, ReadLimit.maxValueBytes)
        sqlite3_progress_handler(
            connection.sqliteConnection, ReadLimit.steps,
            { context in
                guard let context else { return 0 }
                return Unmanaged<ReadLimit>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    func begin() { end.store(DispatchTime.now().uptimeNanoseconds + ReadLimit.longest, ordering: .relaxed) }

    private var isOver: Bool { DispatchTime.now().uptimeNanoseconds > end.load(ordering: .relaxed) }
}
