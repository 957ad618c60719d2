import GRDB
import GRDBSQLite
import Synchronization

/// An SQLite file from an untrusted source, such as a map: opened read-only and with safe settings.
public final class ForeignFile: Sendable {
    private let queues: [DatabaseQueue]
    private let turn = Atomic(0)
    private let inside: ThreadFlag
    private let budgets: [StepBudget]

    /// What a read may cost: the views of a stranger's file may compute for ever.
    public struct Limits: Sendable {
        /// Instructions of SQLite's machine in one read; a scan takes about ten a row.
        public let steps: Int
        /// Bytes of one value.
        public let valueBytes: Int

        public init(steps: Int, valueBytes: Int) { (self.steps, self.valueBytes) = (steps, valueBytes) }

        /// For a file that the program itself has made.
        public static let none = Limits(steps: .max, valueBytes: 1_000_000_000)
    }

    /// Opens a file.
    ///
    /// Its views and triggers cannot call functions with side effects (`trusted_schema` off), damaged pages are
    /// detected when they are read (`cell_size_check`), it is read and not memory-mapped (a mapped file that shrinks
    /// kills the process), and no extension can be loaded.
    ///
    /// - Parameters:
    ///   - readers: the maximum number of concurrent reads, at least 1.
    ///   - limits: a read that needs more is a `DatabaseError` of the kind `limit`.
    /// - Throws: `DatabaseError` when the file does not exist or is not a database.
    public init(path: String, readers: Int = 2, limits: Limits) throws {
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
        let budgets = (0..<max(1, readers)).map { _ in StepBudget(limits.steps) }
        let settings = configuration
        inside = try ThreadFlag()
        queues = try DatabaseError.translating {
            try budgets.map { budget in
                var configuration = settings
                configuration.prepareDatabase { connection in
                    sqlite3_limit(connection.sqliteConnection, SQLITE_LIMIT_LENGTH, Int32(limits.valueBytes))
                    budget.watch(connection.sqliteConnection)
                }
                return try DatabaseQueue(path: path, configuration: configuration)
            }
        }
        self.budgets = budgets
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
            let place = abs(number % queues.count)
            return try queues[place].read { connection in
                budgets[place].begin()
                return try inside.whileSet { try query(Reader(connection)) }
            }
        }
    }
}

/// Counts what SQLite does in one read, and ends it when that is too much.
private final class StepBudget: Sendable {
    private let limit: Int
    private let used = Atomic(0)

    /// Instructions between two looks.
    private static let chunk: Int32 = 10_000

    init(_ limit: Int) { self.limit = limit }

    func begin() { used.store(0, ordering: .relaxed) }

    /// Watches a connection, which must not live longer than this object.
    func watch(_ connection: OpaquePointer?) {
        sqlite3_progress_handler(
            connection, StepBudget.chunk,
            { context in
                guard let context else { return 0 }
                let budget = Unmanaged<StepBudget>.fromOpaque(context).takeUnretainedValue()
                let used = budget.used.wrappingAdd(Int(StepBudget.chunk), ordering: .relaxed).newValue
                return used > budget.limit ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
