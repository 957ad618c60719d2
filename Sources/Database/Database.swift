import Foundation
import GRDB
import Synchronization

/// The database of a site: a file of SQLite in WAL mode, read by many at once, written by one.
///
/// Writes that come at the same time share one commit (see `CommitQueue`); an answer is given only after the commit has
/// reached the disk.
public final class Database: Sendable {
    private let pool: DatabasePool
    private let queue = CommitQueue()
    private let ids: Mutex<IDGenerator>
    private let clock: @Sendable () -> Int64

    /// The table that keeps the highest id.
    private static let idClock = Migration(
        "0000-00-00 ids",
        [
            "CREATE TABLE id_clock (node BIGINT PRIMARY KEY, mark BIGINT NOT NULL)"
        ])

    /// Opens a database, makes it when it is not there, and brings its schema up to date.
    ///
    /// - Parameters:
    ///   - path: the file; it is made with mode 0600.
    ///   - migrations: every feature's, in any order.
    ///   - node: 0…511, different for each process that writes to one database.
    ///   - clock: milliseconds since 1970, for ids.
    /// - Throws: `DatabaseError`.
    public init(
        path: String, migrations: [Migration], node: Int = 0, clock: @escaping @Sendable () -> Int64
    ) throws {
        self.clock = clock
        // Made here, so that it never exists with another mode; SQLite gives the same to its companions.
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DatabaseError(.other, "cannot open \(path): errno \(errno)") }
        Foundation.close(descriptor)
        let pool = try DatabaseError.translating { try Database.pool(path) }
        self.pool = pool
        let mark = try DatabaseError.translating {
            try Migration.apply(migrations + [Database.idClock], to: pool)
            return try pool.read { try Int64.fetchOne($0, sql: "SELECT max(mark) FROM id_clock") } ?? 0
        }
        ids = Mutex(IDGenerator(node: node, after: mark))
    }

    private static func pool(_ path: String) throws -> DatabasePool {
        var configuration = GRDB.Configuration()
        configuration.busyMode = .timeout(5)
        configuration.foreignKeysEnabled = true
        configuration.maximumReaderCount = 8
        configuration.label = "cairn"
        let pool = try DatabasePool(path: path, configuration: configuration)
        // After the pool's own set-up, which asks for NORMAL: what people were told is saved must survive a power cut.
        try pool.writeWithoutTransaction { connection in
            try connection.execute(sql: "PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864")
        }
        return pool
    }

    /// Reads from a consistent snapshot.
    public func read<Value>(_ query: (Reader) throws -> Value) throws -> Value {
        try CommitQueue.refuseNesting()
        return try DatabaseError.translating { try pool.read { try query(Reader($0)) } }
    }

    /// Writes: all of `verb` or nothing of it, and on the disk when this returns. `verb` may run on another thread, while
    /// this one waits.
    ///
    /// - Throws: what `verb` throws, after which nothing of it has happened; `DatabaseError` when the commit fails.
    public func write<Value>(_ verb: (Writer) throws -> Value) throws -> Value {
        try CommitQueue.refuseNesting()
        return try withoutActuallyEscaping(verb) { verb in
            let entry = CommitQueue.Entry<Value>(verb)
            queue.run(entry, commit: commit)
            return try entry.result()
        }
    }

    /// Runs a batch in one transaction, each in a savepoint of its own.
    private func commit(_ batch: [any CommitQueue.Waiting]) {
        do {
            try pool.writeWithoutTransaction { connection in
                try connection.inTransaction(.immediate) {
                    let before = ids.withLock { $0.mark }
                    let writer = Writer(connection) { self.ids.withLock { $0.next(now: self.clock()) } }
                    for entry in batch {
                        entry.perform(writer)
                        // A full disk makes SQLite roll back the whole transaction: nothing of the batch has happened.
                        if !connection.isInsideTransaction {
                            throw entry.failure ?? DatabaseError(.other, "rolled back")
                        }
                    }
                    let mark = ids.withLock { $0.mark }
                    if mark != before { try storeMark(mark, writer) }
                    return .commit
                }
            }
        } catch {
            let reason = (error as? GRDB.DatabaseError).map { DatabaseError($0) as any Error } ?? error
            for entry in batch { entry.fail(reason) }
        }
    }

    private func storeMark(_ mark: Int64, _ writer: Writer) throws {
        try writer.execute(
            "INSERT INTO id_clock (node, mark) VALUES (0, \(mark)) ON CONFLICT (node) DO UPDATE SET mark = excluded.mark"
        )
    }

    /// What a setting of the writing connection is, for tests.
    func pragma(_ name: String) throws -> String? {
        try pool.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA \(name)") }
    }

    /// How many commits have been made, for tests.
    var commitCount: Int { queue.commitCount }
    /// How many writes wait for the next commit, for tests.
    var waitingCount: Int { queue.waitingCount }

    /// Tidies up and closes the file; nothing can be read or written afterwards.
    public func close() {
        try? pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA optimize") }
        try? pool.close()
    }
}
