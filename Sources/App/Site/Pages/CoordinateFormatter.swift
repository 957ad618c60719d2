import Proximity

/// Degrees as text.
enum CoordinateFormatter {
    /// Six decimals (0.1 m), for programs.
    static func full(_ value: Double) -> String {
        let digits = degrees(value)
        let missing = 6 - digits.utf8.count + digits.prefix { $0 != "." }.utf8.count + 1
        return digits + String(repeating: "0", count: missing)
    }

    /// Six decimals (0.1 m) or fewer; strips trailing zeros except the first.
    static func degrees(_ value: Double, decimals: Int = 6) -> String {
        let factor = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000][min(max(decimals, 1), 6)]
        let whole = Int((value * Double(factor)).rounded())
        var digits = String(String(abs(whole) % factor + factor).dropFirst())
        while digits.hasSuffix("0") && digits.count > 1 { digits.removeLast() }
        return "\(whole < 0 ? "-" : "")\(abs(whole) / factor).\(digits)"
    }

    /// "60.16991, 24.95241": for people, to a metre.
    static func pair(_ place: Coordinate) -> String {
        func short(_ value: Double) -> String { degrees((value * 1e5).rounded() / 1e5) }
        return "\(short(place.latitude)), \(short(place.longitude))"
    }
}
