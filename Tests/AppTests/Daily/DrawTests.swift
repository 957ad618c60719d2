import Foundation
import Proximity
import Testing

@testable import App

/// The minutes at which windows open.
struct DrawTests {
    private static let key = SecretKey(bytes: (0..<32).map { UInt8($0) })
    private static let helsinki = TimeZone(identifier: "Europe/Helsinki")!

    private func draw(
        _ zone: TimeZone = helsinki, from: Int = 600, until: Int = 1_200, key: SecretKey = key
    ) -> DailyDraw {
        var settings = DailySettings()
        (settings.fromMinute, settings.untilMinute) = (from, until)
        return DailyDraw(key: key, zone: zone, settings)
    }

    private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    private func window(_ post: DailyDraw.DailyPost) -> DailyWindow {
        DailyWindow(
            day: post.day, openedAt: post.opensAt, closesAt: post.opensAt + 300, lateUntil: nil,
            revealsAt: post.opensAt, audience: .friends)
    }

    @Test(arguments: ["Europe/Helsinki", "Pacific/Auckland", "America/New_York", "Asia/Kathmandu"])
    func `four hundred days each have a minute within the hours, half a day after the last`(_ name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        let draw = draw(zone)
        // From autumn to autumn: both changes of the clock, and the leap day.
        let first = try day("2027-09-20")
        var (now, last, hours) = (
            try #require(DailyDraw.instant(first, minute: 0, zone)), DailyWindow?.none, Set<Int>()
        )
        for ahead in 0..<400 {
            let post = try #require(draw.next(after: last, now))
            #expect(post.day == first + ahead)
            let local = LocalTime(post.opensAt, zone)
            #expect(local.day == post.day.number && (10..<20).contains(local.hour))
            #expect(post.opensAt.milliseconds % 60_000 == 0)
            if let last { #expect(post.opensAt - last.openedAt >= DailyDraw.pause) }
            #expect(draw.holds(post, after: last, now))
            hours.insert(local.hour)
            (last, now) = (window(post), post.opensAt)
        }
        #expect(hours == Set(10..<20))
    }

    @Test func `another key draws other minutes`() throws {
        let other = SecretKey(bytes: (0..<32).map { UInt8($0 + 1) })
        let days = try (0..<30).map { try day("2026-11-21") + $0 }
        let one = days.map { draw().post($0, earliest: nil) }
        let two = days.map { draw(key: other).post($0, earliest: nil) }
        #expect(zip(one, two).filter { $0 == $1 }.count < 3)
        #expect(one == days.map { draw().post($0, earliest: nil) })
    }

    @Test(arguments: [("2027-03-28", 4.0), ("2027-10-31", 6), ("2028-02-29", 5), ("2027-06-24", 5)])
    func `the hours are longer or shorter where the clock changes`(_ text: String, _ length: Double) throws {
        let hours = try #require(draw(from: 60, until: 360).hours(day(text)))
        #expect(hours.upperBound - hours.lowerBound == length * 3_600)
    }

    @Test func `where a clock leaves out all the hours, the next day has the minute`() throws {
        let spring = try day("2027-03-28")
        let draw = draw(from: 210, until: 240)
        #expect(draw.post(spring, earliest: nil) == nil)
        let now = try #require(DailyDraw.instant(spring, minute: 0, DrawTests.helsinki))
        #expect(draw.next(after: nil, now)?.day == spring + 1)
        // Hours of which the clock leaves out a part are later by as much as it jumps.
        let partly = try #require(self.draw(from: 180, until: 210).post(spring, earliest: nil))
        #expect(LocalTime(partly.opensAt, DrawTests.helsinki).hour == 4)
    }

    @Test func `after a window late in the evening only later minutes are drawn, or none that day`() throws {
        let today = try day("2026-11-21")
        let opened = try #require(DailyDraw.instant(today, minute: 23 * 60, DrawTests.helsinki))
        let last = window(DailyDraw.DailyPost(day: today, opensAt: opened))
        let next = try #require(draw().next(after: last, opened))
        #expect(next.day == today + 1 && next.opensAt - opened >= DailyDraw.pause)
        #expect(draw(from: 600, until: 660).next(after: last, opened)?.day == today + 2)
    }

    @Test func `on a day that has begun, only minutes to come are drawn`() throws {
        let today = try day("2026-11-21")
        for minute in stride(from: 0, to: 1_440, by: 7) {
            let now = try #require(DailyDraw.instant(today, minute: minute, DrawTests.helsinki))
            let next = try #require(draw().next(after: nil, now))
            #expect(next.opensAt >= now && next.day == (minute < 1_200 ? today : today + 1))
        }
    }
}
