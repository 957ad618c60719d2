import Foundation
import Proximity

/// Times in words, as coarse as friends speak: "this morning", "yesterday evening", "last night", "on 12 March".
///
/// Minutes would report where somebody was; a part of the day does not.
struct RelativeTimeFormatter {
    let zone: TimeZone
    let now: Timestamp
    private let today: LocalTime

    /// One's own things are from "just now" for this long, in seconds.
    private static let justNow = 300.0
    /// The hours at which evenings begin and end, and at which nights end.
    static let (evening, dusk, dawn) = (17, 23, 5)

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
        // Less than none where clocks went back over midnight.
        let days = max(0, today.day - local.day)
        let nights = max(0, RelativeTimeFormatter.night(of: today) - RelativeTimeFormatter.night(of: local))
        switch days {
        case _ where part == "night" && nights < 3: return ["tonight", "last night", "the night before last"][nights]
        case 0: return "this \(part)"
        // Who is still up says "this evening" after midnight.
        case 1: return part == "evening" && nights == 0 ? "this evening" : "yesterday \(part)"
        case 2...6: return "on \(RelativeTimeFormatter.weekdays[local.weekday])"
        default: return "on \(dayAndMonth(local))"
        }
    }

    /// "November 2026"
    func month(_ time: Timestamp) -> String {
        let (year, month, _) = LocalTime(time, zone).date
        return "\(RelativeTimeFormatter.months[month - 1]) \(year)"
    }

    /// The same for one's own things: the first minutes are "just now".
    func own(_ time: Timestamp) -> String {
        now - time < RelativeTimeFormatter.justNow ? "just now" : words(time)
    }

    /// "Today", "Yesterday", "Saturday" or "12 March": the day of a time, above what happened on it.
    func heading(_ time: Timestamp) -> String {
        let local = LocalTime(min(time, now), zone)
        switch max(0, today.day - local.day) {
        case 0: return "Today"
        case 1: return "Yesterday"
        case 2...6: return RelativeTimeFormatter.weekdays[local.weekday]
        default: return dayAndMonth(local)
        }
    }

    /// "Today", "Yesterday" or "Saturday 12 March": the day of a time, above clock times.
    func fullDay(_ time: Timestamp) -> String {
        let local = LocalTime(min(time, now), zone)
        guard today.day - local.day > 1 else { return heading(time) }
        return "\(RelativeTimeFormatter.weekdays[local.weekday]) \(dayAndMonth(local))"
    }

    /// A time in little room: the clock on the present day, before that as in a ``heading(_:)``.
    func brief(_ time: Timestamp) -> String {
        LocalTime(time, zone).day >= today.day ? clock(time) : heading(time)
    }

    /// The part of the day of a time, below its ``heading(_:)``: "just now", "this morning", on other days "in the morning".
    func inDay(_ time: Timestamp) -> String {
        let local = LocalTime(min(time, now), zone)
        guard today.day > local.day else { return own(time) }
        let part = RelativeTimeFormatter.part(of: local)
        return part == "night" ? "at night" : "in the \(part)"
    }

    /// The same moment of speaking in another zone: a time of somebody else's is said in theirs, so that readers who change
    /// their own zone see the same words.
    func said(in zone: TimeZone) -> RelativeTimeFormatter { RelativeTimeFormatter(zone, now: now) }

    /// "12 March", with the year when it is another one.
    func date(_ time: Timestamp) -> String { dayAndMonth(LocalTime(time, zone)) }

    /// "Saturday"
    func weekday(_ time: Timestamp) -> String { RelativeTimeFormatter.weekdays[LocalTime(time, zone).weekday] }

    /// "Saturday 12 March, 14:05": for one's own things.
    func moment(_ time: Timestamp) -> String {
        let local = LocalTime(time, zone)
        return "\(RelativeTimeFormatter.weekdays[local.weekday]) \(dayAndMonth(local)), \(local.clock)"
    }

    /// Whether a time is still to come.
    func isAhead(_ time: Timestamp) -> Bool { time > now }

    /// A time ahead that its maker chose, such as an opening: "at 19:00", "tomorrow at 19:00", "on Saturday at 19:00",
    /// "on 12 March at 19:00". A weekday is one of the next six days.
    func ahead(_ time: Timestamp) -> String {
        let local = LocalTime(time, zone)
        let clock = "at \(local.clock)"
        switch local.day - today.day {
        case ...0: return clock
        case 1: return "tomorrow \(clock)"
        case 2...6: return "on \(RelativeTimeFormatter.weekdays[local.weekday]) \(clock)"
        default: return "on \(dayAndMonth(local)) \(clock)"
        }
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
        case dawn..<12: "morning"
        case 12..<evening: "afternoon"
        case evening..<dusk: "evening"
        default: "night"
        }
    }

    /// The day whose evening was the last: until dawn it is the day before, so that a night is one night.
    private static func night(of local: LocalTime) -> Int { local.hour < dawn ? local.day - 1 : local.day }

    /// "Saturday"
    static func weekday(_ local: LocalTime) -> String { weekdays[local.weekday] }

    /// "12 March", with the year when it is another one.
    func dayAndMonth(_ local: LocalTime) -> String {
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

    /// The same for people of whom there may be many: "Aino, Mikko and 3 others". One more than `most` is named as well.
    static func people(_ names: [String], most: Int) -> String {
        guard names.count > most + 1 else { return join(names) }
        return join(names.prefix(most) + ["\(names.count - most) others"])
    }
}

/// Numbers of things in words.
enum CountWords {
    /// "one note", "12 notes", "no notes".
    static func of(_ count: Int, _ noun: String) -> String { of(count, noun, "\(noun)s") }

    /// "one person", "5 people"
    static func people(_ count: Int) -> String { of(count, "person", "people") }

    private static func of(_ count: Int, _ noun: String, _ plural: String) -> String {
        switch count {
        case 0: "no \(plural)"
        case 1: "one \(noun)"
        default: "\(count) \(plural)"
        }
    }

    /// The same at the start of a sentence.
    static func starting(_ count: Int, _ noun: String, plural: String? = nil) -> String {
        let words = of(count, noun, plural ?? "\(noun)s")
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
