import Database
import Proximity
import Safeguards

/// Limits on position reports. Counted in memory, because a row per report would cost as much as the report.
struct PositionLimits: Sendable {
    /// Fixes older than this many seconds count as late reports.
    static let lateAge = 600.0
    /// More devices than report within one window on a site of this kind.
    private let limiter = RateLimiter(maxCount: 40_000)

    /// Counts a report before anything is written.
    ///
    /// - Parameter fix: nil if the report is invalid.
    /// - Throws: `Failure.tooMany`.
    func count(_ fix: Fix?, from viewer: Viewer, _ now: Timestamp) throws {
        // A browser's session is a device.
        let device = "\(viewer.session)"
        let isLate = fix.map { now.seconds(since: $0.time) > PositionLimits.lateAge } ?? false
        let counters: [RateLimiter.Counter] =
            isLate
            ? [(.latePositions, device), (.latePositionsByDay, device)]
            : [(.positionByDevice, device), (.positionByAccount, "\(viewer.id)")]
        if let seconds = limiter.attempt(counters, now: now.milliseconds) {
            throw Failure.tooMany(retryAfter: seconds)
        }
    }
}
