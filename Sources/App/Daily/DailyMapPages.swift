import Foundation
import Proximity

/// `GET /daily` and `GET /daily/{yyyy-mm-dd}`: a day's photos on a map, with a strip of them below.
struct DayPage {
    let frame: Frame
    let style: String
    let head: DayHead
    /// What scripts are told of when the day changes.
    let part: String
    let map: MapPart
    let state: DayStatePart
    let strip: DailyPostStripPart
}

/// A day on which no photos were taken.
struct NoDayPage {
    let frame: Frame
    let style: String
    let head: DayHead
    let isToday: Bool
    /// Whether the site has photos of the day, and how long one has for them.
    let settings: DailySettings

    /// What is said instead of a map.
    var empty: EmptyPart {
        guard isToday else {
            return EmptyPart(
                "image", title: "No photo that day", words: "Nobody was asked for a photo that day.",
                action: LinkPart("To today", DailyPaths.today))
        }
        return settings.isOn
            ? EmptyPart(
                "image", title: "Not yet today",
                words:
                    "Once a day, at a time nobody knows, everybody gets \(CameraWords.minutes(settings.minutes)) for "
                    + "one photo. We’ll tell you when.",
                action: LinkPart("See yesterday’s", head.yesterday, isQuiet: true))
            : EmptyPart(
                "image", title: "No photo of the day", words: "Photos of the day are switched off on this site.")
    }
}

/// `GET /daily/{yyyy-mm-dd}/map`: what moves with the map.
struct DayMapPart {
    let map: MapPart
    let state: DayStatePart
    let strip: DailyPostStripPart
}

/// The head of a day's page: which day, the way back, and ways to other days.
struct DayHead {
    /// Out of the days, to where the viewer came from.
    let back: BackPart
    /// On the map or one below the other; nil on a day without a window.
    let views: SegmentsPart?
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
    /// Where everybody's photos of the day are shown.
    let everybody: String
    let name: String
    let isFromMe: Bool
    let isFeed: Bool

    /// - Parameter origin: the page of the navigation from which the viewer came.
    init(_ query: DayQuery, today: CalendarDay, hasPhotos: Bool = true, from origin: BackPart? = nil) {
        let day = query.day
        let words = day.longText
        title = day.date.year == today.date.year ? String(words.dropLast(5)) : words
        nearness = day == today ? "Today" : day + 1 == today ? "Yesterday" : ""
        (date, lastDate) = (day.text, today.text)
        let before = day - 1
        yesterday = CalendarDay.allowed.contains(before.number) ? query.address(of: before) : ""
        let todays = query.isFeed ? DailyPaths.photos(today) : DailyPaths.today
        tomorrow = day >= today ? "" : day + 1 == today ? todays : query.address(of: day + 1)
        self.today = day == today ? "" : todays
        (address, everybody) = (query.address, query.address(of: day))
        (name, isFromMe, isFeed) = (query.name, query.isFromMe, query.isFeed)
        back = DayHead.back(day, today: today, from: origin)
        views = hasPhotos ? DayHead.views(query) : nil
    }

    /// Between days there are arrows of their own: back leads out of them.
    private static func back(_ day: CalendarDay, today: CalendarDay, from origin: BackPart?) -> BackPart {
        if let origin, !origin.path.hasPrefix(DailyPaths.today) { return origin }
        return day == today
            ? BackPart(path: SitePaths.home, words: "Map")
            : BackPart(path: DailyPaths.month(day.month), words: "Calendar")
    }

    private static func views(_ query: DayQuery) -> SegmentsPart {
        SegmentsPart(
            label: "View",
            choices: [
                .init(words: "Map", icon: nil, address: query.map, isChosen: !query.isFeed),
                .init(words: "Photos", icon: nil, address: query.feed, isChosen: query.isFeed),
            ])
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

    init(_ window: DailyWindow, hasPosted: Bool, isRevealed: Bool, in zone: TimeZone, at now: Timestamp) {
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
