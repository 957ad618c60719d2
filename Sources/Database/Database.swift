import Foundation
import GRDB
import Synchronization

/// The database of a site: an SQLite file in WAL mode, with many concurrent readers and one writer.
///
/// Writes that arrive at the same time share one commit (see `CommitQueue`); a write returns only after the commit is
/// on the disk.
public final class Database: Sendable {
    let path: String
    /// Internal for tests, which hold its commits open.
    let pool: DatabasePool
    private let readers: ReaderPool
    private let queue = CommitQueue()
    private let ids: IDSequence
    private let clock: @Sendable () -> Int64
    private let inside: ThreadFlag
    private let shared: ThreadReader
    private let work: ThreadWork
    private let slow: SlowStatements
    /// Nanoseconds after which a commit takes no further write.
    private let longestCommit: UInt64
    private let commits = Atomic<UInt64>(0)

    /// The table that stores the highest id of each node.
    static let idClock = Migration(
        0, "0000-00-00 ids",
        [
            "CREATE TABLE id_clock (node BIGINT PRIMARY KEY, mark BIGINT NOT NULL)"
        ])

    /// Opens a database, creates it when it does not exist, and migrates its schema.
    ///
    /// - Parameters:
    ///   - path: the file; it and its companions (`-wal`, `-shm`) have mode 0600, a missing folder is created with
    ///     0700.
    ///   - migrations: those of all features, in any order.
    ///   - node: 0…511, different for each machine that makes ids for one site.
    ///   - readers: the maximum number of concurrent reads, at least 1; further reads wait. More than there are processors,
    ///     since a read may wait for the disk; readers do not hinder each other (see docs/benchmarks.md).
    ///   - longestCommit: nanoseconds after which a commit takes no further write.
    ///   - slowStatement: nanoseconds from which a statement is slow, see `reportSlowStatements`.
    ///   - clock: milliseconds since 1970, for ids.
    /// - Throws: `DatabaseError`.
    public convenience init(
        path: String, migrations: [Migration], node: Int = 0, readers: Int = 8, longestCommit: UInt64 = 50_000_000,
        slowStatement: UInt64 = 50_000_000, clock: @escaping @Sendable () -> Int64
    ) throws {
        try self.init(
            path: path, node: node, readers: readers, longestCommit: longestCommit, slowStatement: slowStatement,
            clock: clock)
        try migrate(migrations)
    }

