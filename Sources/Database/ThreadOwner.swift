import Foundation

/// Whose writes those of a thread are.
final class ThreadOwner: Sendable {
    private let key: pthread_key_t

    /// - Throws: `DatabaseError` when the process has no thread-specific keys left (1,024 on Linux).
    init() throws { key = try ThreadKey.make() }

    deinit { pthread_key_delete(key) }

    /// The owner on this thread; nil outside of `being`.
    var current: Int64? { pthread_getspecific(key).map { Int64(Int(bitPattern: $0)) } }

    /// Runs `body` as an owner's. The number 0 is nobody's.
    func being<Value>(_ owner: Int64, _ body: () throws -> Value) rethrows -> Value {
        let before = pthread_getspecific(key)
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: Int(owner)))
        defer { pthread_setspecific(key, before) }
        return try body()
    }
}
