import Proximity

/// What a device said last of where it is, and whether that is believed.
struct JudgedFix: Sendable, Codable, Equatable {
    let fix: Fix
    /// Whether it fits the device's earlier fixes, see `Plausibility`.
    let isPlausible: Bool

    /// The newer one of a report and the one before. A report from a late batch changes nothing.
    ///
    /// A clock that runs ahead counts as now: such a fix is no fresher than others, and the next one replaces it.
    static func newest(
        _ fix: Fix, isPlausible: Bool, after before: JudgedFix?, _ now: Timestamp
    ) -> JudgedFix? {
        let time = min(fix.time, now)
        if let before, before.fix.time > time { return before }
        guard let kept = try? fix.at(time) else { return before }
        return JudgedFix(fix: kept, isPlausible: isPlausible)
    }
}

extension Fix {
    /// The same report at another time.
    fileprivate func at(_ time: Timestamp) throws -> Fix {
        try Fix(
            coordinate: coordinate, accuracy: accuracy, time: time, source: source, isMock: isMock, speed: speed,
            heading: heading, altitude: altitude, battery: battery)
    }
}
