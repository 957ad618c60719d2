import Testing

@testable import App

struct CalendarWeekTests {
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
