import Proximity

/// Times as apps write them. Bounded before any arithmetic; whether a date is possible, the site decides.
enum AppTime {
    /// Beyond this a number counts milliseconds: as seconds it would be the year 5138.
    private static let milliseconds = 1e11
    /// The year 5138 in milliseconds.
    private static let latest = 1e14

    /// Seconds or milliseconds since 1970; nil for what is not finite or far beyond any calendar.
    static func number(_ value: Double?) -> Timestamp? {
        guard let value, abs(value) < latest else { return nil }
        let number = abs(value) < milliseconds ? value * 1_000 : value
        return Timestamp(milliseconds: Int64(number.rounded()))
    }

    /// ISO 8601, with an offset or without (then UTC), with "T" or a blank; or a number as above.
    static func text(_ text: String?) -> Timestamp? {
        if let number = WrittenNumber.read(text) { return self.number(number) }
        return text.flatMap { WrittenTime($0) }.map { $0.instant ?? $0.clock }
    }
}
