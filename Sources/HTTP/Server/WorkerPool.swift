import Foundation
import Synchronization

/// A bounded pool of threads for work that may block. Threads start when work waits and none is free, and then stay.
///
/// At most one thread is on its way to the queue at any time; when it arrives and more waits, it calls the next before
/// it begins. So a burst of short jobs is done by few threads, and long jobs still get a thread each at once.
final class WorkerPool: Sendable {
    typealias Job = @Sendable () -> Void

    private struct State {
        /// `first` moves on as jobs are taken, and the array is cut when it is all behind.
        var queue: [Job?] = []
        var first = 0
        var threads = 0
        var sleeping = 0
        /// Threads that were called or started and have not arrived yet.
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

        mutating func help(maximumThreads: Int) -> Help {
            guard waiting > 0, arriving == 0 else { return .none }
            if sleeping > 0 {
                sleeping -= 1
                arriving += 1
                return .wake
            }
            guard threads < maximumThreads else { return .none }
            threads += 1
            arriving += 1
            return .start
        }
    }

    /// How another thread comes to the queue.
    private enum Help {
        case none, wake, start
    }

    private let state = Mutex(State())
    private let signal = DispatchSemaphore(value: 0)
    private let name: String
    private let maximumThreads: Int
    private let maximumWaiting: Int

    init(name: String, maximumThreads: Int, maximumWaiting: Int) {
        self.name = name
        self.maximumThreads = maximumThreads
        self.maximumWaiting = maximumWaiting
    }

    /// Hands a job over; false when the queue is full, jobs for free threads not counted.
    func submit(_ job: @escaping Job) -> Bool {
        let help = state.withLock { state -> Help? in
            if state.isStopped || state.waiting >= maximumWaiting + maximumThreads - state.busy { return nil }
            state.queue.append(job)
            return state.help(maximumThreads: maximumThreads)
        }
        guard let help else { return false }
        bring(help)
        return true
    }

    /// Lets the threads end once the queue is empty.
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

    /// Jobs that wait or run.
    var load: Int { state.withLock { $0.waiting + $0.busy } }

    private func bring(_ help: Help) {
        switch help {
        case .none: break
        case .wake: signal.signal()
        case .start: startNamedThread(name) { self.run() }
        }
    }

    private func run() {
        var hasArrived = false
        while true {
            let (job, help, isOver) = state.withLock { state in
                if !hasArrived { state.arriving -= 1 }
                let job = state.next()
                if job == nil {
                    if state.isStopped { state.threads -= 1 } else { state.sleeping += 1 }
                }
                return (job, state.help(maximumThreads: maximumThreads), job == nil && state.isStopped)
            }
            hasArrived = true
            bring(help)
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

/// Starts a thread with a stack of 2 MiB (of address space; memory is used as it is touched).
func startNamedThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.name = name
    thread.stackSize = 2 << 20
    thread.start()
}
