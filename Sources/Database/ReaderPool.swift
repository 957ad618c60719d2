import Foundation
import GRDB
import Synchronization

/// The connections that read. A read takes the first that is free, so that few reads at a time use few connections, whose
/// page caches are warm, and waits while all are in use.
///
/// Not GRDB's pool: it passes several locks for each read and asks whether the schema has changed. SQLite itself prepares
/// a statement anew when the schema has.
final class ReaderPool: Sendable {
    /// One connection, opened when it is first needed; locked while somebody reads.
    private final class Slot: Sendable {
        let reader = Mutex<DatabaseQueue?>(nil)
    }

    private let path: String
    private let configuration: GRDB.Configuration
    /// Nobody ever waits for the lock of a slot: a list of free ones under one lock made threads wait for each other, and
    /// cost a tenth of a page.
    private let slots: [Slot]
    private let turns: DispatchSemaphore
    private let isOpen = Atomic(true)

    /// - Parameter count: the maximum number of concurrent reads, at least 1.
    init(path: String, count: Int, configuration: GRDB.Configuration) {
        self.path = path
        var configuration = configuration
        configuration.readonly = true
        self.configuration = configuration
        slots = (0..<count).map { _ in Slot() }
        turns = DispatchSemaphore(value: count)
    }

    /// Reads from a consistent snapshot.
    func read<Value>(_ query: (GRDB.Database) throws -> Value) throws -> Value {
        turns.wait()
        return try readInTurn(query)
    }

    /// Reads if a connection is free, otherwise returns nil.
    func readUnlessBusy<Value>(_ query: (GRDB.Database) throws -> Value) throws -> Value? {
        guard turns.wait(timeout: .now()) == .success else { return nil }
        return try readInTurn(query)
    }

    private func readInTurn<Value>(_ query: (GRDB.Database) throws -> Value) throws -> Value {
        defer { turns.signal() }
        guard isOpen.load(ordering: .acquiring) else { throw DatabaseError(.other, "the database is closed") }
        var outcome: Result<Value, any Error>?
        // Whoever has a turn has a free slot. Another thread may take it between looking and locking; then one that it
        // left is free.
        while true {
            for slot in slots {
                slot.reader.withLockIfAvailable { reader in
                    outcome = Result {
                        let open = try reader ?? DatabaseQueue(path: path, configuration: configuration)
                        reader = open
                        return try open.unsafeRead { try ReaderPool.inSnapshot($0, query) }
                    }
                }
                if let outcome { return try outcome.get() }
            }
        }
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
        for _ in slots { turns.wait() }
        isOpen.store(false, ordering: .releasing)
        for slot in slots {
            slot.reader.withLock { reader in
                try? reader?.close()
                reader = nil
            }
        }
        for _ in slots { turns.signal() }
    }
}
