import Foundation
import Proximity
import Testing

@testable import App

struct CalendarDayTests {
    @Test(arguments: ["2000-01-01", "2024-02-29", "2026-03-29", "2026-11-23", "2099-12-31"])
    func `a date is read and written`(text: String) throws {
        #expect(try #require(CalendarDay(text)).text == text)
    }

    @Test(
        arguments: [
            "", "2026-02-29", "2026-13-01", "2026-00-10", "2026-11-31", "26-11-01", "2026-1-1", "1999-12-31",
            "2100-01-01", "2026-11-21x", "+026-11-21", "2026/11/21",
        ])
    func `what is no date is none`(text: String) { #expect(CalendarDay(text) == nil) }

    @Test func `days follow each other over month, year and leap day`() throws {
        for (day, next) in [
            ("2026-11-30", "2026-12-01"), ("2026-12-31", "2027-01-01"), ("2024-02-28", "2024-02-29"),
            ("2024-02-29", "2024-03-01"), ("2026-02-28", "2026-03-01"),
        ] {
            #expect((try #require(CalendarDay(day)) + 1).text == next)
        }
    }

    @Test func `a month has its days, whatever the clocks do`() throws {
        for (month, count) in [("2026-03", 31), ("2026-10", 31), ("2024-02", 29), ("2026-02", 28), ("2026-11", 30)] {
            let days = try #require(CalendarMonth(month)).days
            #expect(days.count == count)
            #expect(days.first?.text == "\(month)-01" && days.last?.text == "\(month)-\(count)")
        }
        #expect((try #require(CalendarMonth("2026-12")) + 1).text == "2027-01")
        #expect(CalendarMonth("2026-13") == nil && CalendarMonth("2026") == nil && CalendarMonth("2100-01") == nil)
    }

    @Test func `the day is that of the site's zone, also when the clocks change`() throws {
        let helsinki = try #require(TimeZone(identifier: "Europe/Helsinki"))
        // Clocks go forward on 29 March 2026 at 03:00 and back on 25 October at 04:00.
        for (text, day) in [
            ("2026-03-28T21:59:59Z", "2026-03-28"), ("2026-03-28T22:00:00Z", "2026-03-29"),
            ("2026-03-29T20:59:59Z", "2026-03-29"), ("2026-03-29T21:00:00Z", "2026-03-30"),
            ("2026-10-24T21:00:00Z", "2026-10-25"), ("2026-10-25T21:59:59Z", "2026-10-25"),
            ("2026-10-25T22:00:00Z", "2026-10-26"),
        ] {
            let time = try Date(text, strategy: .iso8601)
            let day2 = CalendarDay(Timestamp(milliseconds: Int64(time.timeIntervalSince1970 * 1_000)), helsinki)
            #expect(day2.text == day, "\(text)")
        }
    }

    @Test func `days and months are written out`() throws {
        #expect(try #require(CalendarDay("2026-11-23")).longText == "Monday 23 November 2026")
        #expect(try #require(CalendarMonth("2024-02")).longText == "February 2024")
    }
}
