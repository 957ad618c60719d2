import Foundation

/// What a thread works on.
final class ThreadWork: Sendable {
    /// Some work on the database.
    final class Work: Sendable {
        /// Whose it is, such as an account's: see `CommitQueue`.
        let owner: Int64?
        /// A route's pattern or a job's kind; "" where nobody has said it.
        let name: String

        init(owner: Int64?, name: String) { (self.owner, self.name) = (owner, name) }
    }

    private let key: pthread_key_t

    /// - Throws: `DatabaseError` when the process has no thread-specific keys left (1,024 on Linux).
    init() throws { key = try ThreadKey.make() }

    deinit { pthread_key_delete(key) }

    /// The work of this thread; nil outside of `doing`.
    var current: Work? {
        pthread_getspecific(key).map { Unmanaged<Work>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Runs `body` as a part of some work. What is nil is as it was.
    func doing<Value>(_ name: String?, of owner: Int64?, _ body: () throws -> Value) rethrows -> Value {
        let before = pthread_getspecific(key)
        let outer = current
        let work = Work(owner: owner ?? outer?.owner, name: name ?? outer?.name ?? "")
        pthread_setspecific(key, Unmanaged.passUnretained(work).toOpaque())
        defer { pthread_setspecific(key, before) }
        return try withExtendedLifetime(work, body)
    }
}
