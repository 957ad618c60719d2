import Foundation
import Proximity

/// The hours of a day in which a person does not want to be disturbed: minutes since midnight on the clock of their zone.
struct QuietHours: Sendable, Equatable {
    let from: Int
    let until: Int

    /// Whether the clock shows a time within these hours, which may span midnight.
    func contains(_ time: Timestamp, _ zone: TimeZone) -> Bool {
        let minute = LocalTime(time, zone).minuteOfDay
        return from < until ? (from..<until).contains(minute) : minute >= from || minute < until
    }

    /// When it is no longer quiet; nil if it is not quiet at this time.
    func end(after time: Timestamp, _ zone: TimeZone) -> Timestamp? {
        contains(time, zone) ? WallClock.next(until, after: time, zone) : nil
    }
}

/// The clock on the wall, which is put forward and back twice a year.
enum WallClock {
    /// The first time after another one at which the clock comes to a minute of the day, or is put past it.
    static func next(_ minute: Int, after time: Timestamp, _ zone: TimeZone) -> Timestamp {
        var start = time - Double(time.milliseconds % 60_000) / 1_000
        while true {
            let ahead = (minute - LocalTime(start, zone).minuteOfDay + 1_440) % 1_440
            let reached = start + Double(ahead == 0 ? 1_440 : ahead) * 60
            guard let change = nextChange(after: start, zone), change < reached else { return reached }
            let jump = offset(change, zone) - offset(start, zone)
            if Double(jump) >= reached - change { return change }
            start = change
        }
    }

    private static func offset(_ time: Timestamp, _ zone: TimeZone) -> Int { zone.secondsFromGMT(for: date(time)) }

    private static func nextChange(after time: Timestamp, _ zone: TimeZone) -> Timestamp? {
        guard let date = zone.nextDaylightSavingTimeTransition(after: date(time)), let change = Timestamp(input: date),
            change > time
        else { return nil }
        return change
    }

    private static func date(_ time: Timestamp) -> Date {
        Date(timeIntervalSince1970: Double(time.milliseconds) / 1_000)
    }
}

extension LocalTime {
    fileprivate var minuteOfDay: Int { hour * 60 + minute }
}
