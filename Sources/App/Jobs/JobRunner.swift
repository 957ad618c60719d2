import Foundation
import Synchronization

/// Runs the jobs of an app until stopped, each lane on its own thread.
public final class JobRunner: Sendable {
    private let state = State()

    /// Seconds between polls of the table.
    private static let pause = 1.0

    private final class State: Sendable {
        let isEnded = Atomic(false)
        /// Signalled once per thread to end its pause. The wait uses the monotonic clock: setting the system clock back
        /// would prolong a wait on the other one.
        let wake = DispatchSemaphore(value: 0)
        let ended = DispatchSemaphore(value: 0)
    }

    /// Starts a thread for each lane, which calls `run` once a second with the lane and a check whether to stop.
    init(lanes: [JobLane], run: @escaping @Sendable (JobLane, _ isEnded: () -> Bool) -> Void) {
        let state = state
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
        for _ in JobLane.allCases { state.wake.signal() }
        let latest = DispatchTime.now() + patience
        for _ in JobLane.allCases { _ = state.ended.wait(timeout: latest) }
    }
}
