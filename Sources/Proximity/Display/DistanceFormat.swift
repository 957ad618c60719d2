/// How a length is written for people: digits and a unit sign, in the system of units they chose.
///
/// The digits are plain ASCII with a decimal point; the page translates the sentence around them.
public enum DistanceFormat: String, Hashable, Sendable, Codable, CaseIterable {
    /// "6 m", "350 m", "1.2 km", "18 km".
    case metric
    /// "20 ft", "80 ft", "300 ft", "1.2 mi", "11 mi".
    case imperial

    /// `distance` in a form short enough for a map.
    ///
    /// Small units up to 1,000 m or 1,000 ft. Metres are whole below 100, then in steps of 10; feet are round, as people
    /// say them, and never finer than metres. Above: kilometres or miles, one decimal below 10, whole numbers from
    /// there on. Rounded half up; a value that rounds up to the next unit is written in that unit ("1.0 km", never
    /// "1000 m"). Imperial starts miles at 0.2 mi. Negative counts as 0; a length that is not finite is "–".
    public func string(for distance: Metres) -> String {
        guard distance.value.isFinite else { return "–" }
        let length = Metres.max(distance, 0)
        let (small, smallUnit, large, largeUnit) =
            switch self {
            case .metric: (DistanceFormat.roundMetres(length.value), "m", length.value / 1000, "km")
            case .imperial: (DistanceFormat.roundFeet(length / Metres.foot), "ft", length / Metres.mile, "mi")
            }
        if small < 1000 { return "\(Int(small)) \(smallUnit)" }
        let tenths = (large * 10).rounded(.toNearestOrAwayFromZero)
        if tenths < 100 { return "\(Int(tenths) / 10).\(Int(tenths) % 10) \(largeUnit)" }
        // Longer than any distance on Earth, and still exact as an integer.
        return "\(Int(min(large.rounded(.toNearestOrAwayFromZero), 1e15))) \(largeUnit)"
    }

    private static func roundMetres(_ metres: Double) -> Double {
        let whole = metres.rounded(.toNearestOrAwayFromZero)
        return whole < 100 ? whole : rounded(metres, to: 10)
    }

    /// 5, 10, 15, 20 … 50, 60 … 100, 150 … 300, 400 …: 25 m are "80 ft", 50 m "150 ft".
    private static func roundFeet(_ feet: Double) -> Double {
        switch feet {
        case ..<50: rounded(feet, to: 5)
        case ..<100: rounded(feet, to: 10)
        case ..<300: rounded(feet, to: 50)
        default: rounded(feet, to: 100)
        }
    }

    private static func rounded(_ number: Double, to step: Double) -> Double {
        (number / step).rounded(.toNearestOrAwayFromZero) * step
    }
}
