import Foundation
import Synchronization

/// Does the jobs of an app on two threads of its own, the second for those that take long, until it is stopped.
public final class JobRunner: Sendable {
    private static let threads = 2
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

    /// Starts.
    public init(_ app: App) {
        let state = state
        for isSlow in [false, true] {
            let thread = Thread {
                let isEnded = { state.isEnded.load(ordering: .acquiring) }
                if !isSlow { app.beginJobs() }
                while !isEnded() {
                    app.runJobs(slow: isSlow, until: isEnded)
                    _ = state.wake.wait(timeout: .now() + JobRunner.pause)
                }
                state.ended.signal()
            }
            thread.name = isSlow ? "slow jobs" : "jobs"
            thread.start()
        }
    }

    /// Lets the job that is running come to its end, but for no longer than some seconds: what is left is taken up at the
    /// next start.
    public func stop(patience: Double = 2) {
        state.isEnded.store(true, ordering: .releasing)
        for _ in 0..<JobRunner.threads { state.wake.signal() }
        let latest = DispatchTime.now() + patience
        for _ in 0..<JobRunner.threads { _ = state.ended.wait(timeout: latest) }
    }
}
