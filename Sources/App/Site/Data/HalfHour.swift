import Proximity

/// The full half hours of UTC: the moments at which what one person does becomes visible to another, so that nobody reads a
/// minute out of when a page changes.
enum HalfHour {
    static let seconds = 1_800.0

    /// The last full half hour at or before a time.
    static func beginning(of time: Timestamp) -> Timestamp {
        let step = Int64(seconds * 1_000)
        let rest = time.milliseconds % step
        return time - Double(rest < 0 ? rest + step : rest) / 1_000
    }

    /// The first full half hour after a time.
    static func next(after time: Timestamp) -> Timestamp { beginning(of: time) + seconds }
}
