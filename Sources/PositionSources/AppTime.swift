import Foundation
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

    /// ISO 8601, with an offset or without (then UTC), with "T" or a space; or a number as above.
    static func text(_ text: String?) -> Timestamp? {
        guard let text, (1...40).contains(text.utf8.count) else { return nil }
        if let number = AppNumber.read(text) { return self.number(number) }
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        var written = text.replacing(" ", with: "T", maxReplacements: 1)
        let clock = written.drop { $0 != "T" }
        if !clock.contains(where: { "Zz+-".contains($0) }) { written += "Z" }
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: written.contains("."))
        return (try? Date(written, strategy: style)).flatMap { number($0.timeIntervalSince1970) }
    }
}

/// Numbers as apps write them.
enum AppNumber {
    /// A finite decimal number, with a comma if need be; nil for anything else.
    static func read(_ text: String?) -> Double? {
        guard let text, (1...40).contains(text.utf8.count),
            text.utf8.allSatisfy({ (48...57).contains($0) || "+-.,eE".utf8.contains($0) }),
            let number = Double(text.replacing(",", with: ".")), number.isFinite
        else { return nil }
        return number
    }
}
