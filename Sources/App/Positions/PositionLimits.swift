import Database
import Proximity
import Safeguards

/// How often positions may be reported. Counted in memory: a row for each report would cost as much as the report.
struct PositionLimits: Sendable {
    /// Reports of fixes older than this many seconds do not count as reports of where a device is now.
    static let lateAge = 600.0
    /// More devices than report within one window on a site of this kind.
    private let limiter = RateLimiter(maxCount: 40_000)

    /// Counts a report before anything is written.
    ///
    /// - Parameter fix: nil when the report cannot be read.
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
