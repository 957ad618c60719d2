import Foundation
import GRDB
import Synchronization

/// Group commit: writes that arrive during a commit share the next one, and so one fsync.
///
/// The first to arrive leads: it commits for those that wait, until its own write is done, and then hands the lead to the
/// first of those that still wait. A commit takes one urgent write of each owner's first, then one of any kind, then a second
/// one of each, until it has taken long enough: however much somebody writes, another's write waits for the commit that runs and
/// shares the next one with the first writes of the others.
final class CommitQueue: Sendable {
    /// A waiting write, whatever type it returns.
    protocol Waiting: AnyObject, Sendable {
        /// Whose it is; nil for nobody's, which count as one owner's.
        var owner: Int64? { get }
        /// Goes before those that are not, unless its owner has another such one.
        var isUrgent: Bool { get }
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
    ///
    /// - Parameter commit: commits or fails the first of some writes, at least one. Returns how many.
    func run(_ entry: any Waiting, commit: ([any Waiting]) -> Int) {
        let leads = state.withLock { state in
            state.waiting.append(entry)
            if state.isLed { return false }
            state.isLed = true
            return true
        }
        guard leads || entry.waitsToLead() else { return }
        var isDone = false
        while !isDone {
            let waiting = state.withLock { state in
                let waiting = CommitQueue.inTurns(state.waiting)
                state.waiting = []
                state.commits += 1
                return waiting
            }
            let count = commit(waiting)
            let done = waiting.prefix(count)
            isDone = done.contains { $0 === entry }
            let next = state.withLock { state in
                state.waiting.insert(contentsOf: waiting.dropFirst(count), at: 0)
                if isDone, state.waiting.isEmpty { state.isLed = false }
                return isDone ? state.waiting.first : nil
            }
            // Wake the next leader first: everybody waits for its commit.
            next?.wake(toLead: true)
            for one in done where one !== entry { one.wake(toLead: false) }
        }
    }

    /// Writes in the order in which they are done: an urgent one of each owner's, one of any kind, a second one of each.
    static func inTurns(_ waiting: [any Waiting]) -> [any Waiting] {
        guard waiting.count > 1 else { return waiting }
        var counts: [Int64?: Int] = [:]
        var hurried: Set<Int64?> = []
        let turns = waiting.enumerated().map { number, one -> (turn: Int, number: Int) in
            if one.isUrgent, hurried.insert(one.owner).inserted { return (0, number) }
            counts[one.owner, default: 0] += 1
            return (counts[one.owner, default: 0], number)
        }
        return turns.sorted { ($0.turn, $0.number) < ($1.turn, $1.number) }.map { waiting[$0.number] }
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
        private let work: ThreadWork.Work?
        let isUrgent: Bool
        var owner: Int64? { work?.owner }

        init(of work: ThreadWork.Work?, isUrgent: Bool, _ verb: @escaping (Writer) throws -> Value) {
            self.work = work
            self.isUrgent = isUrgent
            self.verb = verb
        }

        func perform(_ writer: Writer) {
            writer.work = work?.name ?? ""
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
