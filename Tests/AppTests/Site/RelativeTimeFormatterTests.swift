import Foundation
import Proximity
import TestTools
import Testing

@testable import App

struct RelativeTimeFormatterTests {
    private func time(_ text: String) throws -> Timestamp {
        let date = try Date(text, strategy: .iso8601)
        return Timestamp(milliseconds: Int64(date.timeIntervalSince1970 * 1_000))
    }

    @Test(arguments: [
        ("2026-11-21T08:00:00Z", "this morning"), ("2026-11-21T11:59:00Z", "this afternoon"),
        ("2026-11-21T02:30:00Z", "last night"), ("2026-11-20T21:30:00Z", "last night"),
        ("2026-11-20T18:00:00Z", "yesterday evening"), ("2026-11-20T01:00:00Z", "the night before last"),
        ("2026-11-18T08:00:00Z", "on Wednesday"), ("2026-11-14T08:00:00Z", "on 14 November"),
        ("2025-11-21T08:00:00Z", "on 21 November 2025"), ("2026-11-22T08:00:00Z", "this afternoon"),
    ])
    func `a time is a part of a day`(at: String, words: String) throws {
        // 14:00 in Helsinki, UTC+2.
        let said = RelativeTimeFormatter(
            try #require(TimeZone(identifier: "Europe/Helsinki")), now: try time("2026-11-21T12:00:00Z"))
        #expect(said.words(try time(at)) == words)
    }

    @Test(arguments: [
        // 23:50 on a Saturday in Helsinki.
        ("21:50", "2026-11-21T21:30:00Z", "tonight"), ("21:50", "2026-11-21T19:30:00Z", "this evening"),
        ("21:50", "2026-11-21T00:30:00Z", "last night"), ("21:50", "2026-11-20T21:30:00Z", "last night"),
        ("21:50", "2026-11-20T00:30:00Z", "the night before last"),
        ("21:50", "2026-11-20T18:00:00Z", "yesterday evening"),
        // 02:00 on that Saturday, before anybody has slept.
        ("00:00", "2026-11-20T23:30:00Z", "tonight"), ("00:00", "2026-11-20T21:30:00Z", "tonight"),
        ("00:00", "2026-11-20T18:00:00Z", "this evening"), ("00:00", "2026-11-20T13:00:00Z", "yesterday afternoon"),
        ("00:00", "2026-11-20T00:30:00Z", "last night"), ("00:00", "2026-11-19T22:00:00Z", "last night"),
        ("00:00", "2026-11-19T21:30:00Z", "last night"), ("00:00", "2026-11-19T18:00:00Z", "on Thursday"),
        // 05:10: it is morning.
        ("03:10", "2026-11-21T02:30:00Z", "last night"), ("03:10", "2026-11-21T03:05:00Z", "this morning"),
        ("03:10", "2026-11-20T21:30:00Z", "last night"), ("03:10", "2026-11-20T18:00:00Z", "yesterday evening"),
        ("03:10", "2026-11-19T21:30:00Z", "the night before last"), ("03:10", "2026-11-18T21:30:00Z", "on Wednesday"),
    ])
    func `a night is one night, before midnight and after it`(now: String, at: String, words: String) throws {
        let said = RelativeTimeFormatter(
            try #require(TimeZone(identifier: "Europe/Helsinki")), now: try time("2026-11-21T\(now):00Z"))
        #expect(said.words(try time(at)) == words)
    }

    @Test(arguments: [
        ("2026-11-21T12:00:00Z", "just now"), ("2026-11-21T11:55:01Z", "just now"),
        ("2026-11-21T11:55:00Z", "this afternoon"), ("2026-11-21T13:00:00Z", "just now"),
        ("2026-11-20T21:30:00Z", "last night"),
    ])
    func `one's own things are from just now at first, those of others never`(at: String, words: String) throws {
        let said = RelativeTimeFormatter(
            try #require(TimeZone(identifier: "Europe/Helsinki")), now: try time("2026-11-21T12:00:00Z"))
        #expect(said.own(try time(at)) == words)
        #expect(TimePart(try time(at), said).words == words)
        #expect(TimePart(day: try time(at), said).words == said.words(try time(at)))
        #expect(said.words(try time(at)) != "just now")
    }

    @Test func `the reader's own zone decides, also across a change of clocks`() throws {
        let now = try time("2026-11-21T12:00:00Z")
        let morning = try time("2026-11-21T00:30:00Z")
        #expect(
            RelativeTimeFormatter(try #require(TimeZone(identifier: "Asia/Tokyo")), now: now).words(morning)
                == "this morning")
        #expect(
            RelativeTimeFormatter(try #require(TimeZone(identifier: "America/New_York")), now: now).words(morning)
                == "yesterday evening")
        // Clocks went back in Helsinki at 01:00Z on 25 October 2026: a day of 25 hours.
        let zone = try #require(TimeZone(identifier: "Europe/Helsinki"))
        let monday = RelativeTimeFormatter(zone, now: try time("2026-10-26T10:00:00Z"))
        #expect(monday.words(try time("2026-10-25T06:00:00Z")) == "yesterday morning")
    }

    @Test func `a day begins when clocks say so, also one that has no midnight`() throws {
        // In Havana it was one o'clock at once on 8 March 2026: that day had 23 hours, and began at 05:00Z.
        let zone = try #require(TimeZone(identifier: "America/Havana"))
        let monday = RelativeTimeFormatter(zone, now: try time("2026-03-09T15:00:00Z"))
        #expect(monday.words(try time("2026-03-08T15:00:00Z")) == "yesterday morning")
        #expect(monday.words(try time("2026-03-08T05:00:00Z")) == "the night before last")
        #expect(monday.words(try time("2026-03-08T04:59:59Z")) == "the night before last")
        #expect(monday.day(try time("2026-03-08T05:00:00Z")) == "2026-03-08")
        #expect(monday.day(try time("2026-03-08T04:59:59Z")) == "2026-03-07")
    }

    @Test(arguments: [
        "Europe/Helsinki", "America/New_York", "Asia/Kolkata", "Asia/Kathmandu", "America/St_Johns", "Pacific/Chatham",
        "Australia/Lord_Howe", "America/Havana", "Africa/Cairo", "America/Santiago", "Pacific/Apia", "UTC",
    ])
    func `times are what a calendar says of them`(name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        var random = SeededGenerator()
        for _ in 0..<40 {
            var now = Timestamp(milliseconds: .random(in: 1_420_000_000_000...2_050_000_000_000, using: &random))
            // Every other time soon after clocks changed.
            let change = zone.nextDaylightSavingTimeTransition(after: PlainWords.date(now)).map {
                Timestamp(milliseconds: Int64($0.timeIntervalSince1970) * 1_000)
            }
            if let change, Bool.random(using: &random) { now = change + .random(in: 0...800_000, using: &random) }
            let (plain, quick) = (PlainWords(zone, now), RelativeTimeFormatter(zone, now: now))
            for reach in [3_600.0, 86_400, 700_000, 700_000, 700_000, 40_000_000] {
                let start = Bool.random(using: &random) ? now : change ?? now
                let time = start - .random(in: -reach / 10...reach, using: &random)
                let place = Comment("\(name) \(now.milliseconds) \(time.milliseconds)")
                #expect(quick.words(time) == plain.words(time), place)
                #expect(quick.moment(time) == plain.moment(time), place)
                #expect(quick.day(time) == plain.day(time), place)
                #expect(
                    RelativeTimeFormatter.machine(time) == PlainWords.date(time).formatted(Date.ISO8601FormatStyle()))
            }
        }
    }

    @Test func `times of any year are what a calendar says of them`() {
        var random = SeededGenerator()
        let plain = PlainWords(.gmt, Timestamp(milliseconds: 0))
        for _ in 0..<500 {
            // From 1583, when the calendar was new, to 9999.
            let time = Timestamp(milliseconds: .random(in: -12_212_000_000_000...253_370_000_000_000, using: &random))
            #expect(RelativeTimeFormatter.day(time, .gmt) == plain.day(time), "\(time.milliseconds)")
            #expect(RelativeTimeFormatter(.gmt, now: time).moment(time) == PlainWords(.gmt, time).moment(time))
        }
        for end in [Int64.min, .max] { _ = RelativeTimeFormatter.machine(Timestamp(milliseconds: end)) }
    }

    @Test func `names in a row`() {
        #expect(WordList.join([]) == "")
        #expect(WordList.join(["a"]) == "a")
        #expect(WordList.join(["a", "b", "c"]) == "a, b and c")
        #expect(WordList.people(["a", "b", "c"], most: 2) == "a, b and c")
        #expect(WordList.people(["a", "b", "c", "d"], most: 2) == "a, b and 2 others")
    }

    @Test(arguments: [
        ("/archive?view=map", "/archive"), ("/ingest/osmand/SECRET?id=1", "/ingest/osmand/{token}"),
        ("/ingest/other/SECRET", "/ingest/…"), ("/join/ABCD", "/join/{word}"),
        ("/join-me/ABCD", "/join-me/{token}"), ("/notes/12", "/notes/{id}"), ("/", "/"), ("/app.css?v=1", "/app.css"),
        ("/ABCD", "/…"), ("/abcd1", "/…"), ("/wp-admin/x.php", "/wp-admin/…"),
        ("/\(String(repeating: "a", count: 17))", "/…"),
        ("/%6Aoin-me/ABCD", "/…/…"), ("*", "/…"), ("http://x/join-me/ABCD", "/…/…"), ("-", "/-"),
    ])
    func `the log contains no secrets from URLs`(target: String, logged: String) throws {
        #expect(Redaction.target(target, try TestSite.empty().app.router.index) == logged)
    }
}

/// The same words by means of `Calendar`.
private struct PlainWords {
    private let calendar: Calendar
    private let days: Calendar
    private let now: Timestamp

    init(_ zone: TimeZone, _ now: Timestamp) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        days = calendar
        calendar.timeZone = zone
        (self.calendar, self.now) = (calendar, now)
    }

    static func date(_ time: Timestamp) -> Date { Date(timeIntervalSince1970: Double(time.milliseconds) / 1_000) }

    /// The days from one date to another, however long each of them was.
    private func days(from start: Date, to end: Date) -> Int? {
        func midnight(_ date: Date) -> Date? {
            days.date(from: calendar.dateComponents([.year, .month, .day], from: date))
        }
        guard let first = midnight(start), let last = midnight(end) else { return nil }
        return days.dateComponents([.day], from: first, to: last).day
    }

    func words(_ time: Timestamp) -> String {
        let date = PlainWords.date(min(time, now))
        let hour = calendar.component(.hour, from: date)
        let part =
            [5: "morning", 12: "afternoon", 17: "evening", 23: "night"].filter { $0.key <= hour }
            .max { $0.key < $1.key }?.value ?? "night"
        if part == "night", let words = night(date) { return words }
        let isLate = calendar.component(.hour, from: PlainWords.date(now)) < 5
        switch days(from: date, to: PlainWords.date(now)) {
        case 0: return "this \(part)"
        case 1: return isLate && part == "evening" ? "this evening" : "yesterday \(part)"
        case .some(2...6): return "on \(weekday(date))"
        default: return "on \(dayAndMonth(date))"
        }
    }

    /// By the day on which the night began; nil for one long past.
    private func night(_ date: Date) -> String? {
        func start(_ date: Date) -> Date? {
            let day = days.date(from: calendar.dateComponents([.year, .month, .day], from: date))
            return calendar.component(.hour, from: date) < 5 ? day?.addingTimeInterval(-86_400) : day
        }
        guard let first = start(date), let last = start(PlainWords.date(now)),
            let nights = days.dateComponents([.day], from: first, to: last).day
        else { return nil }
        return [0: "tonight", 1: "last night", 2: "the night before last"][nights]
    }

    func moment(_ time: Timestamp) -> String {
        let date = PlainWords.date(time)
        let parts = calendar.dateComponents([.hour, .minute], from: date)
        let clock = [parts.hour ?? 0, parts.minute ?? 0].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        return "\(weekday(date)) \(dayAndMonth(date)), \(clock)"
    }

    func day(_ time: Timestamp) -> String {
        PlainWords.date(time).formatted(Date.ISO8601FormatStyle(timeZone: calendar.timeZone).year().month().day())
    }

    private func weekday(_ date: Date) -> String {
        ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"][
            calendar.component(.weekday, from: date) - 1]
    }

    private func dayAndMonth(_ date: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        let words = "\(parts.day ?? 0) \(months[(parts.month ?? 1) - 1])"
        return parts.year == calendar.component(.year, from: PlainWords.date(now))
            ? words : "\(words) \(parts.year ?? 0)"
    }
}
