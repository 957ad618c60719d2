import GRDB

/// An SQLite file that somebody else made, such as a map: opened for reading only, and trusted with nothing.
public final class ForeignFile: Sendable {
    private let queues: [DatabaseQueue]

    /// Opens a file.
    ///
    /// Functions with side effects cannot be called by its views and triggers (`trusted_schema` off), and damaged pages
    /// are noticed when they are read (`cell_size_check`).
    ///
    /// - Parameter readers: how many threads may read at once.
    /// - Throws: `DatabaseError` when there is no such file or it is no database.
    public init(path: String, readers: Int = 2) throws {
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        configuration.prepareDatabase { connection in
            try connection.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
        }
        let settings = configuration
        queues = try DatabaseError.translating {
            try (0..<max(1, readers)).map { _ in try DatabaseQueue(path: path, configuration: settings) }
        }
        _ = try read { try $0.value("SELECT count(*) FROM sqlite_master", as: Int.self) }
    }

    /// Reads; what several threads ask at once is spread over the connections.
    public func read<Value>(spread key: Int = 0, _ query: (Reader) throws -> Value) throws -> Value {
        try DatabaseError.translating { try queues[abs(key % queues.count)].read { try query(Reader($0)) } }
    }
}
