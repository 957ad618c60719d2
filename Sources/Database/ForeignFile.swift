import GRDB
import Synchronization

/// An SQLite file from an untrusted source, such as a map: opened read-only and with safe settings.
public final class ForeignFile: Sendable {
    private let queues: [DatabaseQueue]
    private let turn = Atomic(0)
    private let inside: ThreadFlag

    /// Opens a file.
    ///
    /// Its views and triggers cannot call functions with side effects (`trusted_schema` off), damaged pages are
    /// detected when they are read (`cell_size_check`), it is read and not memory-mapped (a mapped file that shrinks
    /// kills the process), and no extension can be loaded.
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
            try (0..<max(1, readers)).map { _ in try DatabaseQueue(path: path, configuration: settings) }
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
            try queues[abs(number % queues.count)].read { connection in
                try inside.whileSet { try query(Reader(connection)) }
            }
        }
    }
}
