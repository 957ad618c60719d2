import Database
import Proximity
import Safeguards

/// Limits on position reports. Counted in memory, because a row per report would cost as much as the report.
struct PositionLimits: Sendable {
    /// Fixes older than this many seconds count as late reports.
    static let lateAge = 600.0
    /// Seconds after which a phone app's point comes out of its queue. An app sends its queue as fast as it is answered, so
    /// that the limit for current positions would lose most of it.
    static let queuedAge = 30.0
    /// More devices than report within one window on a site of this kind.
    private let limiter = RateLimiter(maxCount: 40_000)

    /// Counts a request before anything is written.
    ///
    /// - Parameter fix: its newest fix; nil if it has none.
    /// - Returns: seconds after which to try again; nil if it is allowed.
    func attempt(_ fix: Fix?, from reporter: PositionReporter, _ now: Timestamp) -> Int? {
        let lateAge = reporter.isApp ? PositionLimits.queuedAge : PositionLimits.lateAge
        let isLate = fix.map { now.seconds(since: $0.time) > lateAge } ?? false
        let device = reporter.deviceName
        let counters: [RateLimiter.Counter] =
            isLate
            ? [(.latePositions, device), (.latePositionsByDay, device)]
            : [(.positionByDevice, device), (.positionByAccount, "\(reporter.account)")]
        return limiter.attempt(counters, now: now.milliseconds)
    }

    /// Whether something that is written at most once a minute for each device may be written.
    func mayNote(_ subject: String, _ now: Timestamp) -> Bool {
        limiter.attempt([(.positionNote, subject)], now: now.milliseconds) == nil
    }
}
