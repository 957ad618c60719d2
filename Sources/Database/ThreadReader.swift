import Foundation

/// The reader that all reads of a thread share for a while.
final class ThreadReader: Sendable {
    private let key: pthread_key_t

    /// - Throws: `DatabaseError` when the process has no thread-specific keys left (1,024 on Linux).
    init() throws { key = try ThreadKey.make() }

    deinit { pthread_key_delete(key) }

    /// The reader of this thread; nil outside of `sharing`.
    var current: Reader? {
        pthread_getspecific(key).map { Unmanaged<Reader>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Runs `body`, during which this thread has the reader.
    func sharing<Value>(_ reader: Reader, _ body: () -> Value) -> Value {
        pthread_setspecific(key, Unmanaged.passUnretained(reader).toOpaque())
        defer { pthread_setspecific(key, nil) }
        return withExtendedLifetime(reader) { body() }
    }
}
