import Foundation

/// Does the jobs of an app on two threads of its own, the second for those that take long, until it is stopped.
public final class JobRunner: Sendable {
    private let isEnded = ManagedFlag()
    private let ended = DispatchSemaphore(value: 0)

    /// Seconds between two looks at the table.
    private static let pause = 1.0

    /// Starts.
    public init(_ app: App) {
        let (isEnded, ended) = (isEnded, ended)
        for isSlow in [false, true] {
            let thread = Thread {
                if !isSlow { app.beginJobs() }
                while !isEnded.isSet {
                    app.runJobs(slow: isSlow, until: { isEnded.isSet })
                    isEnded.wait(seconds: JobRunner.pause)
                }
                ended.signal()
            }
            thread.name = isSlow ? "slow jobs" : "jobs"
            thread.start()
        }
    }

    /// Lets the job that is running come to its end, but for no longer than some seconds: what is left is taken up at the
    /// next start.
    public func stop(patience: Double = 5) {
        isEnded.set()
        let latest = DispatchTime.now() + patience
        for _ in 0..<2 { _ = ended.wait(timeout: latest) }
    }
}

/// Something that happens once and that threads can wait for.
private final class ManagedFlag: Sendable {
    private let condition = NSCondition()
    private nonisolated(unsafe) var value = false

    var isSet: Bool {
        condition.lock()
        defer { condition.unlock() }
        return value
    }

    func set() {
        condition.lock()
        value = true
        condition.broadcast()
        condition.unlock()
    }

    func wait(seconds: Double) {
        condition.lock()
        if !value { _ = condition.wait(until: Date(timeIntervalSinceNow: seconds)) }
        condition.unlock()
    }
}
