import Foundation
import Proximity

/// `GET /daily` and `GET /daily/{yyyy-mm-dd}`: a day's photos on a map, with a strip of them below.
struct DayPage {
    let frame: Frame
    let head: DayHead
    /// What scripts are told of when the day changes.
    let part: String
    let map: MapPart
    let state: DayStatePart
    let strip: MomentStripPart
}

/// A day on which no photos were taken.
struct NoDayPage {
    let frame: Frame
    let head: DayHead
    let isToday: Bool
    /// Whether the site has photos of the day.
    let isOn: Bool

    /// What is said instead of a map.
    var empty: EmptyPart {
        guard isToday else {
            return EmptyPart(
                "image", "No photo that day", "There were no five minutes for a photo.",
                LinkPart("To today", DailyPaths.today))
        }
        return isOn
            ? EmptyPart(
                "image", "Not yet today",
                "Once a day, nobody knows when, everybody gets five minutes for one photo. You’ll be told.",
                LinkPart("See yesterday’s", head.yesterday, isQuiet: true))
            : EmptyPart("image", "No photo of the day", "Nobody takes photos of the day on this site just now.")
    }
}

/// `GET /daily/{yyyy-mm-dd}/map`: what moves with the map.
struct DayMapPart {
    let map: MapPart
    let state: DayStatePart
    let strip: MomentStripPart
}

/// The head of a day's page: which day, and ways to others.
struct DayHead {
    /// "Saturday 21 November"; another year's day with its year.
    let title: String
    /// "Today", "Yesterday" or "".
    let nearness: String
    /// `2026-11-21`
    let date: String
    /// `2026-11-21`, the last one that there is.
    let lastDate: String
    let yesterday: String
    /// The next day; "" on the last one.
    let tomorrow: String
    /// "" on today's page.
    let today: String
    /// Where the search leads.
    let address: String
    let name: String
    let isFromMe: Bool

    init(_ query: DayQuery, today: CalendarDay) {
        let day = query.day
        let words = MomentWords.day(day)
        title = day.date.year == today.date.year ? String(words.dropLast(5)) : words
        nearness = day == today ? "Today" : day + 1 == today ? "Yesterday" : ""
        (date, lastDate) = (day.text, today.text)
        let before = day - 1
        yesterday = CalendarDay.allowed.contains(before.number) ? DailyPaths.day(before) : ""
        tomorrow = day < today ? (day + 1 == today ? DailyPaths.today : DailyPaths.day(day + 1)) : ""
        self.today = day == today ? "" : DailyPaths.today
        address = query.address
        (name, isFromMe) = (query.name, query.isFromMe)
    }
}

/// How the day's window stands.
struct DayStatePart {
    /// "Open until 16:47"
    let words: String
    /// Where one can still post, and what the link says; "" where one cannot.
    let address: String
    let action: String
    /// Milliseconds until the photos of others are seen or the window closes; "" when nothing changes by itself.
    let ends: String
    /// Whether the photos of others are not seen yet.
    let isShut: Bool

    init(_ window: DailyWindow, hasPosted: Bool, isRevealed: Bool, _ zone: TimeZone, _ now: Timestamp) {
        let clock = RelativeTimeFormatter(zone, now: now)
        let canPost = !hasPosted && window.takesPhotos(now)
        if window.isOpen(now) {
            words = "Open until \(clock.clock(window.closesAt))"
        } else {
            words = "Taken from \(clock.clock(window.openedAt)) to \(clock.clock(window.closesAt))"
        }
        address = canPost ? DailyPaths.new : ""
        let whose = window.audience == .friends ? "your friends’" : "everybody’s"
        action =
            !canPost
            ? "" : !isRevealed ? "Post yours to see \(whose) photos" : window.isOpen(now) ? "Take yours" : "Post late"
        let next = [window.closesAt, window.revealsAt].filter { $0 > now }.min { $0 < $1 }
        ends = next.map { String($0.milliseconds - now.milliseconds) } ?? ""
        isShut = !isRevealed
    }
}