    /// Opens or makes a database file as it is. `migrate` brings its tables up to date.
    ///
    /// - Parameters:
    ///   - longestCommit: nanoseconds after which a commit takes no further write.
    ///   - slowStatement: nanoseconds from which a statement is slow, see `reportSlowStatements`.
    ///   - random: for ids that do not tell when they were made.
    /// - Throws: `DatabaseError`.
    public init(
        path: String, node: Int = 0, readers: Int = 8, longestCommit: UInt64 = 50_000_000,
        slowStatement: UInt64 = 50_000_000, clock: @escaping @Sendable () -> Int64,
        random: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) }
    ) throws {
        self.path = path
        self.longestCommit = longestCommit
        self.clock = clock
        inside = try ThreadFlag()
        shared = try ThreadReader()
        work = try ThreadWork()
        slow = SlowStatements(limit: slowStatement)
        try PrivateFile.makeFolder(URL(fileURLWithPath: path).deletingLastPathComponent().path)
        if try !PrivateFile.make(path) {
            for companion in ["", "-wal", "-shm"] { PrivateFile.tighten(path + companion) }
        }
        let configuration = Database.configuration
        let pool = try DatabaseError.translating { try Database.pool(path, configuration) }
        self.pool = pool
        self.readers = ReaderPool(path: path, count: max(1, readers), configuration: configuration)
        let mark = try DatabaseError.translating {
            let none = try IDSequence(node: node, after: 0)
            try Migration.apply([Database.idClock], to: pool, areAll: false) { Writer($0, none, clock) }
            return try pool.read { try Int64.fetchOne($0, sql: "SELECT max(mark) FROM id_clock") } ?? 0
        }
        ids = try IDSequence(node: node, after: mark, random: random)
    }

    /// Applies the steps of the schema that have not been applied yet.
    ///
    /// - Throws: `DatabaseError` of kind `migration`, see `Migration.apply`.
    public func migrate(_ migrations: [Migration]) throws {
        try DatabaseError.translating {
            try Migration.apply(migrations + [Database.idClock], to: pool) { [ids, clock] in Writer($0, ids, clock) }
        }
    }

    /// Reads from a consistent snapshot. Does not wait for writes and does not block them.
    ///
    /// - Throws: what `query` throws; `DatabaseError`, of kind `reentrant` inside a read or write of this database.
    public func read<Value>(_ query: (Reader) throws -> Value) throws -> Value {
        try inside.refuseReentrance()
        return try DatabaseError.translating {
            if let reader = shared.current { return try inside.whileSet { try query(reader) } }
            let version = version
            return try readers.read { connection in
                try inside.whileSet { try query(reader(connection, version)) }
            }
        }
    }

    /// Grows with every commit of this program, before the threads whose writes it holds go on. What was read at a version
    /// still holds at the same one, unless another program has written. In one snapshot it stays as it was at its start.
    public var version: UInt64 { shared.current?.version ?? commits.load(ordering: .sequentiallyConsistent) }

    /// Reads like `read`, but never waits for another reader: nil while all connections are in use.
    ///
    /// - Throws: as `read`.
    public func readUnlessBusy<Value>(_ query: (Reader) throws -> Value) throws -> Value? {
        try inside.refuseReentrance()
        return try DatabaseError.translating {
            try readers.readUnlessBusy { connection in try inside.whileSet { try query(reader(connection, 0)) } }
        }
    }

    /// Runs `body`, whose reads on this thread share one snapshot and one transaction: many small ones cost less. They do
    /// not see what is written meanwhile. Inside a read or another `inOneSnapshot`, or where no transaction can begin, it
    /// just runs, and each read is one of its own.
    public func inOneSnapshot<Value>(_ body: () -> Value) -> Value {
        guard !inside.isSet, shared.current == nil else { return body() }
        var value: Value?
        let version = version
        // Ending the transaction may fail too; then everything has been read.
        try? readers.read { connection in value = shared.sharing(reader(connection, version), body) }
        return value ?? body()
    }

    private func reader(_ connection: GRDB.Database, _ version: UInt64) -> Reader {
        let reader = Reader(connection, version: version, slow)
        reader.work = work.current?.name ?? ""
        return reader
    }

    /// Runs `body`, whose writes on this thread are an owner's, such as an account's: see `CommitQueue`.
    ///
    /// - Parameters:
    ///   - owner: nil for whose they were.
    ///   - name: what it is, for who looks for slow statements: a route's pattern, a job's kind; nil for what it was.
    public func onBehalf<Value>(
        of owner: Int64?, doing name: String? = nil, _ body: () throws -> Value
    ) rethrows -> Value {
        try work.doing(name, of: owner, body)
    }

    /// From now on calls `report` after each statement that was slow, on the thread that ran it. It must not use the database.
    public func reportSlowStatements(to report: @escaping @Sendable (SlowStatement) -> Void) { slow.setReport(report) }

    /// Writes all of `verb` or nothing; the result is on the disk when this returns. `verb` may run on another thread
    /// while this one waits, and in one transaction with others, so it should be short.
    ///
    /// - Parameter isUrgent: whether it goes before others, once for each owner: what somebody in danger does, and nothing else.
    /// - Throws: what `verb` throws, and then nothing is written; `DatabaseError` when the commit fails, and of kind
    ///   `reentrant` inside a read or write of this database.
    @discardableResult
    public func write<Value>(isUrgent: Bool = false, _ verb: (Writer) throws -> Value) throws -> Value {
        try inside.refuseReentrance()
        return try withoutActuallyEscaping(verb) { verb in
            let entry = CommitQueue.Entry<Value>(of: work.current, isUrgent: isUrgent, verb)
            queue.run(entry) { waiting in inside.whileSet { commit(waiting) } }
            return try entry.result()
        }
    }

    /// Runs writes in one transaction, each in its own savepoint, as many as fit into the time.
    ///
    /// - Returns: how many of the first ones it ran; all of them where the transaction failed.
    private func commit(_ waiting: [any CommitQueue.Waiting]) -> Int {
        do {
            let start = DispatchTime.now().uptimeNanoseconds
            var count = 0
            let reactions = try DatabaseError.translating {
                try pool.writeWithoutTransaction { connection in
                    let writer = Writer(connection, ids, clock, slow)
                    try connection.inTransaction(.immediate) {
                        for entry in waiting {
                            let before = writer.reactions.count
                            entry.perform(writer)
                            count += 1
                            if entry.failure != nil { writer.reactions.removeSubrange(before...) }
                            // Some errors, such as a full disk, make SQLite roll back the whole transaction.
                            if !connection.isInsideTransaction {
                                throw DatabaseError(endedBy: entry.failure)
                            }
                            if DispatchTime.now().uptimeNanoseconds - start > longestCommit { break }
                        }
                        try writer.storeMark()
                        return .commit
                    }
                    return writer.reactions
                }
            }
            commits.add(1, ordering: .sequentiallyConsistent)
            for react in reactions { react() }
            return count
        } catch {
            for entry in waiting { entry.fail(error) }
            return waiting.count
        }
    }

    /// Checks the whole file for damage and for broken foreign keys. The time grows with the size of the file.
    ///
    /// - Throws: `DatabaseError` of kind `corrupt` with what was found.
    public func checkIntegrity() throws {
        try read { try Integrity.check($0.connection) }
    }

    /// Settings of the writing connection, for tests.
    func pragma(_ name: String) throws -> String? {
        try pool.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA \(name)") }
    }

    /// The number of rows inserted, updated or deleted since the file was opened, also by foreign keys, for tests.
    var writtenRows: Int { pool.writeWithoutTransaction { $0.totalChangesCount } }

    /// The number of commits so far, for tests.
    var commitCount: Int { queue.commitCount }
    /// The number of writes that wait for the next commit, for tests.
    var waitingCount: Int { queue.waitingCount }

    /// Optimizes and closes the file after the running reads and writes. Afterwards nothing can be read or written.
    /// Does nothing inside a read, write or `inOneSnapshot`.
    public func close() {
        guard !inside.isSet, shared.current == nil else { return }
        // Planner statistics are optional: a failure to gather them must not prevent closing.
        try? pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA optimize") }
        readers.close()
        guard (try? pool.close()) != nil else { return }
        // The pool closes its writer before its reader, which cannot checkpoint the log: one last connection does it.
        try? DatabaseQueue(path: path).close()
    }
}
