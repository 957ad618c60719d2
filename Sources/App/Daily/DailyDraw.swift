import Foundation
import Proximity

/// Draws the minute at which a day's window opens: from the site's secret key and the day, so that nobody can guess it
/// and every process draws the same.
struct DailyDraw {
    let key: SecretKey
    let zone: TimeZone
    /// Minutes of the day on the clock of the zone.
    let fromMinute: Int
    let untilMinute: Int

    init(key: SecretKey, zone: TimeZone, _ settings: DailySettings) {
        (self.key, self.zone) = (key, zone)
        (fromMinute, untilMinute) = (settings.fromMinute, settings.untilMinute)
    }

    /// Seconds that are at least between the openings of two windows.
    static let pause = 12 * 3_600.0
    /// How many days ahead a minute is looked for: one day's hours may be too near to the last window, or fall into the
    /// hour that a clock leaves out.
    private static let daysAhead = 7

    /// A drawn opening.
    struct DailyPost: Equatable {
        let day: CalendarDay
        let opensAt: Timestamp
    }

    /// The instant at which the zone's clock shows a minute of a day, as ``WallTime`` understands it on days on which the
    /// clock is changed; nil for a day that no request may name.
    static func instant(_ day: CalendarDay, minute: Int, _ zone: TimeZone) -> Timestamp? {
        func pair(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return WallTime.read("\(day.text)T\(pair(minute / 60)):\(pair(minute % 60))", in: zone)
    }

    /// The hours of a day in which its window opens: longer or shorter where the clock is changed within them.
    func hours(_ day: CalendarDay) -> Range<Timestamp>? {
        guard let from = DailyDraw.instant(day, minute: fromMinute, zone),
            let until = DailyDraw.instant(day, minute: untilMinute, zone), from < until
        else { return nil }
        return from..<until
    }

    /// A day's moment, not before `earliest`: each minute that is possible is as likely. nil if none is.
    func post(_ day: CalendarDay, earliest: Timestamp?) -> DailyPost? {
        guard let hours = hours(day) else { return nil }
        let all = (hours.upperBound.milliseconds - hours.lowerBound.milliseconds) / 60_000
        let late = (earliest ?? hours.lowerBound).milliseconds - hours.lowerBound.milliseconds
        let first = max(0, (late + 59_999) / 60_000)
        guard first < all else { return nil }
        let seed = key.code("daily", day.text).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let drawn = first + Int64(seed.multipliedFullWidth(by: UInt64(all - first)).high)
        return DailyPost(day: day, opensAt: hours.lowerBound + Double(drawn * 60))
    }

    /// The next moment after a window and after now.
    func next(after last: DailyWindow?, _ now: Timestamp) -> DailyPost? {
        let today = CalendarDay(now, zone)
        let first = last.map { max(today, $0.day + 1) } ?? today
        let earliest = max(now, last.map { $0.openedAt + DailyDraw.pause } ?? now)
        for ahead in 0..<DailyDraw.daysAhead {
            if let post = post(first + ahead, earliest: earliest) { return post }
        }
        return nil
    }

    /// Whether a moment that was drawn may still open the window of its day, now or later.
    func holds(_ post: DailyPost, after last: DailyWindow?, _ now: Timestamp) -> Bool {
        guard let hours = hours(post.day), hours.contains(post.opensAt), now < hours.upperBound else {
            return false
        }
        if post.opensAt <= now && CalendarDay(now, zone) != post.day { return false }
        guard let last else { return true }
        return last.day < post.day && post.opensAt - last.openedAt >= DailyDraw.pause
    }
}
