import Database
import Proximity

/// What a device said last of where it is, and whether that is believed.
struct JudgedFix: Sendable, Equatable {
    let fix: Fix
    /// Whether it fits the device's earlier fixes, see `Plausibility`.
    let isPlausible: Bool

    /// The newer one of a report and the one before. A report from a late batch changes nothing.
    ///
    /// A clock that runs a little ahead counts as now: such a fix is no fresher than others, and the next one replaces it.
    /// One with an impossible date changes nothing: of the place that it names nobody knows when it was.
    static func newest(
        _ fix: Fix, isPlausible: Bool, after before: JudgedFix?, _ now: Timestamp
    ) -> JudgedFix? {
        guard Plausibility.isPossible(fix.time, now: now) else { return before }
        let time = min(fix.time, now)
        if let before, before.fix.time > time, !before.fix.time.isFromWrongClock(now: now) { return before }
        guard let kept = try? fix.at(time) else { return before }
        return JudgedFix(fix: kept, isPlausible: isPlausible)
    }
}

/// Stored as text: the verdict before the fix.
extension JudgedFix: LosslessStringConvertible, ColumnValue {
    init?(_ description: String) {
        guard let fix = Fix(String(description.dropFirst(2))) else { return nil }
        switch description.prefix(2) {
        case "0 ": self.init(fix: fix, isPlausible: false)
        case "1 ": self.init(fix: fix, isPlausible: true)
        default: return nil
        }
    }

    var description: String { (isPlausible ? "1 " : "0 ") + fix.description }
}

extension Fix {
    /// The same report at another time.
    fileprivate func at(_ time: Timestamp) throws -> Fix {
        try Fix(
            coordinate: coordinate, accuracy: accuracy, time: time, source: source, isMock: isMock, speed: speed,
            heading: heading, altitude: altitude, battery: battery)
    }
}
