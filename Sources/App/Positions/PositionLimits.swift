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
    /// More counters than devices and people need that report within one window on a site of this kind.
    private let limiter = RateLimiter(maxCount: 80_000)

    /// Counts a request and its points before anything is written. What is late and what is current is counted by itself:
    /// neither is lost with the other. What one request holds is taken whole, and the next ones wait the longer for it.
    ///
    /// - Parameter fixes: those that can be stored; a request without any counts as one with a current one.
    /// - Returns: those that may be stored now, in their order; and if some may not, seconds after which to try again.
    func attempt(
        _ fixes: [Fix], from reporter: PositionReporter, _ now: Timestamp
    ) -> (allowed: [Fix], retryAfter: Int?) {
        let lateAge = reporter.isApp ? PositionLimits.queuedAge : PositionLimits.lateAge
        let late = fixes.count { now.seconds(since: $0.time) > lateAge }
        let (device, account) = (reporter.deviceName, "\(reporter.account)")
        var (lateWait, currentWait): (Int?, Int?) = (nil, nil)
        if late > 0 {
            lateWait = wait(
                [(.latePositions, device)],
                points: [(.latePositionsByDay, device), (.latePositionsByAccount, account)], count: late, now)
        }
        if late < fixes.count || fixes.isEmpty {
            currentWait = wait(
                [(.positionByDevice, device), (.positionByAccount, account)],
                points: [(.pointsByDevice, device), (.pointsByAccount, account)], count: fixes.count - late, now)
        }
        let allowed = fixes.filter { (now.seconds(since: $0.time) > lateAge ? lateWait : currentWait) == nil }
        return (allowed, [lateWait, currentWait].compactMap { $0 }.max())
    }

    /// Counts the body of a request before it is read.
    ///
    /// - Returns: whether it may be.
    func mayRead(_ bytes: Int, from reporter: PositionReporter, _ now: Timestamp) -> Bool {
        limiter.attempt(
            [(.positionKilobytes, "\(reporter.account)")], times: (bytes + 999) / 1_000, now: now.milliseconds) == nil
    }

    /// Counts a request, and then its points.
    private func wait(
        _ requests: [RateLimiter.Counter], points: [RateLimiter.Counter], count: Int, _ now: Timestamp
    ) -> Int? {
        limiter.attempt(requests, now: now.milliseconds)
            ?? limiter.attempt(points, times: count, now: now.milliseconds)
    }

    /// Whether something that is written at most once a minute for each device may be written.
    func mayNote(_ subject: String, _ now: Timestamp) -> Bool {
        limiter.attempt([(.positionNote, subject)], now: now.milliseconds) == nil
    }
}
