import Foundation
import Synchronization

/// Group commit: writes that arrive during a commit share the next one, and so one fsync.
///
/// The first to arrive leads: it commits for all that wait, itself included, and then hands the lead to the first of
/// those that arrived meanwhile. No write waits for more than two commits.
final class CommitQueue: Sendable {
    /// A waiting write, whatever type it returns.
    protocol Waiting: AnyObject, Sendable {
        /// Runs in a savepoint and keeps the outcome.
        func perform(_ writer: Writer)
        /// Replaces a success, because the commit failed.
        func fail(_ error: any Error)
        var failure: (any Error)? { get }
        /// Wakes the waiting thread: to lead, or because its write is done.
        func wake(toLead: Bool)
        /// Waits; returns true when this write must lead.
        func waitsToLead() -> Bool
    }

    private struct State {
        var waiting: [any Waiting] = []
        var isLed = false
        var commits = 0
    }

    private let state = Mutex(State())

    /// How many batches have been committed or have failed.
    var commitCount: Int { state.withLock { $0.commits } }
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Waits until `entry` is committed or has failed.
    func run(_ entry: any Waiting, commit: ([any Waiting]) -> Void) {
        let leads = state.withLock { state in
            state.waiting.append(entry)
            if state.isLed { return false }
            state.isLed = true
            return true
        }
        guard leads || entry.waitsToLead() else { return }
        let batch = state.withLock { state in
            let batch = state.waiting
            state.waiting = []
            state.commits += 1
            return batch
        }
        commit(batch)
        let next = state.withLock { state in
            if state.waiting.isEmpty { state.isLed = false }
            return state.waiting.first
        }
        // Wake the next leader first: everybody waits for its commit.
        next?.wake(toLead: true)
        for done in batch where done !== entry { done.wake(toLead: false) }
    }

    /// One write and its outcome.
    ///
    /// Unchecked: the thread that owns the entry waits while the leading thread uses it, and each hand-over passes
    /// through the queue's lock or the entry's semaphore, so two threads never access it at the same time.
    final class Entry<Value>: Waiting, @unchecked Sendable {
        /// Set to nil after it ran: the caller's closure must not outlive the call, although others still hold the
        /// entry.
        private var verb: ((Writer) throws -> Value)?
        private var outcome: Result<Value, any Error>?
        private var leads = false
        private let isAwake = DispatchSemaphore(value: 0)

        init(_ verb: @escaping (Writer) throws -> Value) { self.verb = verb }

        func perform(_ writer: Writer) {
            outcome = Result {
                var value: Value?
                try DatabaseError.translating {
                    try writer.connection.inSavepoint { value = try verb?(writer) }
                }
                guard let value else { throw DatabaseError(.other, "a write without outcome") }
                return value
            }
            verb = nil
        }

        func fail(_ error: any Error) {
            verb = nil
            if failure == nil { outcome = .failure(error) }
        }

        var failure: (any Error)? { if case .failure(let error) = outcome { error } else { nil } }

        func wake(toLead: Bool) {
            leads = toLead
            isAwake.signal()
        }

        func waitsToLead() -> Bool {
            isAwake.wait()
            return leads
        }

        func result() throws -> Value {
            guard let outcome else { throw DatabaseError(.other, "a write was not done") }
            return try outcome.get()
        }
    }
}
