import Foundation
import Proximity

/// Formats times as parts of a day: "this morning", "yesterday evening", "on Monday", "on 12 March".
///
/// The minute would reveal where somebody was; a part of the day does not.
struct RelativeTimeFormatter {
    private let calendar: Calendar
    private let zone: TimeZone
    private let now: Timestamp

    /// Formats for a reader in `zone` at `now`.
    init(_ zone: TimeZone, now: Timestamp) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        self.calendar = calendar
        self.zone = zone
        self.now = now
    }

    /// The part of the day of a time, with the weekday within a week, with the date before that. Future times count as
    /// now, because clocks differ.
    func words(_ time: Timestamp) -> String {
        let date = min(time, now).date
        let days =
            calendar.dateComponents(
                [.day], from: calendar.startOfDay(for: date), to: calendar.startOfDay(for: now.date)
            ).day ?? 0
        let part = part(of: date)
        switch days {
        case 0: return part == "night" ? (isEarly(date) ? "last night" : "tonight") : "this \(part)"
        case 1 where part == "night": return isEarly(date) ? "the night before last" : "last night"
        case 1: return "yesterday \(part)"
        case 2...6: return "on \(weekday(date))"
        default: return "on \(dayAndMonth(date))"
        }
    }

    /// The same `now` in another zone. Another person's times use their zone, so that readers who change their own zone
    /// see the same words.
    func said(in zone: TimeZone) -> RelativeTimeFormatter { RelativeTimeFormatter(zone, now: now) }

    /// "12 March", with the year if it is another one.
    func date(_ time: Timestamp) -> String { dayAndMonth(time.date) }

    /// "Saturday 12 March, 14:05": for the viewer's own things.
    func moment(_ time: Timestamp) -> String {
        "\(weekday(time.date)) \(dayAndMonth(time.date)), \(clock(time))"
    }

    /// "14:05": for the viewer's own things.
    func clock(_ time: Timestamp) -> String {
        let parts = calendar.dateComponents([.hour, .minute], from: time.date)
        let (hour, minute) = (parts.hour ?? 0, parts.minute ?? 0)
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }

    /// The machine-readable instant: `2026-11-21T04:37:37Z`, the value of a `datetime` attribute.
    static func machine(_ time: Timestamp) -> String { time.date.formatted(Date.ISO8601FormatStyle()) }

    /// The machine-readable day, `2026-11-21`: all that others learn of a person's time.
    func day(_ time: Timestamp) -> String { RelativeTimeFormatter.day(time, zone) }

    /// The day of a time in a zone, `2026-11-21`.
    static func day(_ time: Timestamp, _ zone: TimeZone) -> String {
        time.date.formatted(Date.ISO8601FormatStyle(timeZone: zone).year().month().day())
    }

    /// Morning 5–12, afternoon 12–17, evening 17–23, otherwise night.
    private func part(of date: Date) -> String {
        switch calendar.component(.hour, from: date) {
        case 5..<12: "morning"
        case 12..<17: "afternoon"
        case 17..<23: "evening"
        default: "night"
        }
    }

    private func isEarly(_ date: Date) -> Bool { calendar.component(.hour, from: date) < 5 }

    private func weekday(_ date: Date) -> String {
        RelativeTimeFormatter.weekdays[calendar.component(.weekday, from: date) - 1]
    }

    private func dayAndMonth(_ date: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        let words = "\(parts.day ?? 1) \(RelativeTimeFormatter.months[(parts.month ?? 1) - 1])"
        return parts.year == calendar.component(.year, from: now.date) ? words : "\(words) \(parts.year ?? 0)"
    }

    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}

extension Timestamp {
    /// The time as a `Date`.
    fileprivate var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

/// Joins words and sentences.
enum WordList {
    /// Joins sentences, without empty ones.
    static func sentences(_ sentences: String...) -> String { self.sentences(sentences) }

    /// Joins sentences, without empty ones.
    static func sentences(_ sentences: [String]) -> String {
        sentences.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// "Aino", "Aino and Mikko", "Aino, Mikko and Leena".
    static func join(_ words: [String]) -> String {
        guard words.count > 1, let last = words.last else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}

/// Formats counts.
enum CountWords {
    /// "one note", "12 notes", "no notes".
    static func of(_ count: Int, _ noun: String) -> String {
        switch count {
        case 0: "no \(noun)s"
        case 1: "one \(noun)"
        default: "\(count) \(noun)s"
        }
    }

    /// The same at the start of a sentence.
    static func starting(_ count: Int, _ noun: String) -> String {
        let words = of(count, noun)
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
