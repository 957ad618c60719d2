import Proximity

/// A chart of a number a day, with the numbers as a table for who does not see it.
struct BarChartPart {
    let title: String
    /// "214 in 90 days, at most 9 a day"
    let sum: String
    let bars: [Bar]
    /// The days with something, newest first.
    let rows: [DayRow]

    /// Height of the chart in its own units; a day is 4 wide.
    static let height = 64
    static let step = 4

    struct Bar {
        let x: Int
        let y: Int
        let height: Int
    }

    struct DayRow {
        let day: String
        let number: Int
    }

    /// - Parameters:
    ///   - numbers: by day, the oldest first.
    ///   - today: the day of the last one, counted from 1970.
    init(_ title: String, _ numbers: [Int], today: Int) {
        self.title = title
        let most = numbers.max() ?? 0
        let all = numbers.reduce(0, +).formatted(.number.locale(.init(identifier: "en_US")))
        sum = "\(all) in \(numbers.count) days" + (most > 1 ? ", at most \(most) a day" : "")
        bars = numbers.enumerated().filter { $0.element > 0 }.map { index, number in
            // What there is can be seen.
            let height = max(2, number * BarChartPart.height / max(1, most))
            return Bar(x: index * BarChartPart.step, y: BarChartPart.height - height, height: height)
        }
        rows = numbers.enumerated().filter { $0.element > 0 }.reversed().map { index, number in
            DayRow(day: LocalTime(day: today - numbers.count + 1 + index).isoDate, number: number)
        }
    }

    var viewBox: String { "0 0 \(DailyCounts.shown * BarChartPart.step) \(BarChartPart.height)" }
}
