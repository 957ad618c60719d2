import Foundation

/// Marks threads that are inside work on a database: more of it on the same thread would deadlock.
///
/// Thread-specific and not task-local: a task started inside inherits task-local values, although it may wait safely.
final class ThreadFlag: Sendable {
    private let key: pthread_key_t

    /// - Throws: `DatabaseError` when the process has no thread-specific keys left (1,024 on Linux).
    init() throws { key = try ThreadKey.make() }

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

/// Places for a value in each thread.
enum ThreadKey {
    /// - Throws: `DatabaseError` when the process has none left (1,024 on Linux).
    static func make() throws -> pthread_key_t {
        var key = pthread_key_t()
        let code = pthread_key_create(&key, nil)
        guard code == 0 else { throw DatabaseError(.other, "no thread-specific key: error \(code)") }
        return key
    }
}
