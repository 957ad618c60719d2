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
        /// Replaces the outcome: the commit has failed.
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

    /// True inside a write, on its thread: another read or write there would wait for itself.
    @TaskLocal private static var isInside = false

    static func refuseNesting() throws {
        if isInside { throw DatabaseError(.nested, "a read or write inside a write: use the write's own Writer") }
    }

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
        CommitQueue.$isInside.withValue(true) { commit(batch) }
        let next = state.withLock { state in
            if state.waiting.isEmpty { state.isLed = false }
            return state.waiting.first
        }
        for done in batch where done !== entry { done.wake(toLead: false) }
        next?.wake(toLead: true)
    }

    /// One write and its outcome.
    final class Entry<Value: Sendable>: Waiting {
        /// Let go when it has run: the caller's closure must not outlive the call, though others still hold the entry.
        private let verb: Mutex<(@Sendable (Writer) throws -> Value)?>
        private let outcome = Mutex<Result<Value, any Error>?>(nil)
        private let leads = Mutex(false)
        private let isAwake = DispatchSemaphore(value: 0)

        init(_ verb: @escaping @Sendable (Writer) throws -> Value) { self.verb = Mutex(verb) }

        func perform(_ writer: Writer) {
            let result = Result {
                var value: Value?
                try writer.connection.inSavepoint {
                    value = try takeVerb()?(writer)
                    return .commit
                }
                guard let value else { throw DatabaseError(.other, "a write without outcome") }
                return value
            }
            outcome.withLock { $0 = result }
        }

        private func takeVerb() -> (@Sendable (Writer) throws -> Value)? {
            verb.withLock { verb in
                defer { verb = nil }
                return verb
            }
        }

        func fail(_ error: any Error) { outcome.withLock { $0 = .failure(error) } }

        var failure: (any Error)? {
            outcome.withLock { if case .failure(let error) = $0 { error } else { nil } }
        }

        func wake(toLead: Bool) {
            leads.withLock { $0 = toLead }
            isAwake.signal()
        }

        func waitsToLead() -> Bool {
            isAwake.wait()
            return leads.withLock { $0 }
        }

        func result() throws -> Value {
            _ = takeVerb()
            guard let result = outcome.withLock({ $0 }) else { throw DatabaseError(.other, "a write was not done") }
            return try result.get()
        }
    }
}
