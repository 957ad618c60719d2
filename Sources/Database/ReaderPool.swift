import Foundation
import GRDB
import Synchronization

/// The connections that read. A read takes the one that was used last, whose page cache is the warmest, and waits while all
/// are in use.
///
/// Not GRDB's pool: it passes several locks for each read and asks whether the schema has changed. SQLite itself prepares
/// a statement anew when the schema has.
final class ReaderPool: Sendable {
    private struct State {
        var free: [DatabaseQueue] = []
        var isOpen = true
    }

    private let path: String
    private let configuration: GRDB.Configuration
    private let count: Int
    private let turns: DispatchSemaphore
    private let state = Mutex(State())

    /// Connections are opened when they are first needed.
    ///
    /// - Parameter count: the maximum number of concurrent reads, at least 1.
    init(path: String, count: Int, configuration: GRDB.Configuration) {
        self.path = path
        self.count = count
        var configuration = configuration
        configuration.readonly = true
        self.configuration = configuration
        turns = DispatchSemaphore(value: count)
    }

    /// Reads from a consistent snapshot.
    func read<Value>(_ query: (GRDB.Database) throws -> Value) throws -> Value {
        turns.wait()
        defer { turns.signal() }
        let reader = try take()
        defer { state.withLock { $0.free.append(reader) } }
        return try reader.unsafeRead { try ReaderPool.inSnapshot($0, query) }
    }

    private func take() throws -> DatabaseQueue {
        let free = try state.withLock { state in
            guard state.isOpen else { throw DatabaseError(.other, "the database is closed") }
            return state.free.popLast()
        }
        return try free ?? DatabaseQueue(path: path, configuration: configuration)
    }

    private static func inSnapshot<Value>(
        _ connection: GRDB.Database, _ query: (GRDB.Database) throws -> Value
    ) throws -> Value {
        try connection.cachedStatement(sql: "BEGIN").execute()
        let outcome = Result { try query(connection) }
        // An error such as a failing disk may have ended it.
        if connection.isInsideTransaction {
            do { try connection.cachedStatement(sql: "COMMIT").execute() } catch { try connection.rollback() }
        }
        return try outcome.get()
    }

    /// Closes the connections after the running reads. Afterwards nothing can be read.
    func close() {
        for _ in 0..<count { turns.wait() }
        let readers = state.withLock { state in
            defer { state = State(isOpen: false) }
            return state.free
        }
        for reader in readers { try? reader.close() }
        for _ in 0..<count { turns.signal() }
    }
}
