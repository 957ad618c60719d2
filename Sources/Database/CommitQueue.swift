import Foundation
import GRDB
import Synchronization

/// Gathers the writes that come while another commit is under way, so that one fsync serves them all.
///
/// The first to come leads: it commits for all who wait, itself among them, and then passes the lead on to the first of
/// those who came meanwhile. Nobody waits for more than two commits.
final class CommitQueue: Sendable {
    /// A write that waits, whatever it returns.
    protocol Waiting: AnyObject, Sendable {
        /// Runs in a savepoint and keeps the outcome.
        func perform(_ writer: Writer)
        /// Replaces a good outcome: the commit has failed.
        func fail(_ error: any Error)
        var failure: (any Error)? { get }
        /// Wakes the thread that waits: to lead, or because it is done.
        func wake(toLead: Bool)
        /// Waits; true when this one has to lead.
        func waitsToLead() -> Bool
    }

    private struct State {
        var waiting: [any Waiting] = []
        var isLed = false
        var commits = 0
    }

    private let state = Mutex(State())

    /// How many batches have been committed, or have failed to be.
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
        // The next leader first: its commit is what everybody waits for.
        next?.wake(toLead: true)
        for done in batch where done !== entry { done.wake(toLead: false) }
    }

    /// One write and its outcome.
    ///
    /// Unchecked: the thread that owns the entry waits while the leading thread uses it, and each hand-over passes through
    /// the queue's lock or the entry's semaphore, so that no two threads ever touch it at once.
    final class Entry<Value>: Waiting, @unchecked Sendable {
        /// Let go when it has run: the caller's closure must not outlive the call, though others still hold the entry.
        private var verb: ((Writer) throws -> Value)?
        private var outcome: Result<Value, any Error>?
        private var leads = false
        private let isAwake = DispatchSemaphore(value: 0)

        init(_ verb: @escaping (Writer) throws -> Value) { self.verb = verb }

        func perform(_ writer: Writer) {
            outcome = Result {
                var value: Value?
                try DatabaseError.translating {
                    try writer.connection.inSavepoint {
                        value = try verb?(writer)
                        return .commit
                    }
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
