import Foundation
import Synchronization

/// A bounded pool of threads for jobs that may block. A thread starts when a job waits and no thread is free, and then
/// stays.
///
/// The pool wakes or starts one thread at a time. When that thread reaches the queue and more jobs wait, it wakes the
/// next thread before it runs its own job. So few threads run a burst of short jobs, but long jobs do not wait for each
/// other.
final class WorkerPool: Sendable {
    typealias Job = @Sendable () -> Void

    private struct State {
        /// Jobs from `first` on are waiting; the slots before it are empty and are removed from time to time.
        var queue: [Job?] = []
        var first = 0
        var threads = 0
        var sleeping = 0
        /// Threads that were woken or started and have not reached the queue yet.
        var arriving = 0
        var isStopped = false

        var waiting: Int { queue.count - first }
        var busy: Int { threads - sleeping - arriving }

        mutating func next() -> Job? {
            guard first < queue.count else { return nil }
            let job = queue[first]
            queue[first] = nil
            first += 1
            if first == queue.count {
                queue.removeAll(keepingCapacity: true)
                first = 0
            } else if first > 1_024 {
                queue.removeFirst(first)
                first = 0
            }
            return job
        }

        mutating func wakeUp(maxThreads: Int) -> WakeUp {
            guard waiting > 0, arriving == 0 else { return .none }
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

    private let state = Mutex(State())
    private let signal = DispatchSemaphore(value: 0)
    private let name: String
    private let maxThreads: Int
    private let maxWaiting: Int

    init(name: String, maxThreads: Int, maxWaiting: Int) {
        self.name = name
        self.maxThreads = maxThreads
        self.maxWaiting = maxWaiting
    }

    /// Queues a job; false when the pool has stopped or the queue is full. Jobs for free threads do not count.
    func submit(_ job: @escaping Job) -> Bool {
        let wakeUp = state.withLock { state -> WakeUp? in
            if state.isStopped || state.waiting >= maxWaiting + maxThreads - state.busy { return nil }
            state.queue.append(job)
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

    /// The number of jobs that wait or run.
    var load: Int { state.withLock { $0.waiting + $0.busy } }

    private func perform(_ wakeUp: WakeUp) {
        switch wakeUp {
        case .none: break
        case .wake: signal.signal()
        case .start: startNamedThread(name) { self.run() }
        }
    }

    private func run() {
        var hasArrived = false
        while true {
            let (job, wakeUp, isOver) = state.withLock { state in
                if !hasArrived { state.arriving -= 1 }
                let job = state.next()
                if job == nil {
                    if state.isStopped { state.threads -= 1 } else { state.sleeping += 1 }
                }
                return (job, state.wakeUp(maxThreads: maxThreads), job == nil && state.isStopped)
            }
            hasArrived = true
            perform(wakeUp)
            if isOver { return }
            if let job {
                job()
            } else {
                signal.wait()
                hasArrived = false
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
