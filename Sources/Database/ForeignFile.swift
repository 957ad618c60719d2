import GRDB
import Synchronization

/// An SQLite file that somebody else made, such as a map: opened for reading only, and trusted with nothing.
public final class ForeignFile: Sendable {
    private let queues: [DatabaseQueue]
    private let turn = Atomic(0)
    private let inside: ThreadFlag

    /// Opens a file.
    ///
    /// Functions with side effects cannot be called by its views and triggers (`trusted_schema` off), damaged pages are
    /// noticed when they are read (`cell_size_check`), it is read and not mapped into memory (a file that shrinks under
    /// a map ends the process), and no extension can be loaded.
    ///
    /// - Parameter readers: how many threads may read at once, at least 1.
    /// - Throws: `DatabaseError` when there is no such file or it is no database.
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
    /// - Parameter key: reads with the same key use the same connection, whose page cache then holds what they need; without
    ///   one they take turns.
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
