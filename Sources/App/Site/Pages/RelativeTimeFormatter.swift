import Foundation
import Proximity

/// Times in words, as coarse as friends speak: "this morning", "yesterday evening", "on Monday", "on 12 March".
///
/// Minutes would report where somebody was; a part of the day does not.
struct RelativeTimeFormatter {
    private let zone: TimeZone
    private let now: Timestamp
    private let today: LocalTime

    /// Words for somebody in `zone`, said at `now`.
    init(_ zone: TimeZone, now: Timestamp) {
        self.zone = zone
        self.now = now
        today = LocalTime(now, zone)
    }

    /// The part of the day of a time: within a week by its weekday, before that by its date. Times ahead of now count
    /// as now: clocks differ.
    func words(_ time: Timestamp) -> String {
        let local = LocalTime(min(time, now), zone)
        let part = RelativeTimeFormatter.part(of: local)
        let isEarly = local.hour < 5
        switch today.day - local.day {
        // Less than none where clocks went back over midnight.
        case ...0: return part == "night" ? (isEarly ? "last night" : "tonight") : "this \(part)"
        case 1 where part == "night": return isEarly ? "the night before last" : "last night"
        case 1: return "yesterday \(part)"
        case 2...6: return "on \(RelativeTimeFormatter.weekdays[local.weekday])"
        default: return "on \(dayAndMonth(local))"
        }
    }

    /// The same for one's own things: the last two minutes are "just now".
    func ownWords(_ time: Timestamp) -> String { now.seconds(since: time) < 120 ? "just now" : words(time) }

    /// "November 2026"
    func month(_ time: Timestamp) -> String {
        let (year, month, _) = LocalTime(time, zone).date
        return "\(RelativeTimeFormatter.months[month - 1]) \(year)"
    }

    /// The same moment of speaking in another zone: a time of somebody else's is said in theirs, so that readers who change
    /// their own zone see the same words.
    func said(in zone: TimeZone) -> RelativeTimeFormatter { RelativeTimeFormatter(zone, now: now) }

    /// "12 March", with the year when it is another one.
    func date(_ time: Timestamp) -> String { dayAndMonth(LocalTime(time, zone)) }

    /// "Saturday 12 March, 14:05": for one's own things.
    func moment(_ time: Timestamp) -> String {
        let local = LocalTime(time, zone)
        return "\(RelativeTimeFormatter.weekdays[local.weekday]) \(dayAndMonth(local)), \(local.clock)"
    }

    /// "14:05": for one's own things.
    func clock(_ time: Timestamp) -> String { LocalTime(time, zone).clock }

    /// The instant for machines: `2026-11-21T04:37:37Z`, the value of a `datetime` attribute.
    static func machine(_ time: Timestamp) -> String {
        let local = LocalTime(time, .gmt)
        return "\(local.isoDate)T\(local.isoClock)Z"
    }

    /// The day for machines, `2026-11-21`: all that others learn of a person's time.
    func day(_ time: Timestamp) -> String { RelativeTimeFormatter.day(time, zone) }

    /// The day of a time in a zone, `2026-11-21`.
    static func day(_ time: Timestamp, _ zone: TimeZone) -> String { LocalTime(time, zone).isoDate }

    /// Morning 5–12, afternoon 12–17, evening 17–23, the rest night.
    private static func part(of local: LocalTime) -> String {
        switch local.hour {
        case 5..<12: "morning"
        case 12..<17: "afternoon"
        case 17..<23: "evening"
        default: "night"
        }
    }

    private func dayAndMonth(_ local: LocalTime) -> String {
        let (year, month, day) = local.date
        let words = "\(day) \(RelativeTimeFormatter.months[month - 1])"
        return year == today.date.year ? words : "\(words) \(year)"
    }

    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}

/// Several words in a row.
enum WordList {
    /// Sentences one after the other, without empty ones.
    static func sentences(_ sentences: String...) -> String { self.sentences(sentences) }

    /// Sentences one after the other, without empty ones.
    static func sentences(_ sentences: [String]) -> String {
        sentences.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// "Aino", "Aino and Mikko", "Aino, Mikko and Leena".
    static func join(_ words: [String]) -> String {
        guard words.count > 1, let last = words.last else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}

/// Numbers of things in words.
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
