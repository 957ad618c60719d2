import Foundation
import Proximity

/// When a note can be found, in the words of its author's zone: "for Saturday evening", "from 19:00 on Saturday".
struct OpeningWords {
    let zone: TimeZone
    let now: Timestamp

    /// The words for two times; "" for a note that is always open.
    func words(from opensAt: Timestamp?, until closesAt: Timestamp?) -> String {
        let opens = opensAt.map { LocalTime($0, zone) }
        let closes = closesAt.map { LocalTime($0, zone) }
        if let opens, let closes, opens.day == closes.day { return "for \(span(opens, closes))" }
        let words = [opens.map { "from \(moment($0))" }, closes.map { "until \(moment($0))" }]
        return words.compactMap { $0 }.joined(separator: " ")
    }

    /// Two times of one day: "Saturday evening", "tomorrow, 09:00–11:30".
    private func span(_ opens: LocalTime, _ closes: LocalTime) -> String {
        let isEvening = opens.hour >= RelativeTimeFormatter.evening && (0...6).contains(opens.day - today)
        guard isEvening else { return "\(day(opens)), \(opens.clock)–\(closes.clock)" }
        return opens.day == today ? "this evening" : "\(day(opens)) evening"
    }

    private func moment(_ time: LocalTime) -> String { "\(day(time)) \(time.clock)" }

    private func day(_ time: LocalTime) -> String {
        switch time.day - today {
        case 0: "today"
        case 1: "tomorrow"
        case 2...6: RelativeTimeFormatter.weekday(time)
        default: RelativeTimeFormatter(zone, now: now).dayAndMonth(time)
        }
    }

    private var today: Int { LocalTime(now, zone).day }
}
