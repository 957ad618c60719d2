import Foundation
import Synchronization

/// Runs the jobs of an app, each lane on a thread of its own, until it is stopped.
public final class JobRunner: Sendable {
    private let state = State()

    /// Seconds between two looks at the table.
    private static let pause = 1.0

    private final class State: Sendable {
        let isEnded = Atomic(false)
        /// Signalled once for each thread, which may be in its pause. Waited for by the clock that nobody sets: with the
        /// other, a clock that is set back would make the pauses as long as that.
        let wake = DispatchSemaphore(value: 0)
        let ended = DispatchSemaphore(value: 0)
    }

    /// Starts a thread for each lane, which calls `run` once a second with the lane and a question whether to stop.
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

    /// Lets the job that is running come to its end, but for no longer than some seconds: what is left is taken up at the
    /// next start.
    public func stop(patience: Double = 2) {
        state.isEnded.store(true, ordering: .releasing)
        for _ in JobLane.allCases { state.wake.signal() }
        let latest = DispatchTime.now() + patience
        for _ in JobLane.allCases { _ = state.ended.wait(timeout: latest) }
    }
}
