import Foundation

/// A POSIX readers-writer lock: any number of readers, or one writer. A waiting writer goes before new readers, so that
/// a stream of queries cannot starve it.
///
/// The standard library's `Mutex` would make readers wait for each other, and hands the lock over in turn: threads that all
/// read something short then sleep and wake for each other, which cost a third of a page.
///
/// @unchecked because the compiler cannot see that the pointee is a lock, which many threads may use; the pointer
/// itself never changes.
final class ReadersWriterLock: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_rwlock_t>

    init() {
        lock = .allocate(capacity: 1)
        var attributes = pthread_rwlockattr_t()
        pthread_rwlockattr_init(&attributes)
        pthread_rwlockattr_setkind_np(&attributes, Int32(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP))
        pthread_rwlock_init(lock, &attributes)
        pthread_rwlockattr_destroy(&attributes)
    }

    deinit {
        pthread_rwlock_destroy(lock)
        lock.deallocate()
    }

    /// Runs `body` in parallel with other readers.
    func read<Result>(_ body: () throws -> Result) rethrows -> Result {
        pthread_rwlock_rdlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        return try body()
    }

    /// Runs `body` exclusively.
    func write<Result>(_ body: () throws -> Result) rethrows -> Result {
        pthread_rwlock_wrlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        return try body()
    }
}

/// A value that many threads read beside each other and few change, as the settings of a site. `body` must not use the value again
/// by another way.
///
/// @unchecked because the compiler cannot see that the value is used inside of the lock alone.
public final class ReadersWriterLocked<Value: Sendable>: @unchecked Sendable {
    private var value: Value
    private let lock = ReadersWriterLock()

    /// Begins with a value.
    public init(_ value: Value) { self.value = value }

    /// Runs `body` beside other readers.
    public func read<Result>(_ body: (Value) throws -> Result) rethrows -> Result { try lock.read { try body(value) } }

    /// Runs `body`, which may change the value, while nobody else reads.
    public func write<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.write { try body(&value) }
    }
}
