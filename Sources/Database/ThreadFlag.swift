import Foundation

/// Knows, thread by thread, whether work on a database is under way: more of it on the same thread would wait for itself.
///
/// A value of the thread and not of the task: a task started in there inherits task-local values, and may well wait.
final class ThreadFlag: Sendable {
    private let key: pthread_key_t

    /// - Throws: `DatabaseError` when the process has no thread-specific keys left (1,024 on Linux).
    init() throws {
        var key = pthread_key_t()
        let code = pthread_key_create(&key, nil)
        guard code == 0 else { throw DatabaseError(.other, "no thread-specific key: error \(code)") }
        self.key = key
    }

    deinit { pthread_key_delete(key) }

    /// Whether this thread is inside `whileSet`.
    var isSet: Bool { pthread_getspecific(key) != nil }

    /// - Throws: `DatabaseError` of kind `reentrant` when this thread is inside `whileSet`.
    func refuseReentrance() throws {
        guard !isSet else {
            throw DatabaseError(.reentrant, "a read or write inside another: use the Reader or Writer at hand")
        }
    }

    /// Runs `body` with the flag set for this thread.
    func whileSet<Value>(_ body: () throws -> Value) rethrows -> Value {
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1))
        defer { pthread_setspecific(key, nil) }
        return try body()
    }
}
