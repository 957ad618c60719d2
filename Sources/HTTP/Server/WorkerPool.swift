import Foundation
import Synchronization

/// How a pool of threads is used.
public struct ThreadUse: Sendable, Equatable {
    /// Threads that have started; they stay.
    public let threads: Int
    /// Jobs that run, and that wait for a thread.
    public let running: Int
    public let waiting: Int

    /// Of a server that does not run.
    public static let none = ThreadUse(threads: 0, running: 0, waiting: 0)
}

/// A bounded pool of threads for jobs that may block. A thread starts when a job waits and no thread is free, and then
/// stays.
///
/// The pool wakes or starts one thread at a time. When that thread reaches the queue and more jobs wait, it wakes the
/// next thread before it runs its own job. So few threads run a burst of short jobs, but long jobs do not wait for each
/// other.
final class WorkerPool: Sendable {
    typealias Job = @Sendable () -> Void

    private struct State {
        var queue: FairQueue<Job>
        var threads = 0
        var sleeping = 0
        /// Threads that were woken or started and have not reached the queue yet.
        var arriving = 0
        var isStopped = false

        var busy: Int { threads - sleeping - arriving }

        mutating func wakeUp(maxThreads: Int) -> WakeUp {
            guard queue.hasNext, arriving == 0 else { return .none }
            if sleeping > 0 {
                sleeping -= 1
                arriving += 1
                return .wake
            }
            guard threads < maxThreads else { return .none }
            threads += 1
            arriving += 1
            return .start
        }
    }

    /// How to get another thread to the queue.
    private enum WakeUp {
        case none, wake, start
    }

    private let state: Mutex<State>
    private let signal = DispatchSemaphore(value: 0)
    private let name: String
    private let maxThreads: Int
    private let maxWaiting: Int

    init(name: String, maxThreads: Int, maxWaiting: Int) {
        self.name = name
        self.maxThreads = maxThreads
        self.maxWaiting = maxWaiting
        state = Mutex(State(queue: FairQueue(mostRunning: max(1, maxThreads * 3 / 4))))
    }

    /// Queues a job; false when the pool has stopped or the queue is full. Jobs for free threads do not count.
    ///
    /// - Parameter owner: whose job it is: owners take turns, and one has three quarters of the threads and half of the queue
    ///   at most.
    func submit(of owner: Int? = nil, _ job: @escaping Job) -> Bool {
        let wakeUp = state.withLock { state -> WakeUp? in
            let free = maxThreads - state.busy
            if state.isStopped || state.queue.waiting >= maxWaiting + free { return nil }
            if owner != nil, state.queue.waiting(of: owner) >= maxWaiting / 2 + free { return nil }
            state.queue.append(job, of: owner)
            return state.wakeUp(maxThreads: maxThreads)
        }
        guard let wakeUp else { return false }
        perform(wakeUp)
        return true
    }

    /// Ends the threads once the queue is empty.
    func stop() {
        let sleeping = state.withLock { state in
            state.isStopped = true
            defer {
                state.arriving += state.sleeping
                state.sleeping = 0
            }
            return state.sleeping
        }
        for _ in 0..<sleeping { signal.signal() }
    }

    /// How many threads there are, and how many jobs run and wait.
    var use: ThreadUse {
        state.withLock { ThreadUse(threads: $0.threads, running: $0.busy, waiting: $0.queue.waiting) }
    }

    private func perform(_ wakeUp: WakeUp) {
        switch wakeUp {
        case .none: break
        case .wake: signal.signal()
        case .start: startNamedThread(name) { self.run() }
        }
    }

    private func run() {
        var hasArrived = false
        // Whether this thread has just run a job, and whose.
        var (hasRun, owner) = (false, Int?.none)
        while true {
            let (next, wakeUp, isOver) = state.withLock { state in
                if !hasArrived { state.arriving -= 1 }
                if hasRun { state.queue.ended(of: owner) }
                let next = state.queue.next()
                // What has to wait for others of its owner is taken by the thread that runs them.
                let isOver = next == nil && state.isStopped
                if next == nil {
                    if isOver { state.threads -= 1 } else { state.sleeping += 1 }
                }
                return (next, state.wakeUp(maxThreads: maxThreads), isOver)
            }
            hasArrived = true
            perform(wakeUp)
            if isOver { return }
            if let next {
                (hasRun, owner) = (true, next.owner)
                next.job()
            } else {
                (hasRun, hasArrived) = (false, false)
                signal.wait()
            }
        }
    }
}

/// Starts a thread with a stack of 2 MiB of address space.
func startNamedThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.name = name
    thread.stackSize = 2 << 20
    thread.start()
}
