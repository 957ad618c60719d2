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

    @Test(
        arguments: [
            (nil, 1), ("", 1), ("*", 1), ("en-US,en;q=0.9", 0), ("en-GB", 1), ("de", 1), ("fi-FI,fi;q=0.8", 1),
            ("ar-EG", 6), ("pt-BR;q=0.5", 0), ("../../etc", 1), ("x", 1),
        ] as [(String?, Int)])
    func `weeks begin as the reader's language says`(header: String?, weekday: Int) {
        #expect(CalendarWeek.firstWeekday(header) == weekday)
    }

    @Test func `a locale that a visitor made up is the one of its language`() {
        for tag in ["en-US-x-secret", "en-US-00001", "EN-us"] { #expect(CalendarWeek.firstWeekday(tag) == 0, "\(tag)") }
        for tag in ["qq", "qq-ZZ", "-", "--", "12-34"] { #expect(CalendarWeek.firstWeekday(tag) == 1, "\(tag)") }
    }

    @Test func `a header of any length is bounded`() {
        #expect((0..<7).contains(CalendarWeek.firstWeekday(String(repeating: "en-US-", count: 10_000))))
    }

    @Test func `weeks are full, and hold each day once`() throws {
        for month in ["2026-11", "2026-02", "2024-02", "2026-08"] {
            let month = try #require(CalendarMonth(month))
            for first in 0..<7 {
                let weeks = month.weeks(from: first)
                #expect(weeks.allSatisfy { $0.count == 7 && $0.contains { $0 != nil } })
                #expect(weeks.joined().compactMap { $0 } == month.days)
                for week in weeks {
                    for (place, day) in week.enumerated() {
                        if let day { #expect(day.weekday == (first + place) % 7) }
                    }
                }
            }
        }
    }

    @Test func `the date of earlier years is remembered, the leap day by the day before it`() throws {
        func memories(_ today: String, _ first: String) throws -> [String] {
            CalendarMemories.days(
                before: try #require(CalendarDay(today)), since: try #require(CalendarDay(first))
            ).map { $0.text }
        }
        #expect(try memories("2026-11-23", "2024-01-01") == ["2025-11-23", "2024-11-23"])
        #expect(try memories("2026-11-23", "2024-11-24") == ["2025-11-23"])
        #expect(try memories("2026-02-28", "2023-01-01") == ["2025-02-28", "2024-02-29", "2024-02-28", "2023-02-28"])
        #expect(try memories("2028-02-28", "2024-01-01") == ["2027-02-28", "2026-02-28", "2025-02-28", "2024-02-28"])
        #expect(try memories("2028-02-29", "2023-01-01") == ["2024-02-29"])
        #expect(try memories("2026-03-01", "2024-01-01") == ["2025-03-01", "2024-03-01"])
        #expect(try memories("2026-11-23", "2026-01-01").isEmpty)
        #expect(CalendarMemories.words(try #require(CalendarDay("2028-02-29"))) == "Only leap years have this day.")
        #expect(CalendarMemories.words(try #require(CalendarDay("2028-02-28"))).isEmpty)
        #expect(CalendarMemories.words(try #require(CalendarDay("2026-02-28"))).contains("29 February"))
    }
}
