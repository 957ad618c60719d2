import Foundation
import Proximity

/// A time that somebody chooses on the calendar and the clock of their own zone, as `<input type="datetime-local">`
/// sends it.
enum WallTime {
    /// Reads `2026-11-21T19:00` on the clock of a zone. Also reads instants: ISO 8601 with an offset, and milliseconds
    /// since 1970.
    ///
    /// A time that a clock shows twice in autumn is the first of the two; one that it leaves out in spring is as much
    /// later as the clock jumps.
    static func read(_ text: String, in zone: TimeZone) -> Timestamp? {
        let text = text.trimmingCharacters(in: .whitespaces)
        if text.utf8.count > 40 { return nil }
        if let instant = Timestamp(input: text) { return instant }
        guard let match = text.wholeMatch(of: form),
            let day = LocalTime.day(year: whole(match.1), month: whole(match.2), day: whole(match.3)),
            let hour = whole(match.4, to: 23), let minute = whole(match.5, to: 59),
            let second = match.6 == nil ? 0 : whole(match.6, to: 59)
        else { return nil }
        let clock = day * 86_400 + hour * 3_600 + minute * 60 + second
        if let offset = match.7 { return seconds(offset).flatMap { timestamp(clock - $0) } }
        return timestamp(instant(clock, in: zone))
    }

    /// The value of the field for a time: `2026-11-21T19:00`.
    static func text(_ time: Timestamp, in zone: TimeZone) -> String {
        let local = LocalTime(time, zone)
        return "\(local.isoDate)T\(local.clock)"
    }

    private static var form:
        Regex<(Substring, Substring, Substring, Substring, Substring, Substring, Substring?, Substring?)>
    {
        /([0-9]{4})-([0-9]{2})-([0-9]{2})[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.[0-9]{1,9})?)?(Z|[+-][0-9]{2}:?[0-9]{2})?/
    }

    /// Seconds since 1970 at which a zone's clock shows a time, both counted in seconds.
    private static func instant(_ clock: Int, in zone: TimeZone) -> Int {
        func offset(_ second: Int) -> Int { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))) }
        // A zone changes its offset once within two days at most.
        let (before, after) = (offset(clock - 86_400), offset(clock + 86_400))
        let isLater = offset(clock - before) != before && offset(clock - after) == after
        return clock - (isLater ? after : before)
    }

    /// The seconds of "Z", "+02:00" or "+0200"; nil beyond any zone on Earth.
    private static func seconds(_ offset: Substring) -> Int? {
        if offset == "Z" { return 0 }
        guard let hours = whole(offset.dropFirst().prefix(2), to: 14), let minutes = whole(offset.suffix(2), to: 59)
        else { return nil }
        return (offset.hasPrefix("-") ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }

    private static func timestamp(_ seconds: Int) -> Timestamp? { Timestamp(input: Int64(seconds) * 1_000) }

    private static func whole(_ text: Substring?, to maximum: Int = 9_999) -> Int? {
        InputNumber.whole(text, in: 0...maximum)
    }
}

extension LocalTime {
    /// The day of a date, counted from 1 January 1970; nil for a date that no calendar has, or that no request may name
    /// (Hinnant, days_from_civil).
    static func day(year: Int?, month: Int?, day: Int?) -> Int? {
        guard let year, let month, let day, (1...12).contains(month), (1...31).contains(day) else { return nil }
        let fromMarch = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        // A year before the first is no year that a form accepts.
        guard fromMarch >= 0 else { return nil }
        let number = fromMarch * 365 + fromMarch / 4 - fromMarch / 100 + fromMarch / 400 + dayOfYear - 719_468
        guard let midnight = Timestamp(input: Int64(number) * 86_400_000) else { return nil }
        return LocalTime(midnight, .gmt).date == (year, month, day) ? number : nil
    }
}
