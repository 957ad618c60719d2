import Foundation
import Proximity

/// What a clock and a calendar on the wall of a zone show. Made of the zone's offset at that time alone: `Calendar` takes
/// thirty times as long, and a list asks once a line.
struct LocalTime: Sendable {
    /// Days since 1 January 1970, as the zone counts them.
    let day: Int
    /// Seconds on the clock since midnight.
    let secondOfDay: Int

    init(_ time: Timestamp, _ zone: TimeZone) {
        let seconds = LocalTime.quotient(Int(time.milliseconds), 1_000)
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
        day = LocalTime.quotient(seconds + offset, 86_400)
        secondOfDay = seconds + offset - day * 86_400
    }

    /// Midnight of a day, counted from 1 January 1970.
    init(day: Int) {
        self.day = day
        secondOfDay = 0
    }

    var hour: Int { secondOfDay / 3_600 }
    var minute: Int { secondOfDay / 60 % 60 }
    private var second: Int { secondOfDay % 60 }

    /// From 0, Sunday; the first day was a Thursday.
    var weekday: Int { day + 4 - 7 * LocalTime.quotient(day + 4, 7) }

    /// Year, month from 1, and day of the month. Counted from 1 March 0000, so that a leap day ends a year (Hinnant,
    /// "chrono-Compatible Low-Level Date Algorithms", civil_from_days).
    var date: (year: Int, month: Int, day: Int) {
        let days = day + 719_468
        // The Gregorian calendar repeats itself every 400 years.
        let era = LocalTime.quotient(days, 146_097)
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        )
    }

    /// `2026-11-21`
    var isoDate: String {
        let (year, month, day) = date
        let (century, rest) = year.quotientAndRemainder(dividingBy: 100)
        return "\(LocalTime.pair(century))\(LocalTime.pair(rest))-\(LocalTime.pair(month))-\(LocalTime.pair(day))"
    }

    /// `04:37`
    var clock: String { "\(LocalTime.pair(hour)):\(LocalTime.pair(minute))" }

    /// `04:37:37`
    var isoClock: String { "\(clock):\(LocalTime.pair(second))" }

    /// Two digits, from a table: a list asks several times a line.
    private static func pair(_ number: Int) -> String {
        pairs.indices.contains(number) ? pairs[number] : String(number)
    }

    private static let pairs = (0..<100).map { ($0 < 10 ? "0" : "") + String($0) }

    /// Rounded down, also below zero.
    private static func quotient(_ number: Int, _ divisor: Int) -> Int {
        number / divisor - (number % divisor < 0 ? 1 : 0)
    }
}
