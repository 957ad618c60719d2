import Proximity

/// The full half hours of UTC. One person's actions become visible to others at these times only, so that the time of a
/// change does not reveal the minute.
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
