import Foundation
import Synchronization

/// Runs the jobs of an app until stopped, each lane on its own threads.
public final class JobRunner: Sendable {
    private let state = State()
    private let count: Int

    /// Seconds between polls of the table.
    private static let pause = 1.0

    private final class State: Sendable {
        let isEnded = Atomic(false)
        /// Signalled once per thread to end its pause. The wait uses the monotonic clock: setting the system clock back
        /// would prolong a wait on the other one.
        let wake = DispatchSemaphore(value: 0)
        let ended = DispatchSemaphore(value: 0)
    }

    /// Starts the threads of each lane, which call `run` once a second with the lane and a check whether to stop.
    init(lanes: [JobLane], run: @escaping @Sendable (JobLane, _ isEnded: () -> Bool) -> Void) {
        let state = state
        let lanes = lanes.flatMap { lane in (0..<lane.threads).map { _ in lane } }
        count = lanes.count
        for lane in lanes {
            let thread = Thread {
                let isEnded = { state.isEnded.load(ordering: .acquiring) }
                while !isEnded() {
                    run(lane, isEnded)
                    _ = state.wake.wait(timeout: .now() + JobRunner.pause)
                }
                state.ended.signal()
            }
            thread.name = "\(lane) jobs"
            thread.start()
        }
    }

    /// Waits up to `patience` seconds for running jobs. Jobs cut short run again at the next start.
    public func stop(patience: Double = 2) {
        state.isEnded.store(true, ordering: .releasing)
        for _ in 0..<count { state.wake.signal() }
        let latest = DispatchTime.now() + patience
        for _ in 0..<count { _ = state.ended.wait(timeout: latest) }
    }
}
