import Foundation
import Proximity

/// A time that somebody chooses on the calendar and the clock of their own zone, as `<input type="datetime-local">`
/// sends it.
enum WallTime {
    /// Reads `2026-11-21T19:00` on the clock of a zone. Also reads instants: ISO 8601 with an offset, and milliseconds
    /// since 1970. Fractions of a second are dropped.
    ///
    /// A time that a clock shows twice in autumn is the first of the two; one that it leaves out in spring is as much
    /// later as the clock jumps.
    static func read(_ text: String, in zone: TimeZone) -> Timestamp? {
        let text = text.trimmingCharacters(in: .whitespaces)
        if let instant = Timestamp(input: text) { return instant }
        guard let written = WrittenTime(text), Timestamp(input: written.clock.milliseconds) != nil else { return nil }
        let clock = Int(written.clock.milliseconds / 1_000)
        let seconds = written.offset.map { clock - $0 } ?? instant(clock, in: zone)
        return Timestamp(input: Int64(seconds) * 1_000)
    }

    /// The value of the field for a time: `2026-11-21T19:00`.
    static func text(_ time: Timestamp, in zone: TimeZone) -> String {
        let local = LocalTime(time, zone)
        return "\(local.isoDate)T\(local.clock)"
    }

    /// Seconds since 1970 at which a zone's clock shows a time, both counted in seconds.
    private static func instant(_ clock: Int, in zone: TimeZone) -> Int {
        func offset(_ second: Int) -> Int { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))) }
        // A zone changes its offset once within two days at most.
        let (before, after) = (offset(clock - 86_400), offset(clock + 86_400))
        let isLater = offset(clock - before) != before && offset(clock - after) == after
        return clock - (isLater ? after : before)
    }
}
