import Testing

@testable import App

struct StreakTests {
    /// "x" a day with a photo, "o" one without, " " a day without a window.
    private func days(_ text: String) -> [Streak.Day] {
        text.enumerated().compactMap { number, letter in
            letter == " " ? nil : Streak.Day(day: CalendarDay(number: 20_000 + number), isPosted: letter == "x")
        }
    }

    @Test(
        arguments: [
            ("", 0, 0), ("x", 1, 1), ("o", 0, 0), ("xxx", 3, 3), ("xxxo", 0, 3), ("xxxoxx", 2, 3), ("x x  x", 3, 3),
            ("xo x", 1, 1), ("ooxxoxxxxoo", 0, 4),
        ])
    func `days in a row count, and days without a window break nothing`(text: String, current: Int, best: Int) {
        let streak = Streak(days(text))
        #expect(streak.current == current && streak.best == best, "\(text): \(streak)")
    }

    @Test func `a day whose photo may still come breaks nothing, and counts once it came`() {
        let last = CalendarDay(number: 20_003)
        #expect(Streak(days("xxxo"), open: last).current == 3)
        #expect(Streak(days("xxxx"), open: last).current == 4)
        #expect(Streak(days("xxxo"), open: last + 1).current == 0)
    }

    @Test func `ten years are counted`() {
        let days = days(String(repeating: "x", count: 3_653) + "o" + String(repeating: "x", count: 12))
        #expect(Streak(days).best == 3_653)
        #expect(Streak(days).current == 12)
    }
}
