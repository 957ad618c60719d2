import Proximity

/// How long a relic has been there and how long it stays, in the steps of its lifetime.
///
/// The steps are the same for all relics of a lifetime: they begin at whole multiples of their length since 1970. So two
/// relics that were left within one step look the same at every moment, and whoever watches for the change of a figure
/// learns nothing finer.
struct RelicAge: Sendable, Equatable {
    /// Steps since it appeared.
    let age: Int
    /// Seconds of a step of its age.
    let ageStep: Double
    /// Steps until it is gone; nil for never.
    let left: Int?
    /// Seconds of a step of the time left.
    let leftStep: Double

    /// - Parameter ageStep: of its first lifetime, see `Relic.Lifetime.step`: a shorter lifetime later must not make
    ///   the time at which it was left any finer.
    init(
        appearsAt: Timestamp, ageStep: Double, lifetime: Relic.Lifetime, expiresAt: Timestamp?, now: Timestamp
    ) {
        self.ageStep = ageStep
        leftStep = lifetime.step
        age = max(0, RelicAge.steps(from: appearsAt, to: now, ageStep))
        let step = leftStep
        left = expiresAt.map { max(0, RelicAge.steps(from: now, to: $0, step)) }
    }

    private static func steps(from start: Timestamp, to end: Timestamp, _ step: Double) -> Int {
        let milliseconds = Int64(step * 1_000)
        func number(_ time: Timestamp) -> Int64 { floorDivide(time.milliseconds, milliseconds) }
        return Int(clamping: number(end) - number(start))
    }

    private static func floorDivide(_ number: Int64, _ by: Int64) -> Int64 {
        number >= 0 ? number / by : -((-number + by - 1) / by)
    }

    /// "new", "about 15 minutes old".
    var words: String { age == 0 ? "new" : "about \(RelicAge.length(Double(age) * ageStep)) old" }

    /// "about 6 hours left", "less than 15 minutes left"; "stays" for never gone.
    var leftWords: String {
        guard let left else { return "stays" }
        if left == 0 { return "less than \(RelicAge.length(leftStep)) left" }
        return "about \(RelicAge.length(Double(left) * leftStep)) left"
    }

    /// "15 minutes", "an hour", "18 hours", "2 days".
    private static func length(_ seconds: Double) -> String {
        func count(_ number: Double, one: String, noun: String) -> String {
            let whole = Int(number.rounded())
            return whole == 1 ? one : "\(whole) \(noun)s"
        }
        switch seconds {
        case ..<3_600: return count(seconds / 60, one: "a minute", noun: "minute")
        case ..<86_400: return count(seconds / 3_600, one: "an hour", noun: "hour")
        case ..<(14 * 86_400): return count(seconds / 86_400, one: "a day", noun: "day")
        case ..<(60 * 86_400): return count(seconds / (7 * 86_400), one: "a week", noun: "week")
        case ..<(730 * 86_400): return count(seconds / (30.4 * 86_400), one: "a month", noun: "month")
        default: return count(seconds / (365.25 * 86_400), one: "a year", noun: "year")
        }
    }
}
