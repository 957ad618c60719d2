/// How a length is written for people: digits and a unit sign, in the system of units they chose.
///
/// The digits are plain ASCII with a decimal point; the page translates the sentence around them.
public enum DistanceFormat: String, Hashable, Sendable, Codable, CaseIterable {
    /// "6 m", "350 m", "1.2 km", "18 km".
    case metric
    /// "20 ft", "650 ft", "1.2 mi", "11 mi".
    case imperial

    /// `distance` in a form short enough for a map.
    ///
    /// Small units up to 1,000 m or 1,000 ft: whole numbers below 100, then steps of 10. Above: kilometres or miles,
    /// one decimal below 10, whole numbers from there on. Rounded half up; a value that rounds up to the next unit is
    /// written in that unit ("1.0 km", never "1000 m"). Imperial starts miles at 0.2 mi. Negative counts as 0; a length
    /// that is not finite is "–".
    public func string(for distance: Metres) -> String {
        guard distance.value.isFinite else { return "–" }
        let length = Metres.max(distance, 0)
        let (small, smallUnit, large, largeUnit) =
            switch self {
            case .metric: (length.value, "m", length.value / 1000, "km")
            case .imperial: (length / Metres.foot, "ft", length / Metres.mile, "mi")
            }
        let whole = small.rounded(.toNearestOrAwayFromZero)
        let stepped = whole < 100 ? whole : (small / 10).rounded(.toNearestOrAwayFromZero) * 10
        if stepped < 1000 { return "\(Int(stepped)) \(smallUnit)" }
        let tenths = (large * 10).rounded(.toNearestOrAwayFromZero)
        if tenths < 100 { return "\(Int(tenths) / 10).\(Int(tenths) % 10) \(largeUnit)" }
        // Longer than any distance on Earth, and still exact as an integer.
        return "\(Int(min(large.rounded(.toNearestOrAwayFromZero), 1e15))) \(largeUnit)"
    }

    /// The smallest of 1, 2, 5, 10, 20, 50 … kilometres (or miles) that is at least `distance`. This is the distance
    /// shown for a person who is known by cell only. At least 1, because nothing smaller is known within a cell; the
    /// largest step for anything beyond it and for a length that is not finite.
    public func step(for distance: Metres) -> Metres {
        let unit: Metres = self == .metric ? 1000 : .mile
        let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000] as [Double]
        return unit * (steps.first { distance <= unit * $0 } ?? steps[steps.count - 1])
    }
}
