import Database
import HTTP
import Proximity

extension Frame.Section {
    /// A person's own photos.
    static let calendar = Frame.Section(path: CalendarPaths.calendar)
}

/// A person's own photos of the day on a calendar, in calendar programs and as files. Its tables are older than the
/// feature: `DailySchema` makes them. (Foundation has a `Calendar`.)
struct PhotoCalendar: Feature {
    let daily: Daily

    var site: Site { daily.site }
    var uploads: Uploads { daily.uploads }

    var routes: [Route] {
        [
            .get("/calendar", showCalendar), .post("/calendar/feed", renewFeed),
            .post("/calendar/feed/off", endFeed), .publicGet("/calendar.ics", showFeed),
        ] + recapRoutes
    }

    var jobKinds: [JobKind] { recapJobs }

    var galleryExamples: [GalleryExample] { CalendarExamples.all }

    var navigation: [NavigationEntry] {
        [
            NavigationEntry(
                slot: .rail, rank: 60, path: CalendarPaths.calendar, icon: "calendar", words: "Calendar"),
            NavigationEntry(slot: .you, rank: 8, path: CalendarPaths.calendar, icon: "calendar", words: "Calendar"),
        ]
    }

    /// `GET /calendar`: the present month for what is no month.
    func showCalendar(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let today = daily.today(context.now)
        if let year = InputNumber.whole(context.query["year"], in: 1970...2199), CalendarMonth.isAllowed(year: year) {
            return try showYear(context, viewer, year: year, today: today)
        }
        let asked = context.query["month"].flatMap { CalendarMonth($0) }
        let month = asked.flatMap { $0.isAllowed ? $0 : nil } ?? today.month
        let past = try site.database.read { try history($0, of: viewer.id, month.range, at: context.now) }
        let firstWeekday = CalendarWeek.firstWeekday(context.request.head.headers["accept-language"])
        let names = (0..<7).map { DateNames.weekdays[($0 + firstWeekday) % 7] }
        let frame = context.frame(month.longText, .calendar)
        return context.page(
            CalendarPage(
                frame: frame, month: month, today: today,
                weekdays: names.map { .init(short: String($0.prefix(3)), name: $0) },
                weeks: past.grid.weeks(month, from: firstWeekday),
                facts: CalendarWords.facts(past.streak, photos: past.count), photoCount: past.grid.photos.count,
                memories: month == today.month ? past.memories : [],
                feed: CalendarFeedPart(frame, address: past.feed)))
    }

    private func showYear(
        _ context: RequestContext, _ viewer: Viewer, year: Int, today: CalendarDay
    ) throws -> Response {
        let months = (0..<12).map { CalendarMonth(number: year * 12 + $0) }
        let days = months[0].range.lowerBound...months[11].range.upperBound
        let past = try site.database.read { try history($0, of: viewer.id, days, at: context.now) }
        let firstWeekday = CalendarWeek.firstWeekday(context.request.head.headers["accept-language"])
        let mosaics = months.map { month in
            let cells = month.days.map { past.grid.cell($0) }
            return CalendarMosaic(
                month: month, lead: (month.first.weekday - firstWeekday + 7) % 7, days: cells,
                photoCount: cells.count { $0.kind == .photo })
        }
        return context.page(
            CalendarYearPage(
                frame: context.frame("\(year)", .calendar), year: year, today: today, months: mosaics,
                facts: CalendarWords.facts(past.streak, photos: past.count)))
    }

    /// What a person has posted, as the calendar shows it.
    private struct Past {
        let grid: CalendarGrid
        let streak: Streak
        /// The number of all photos.
        let count: Int
        let memories: [CalendarMemory]
        let feed: String?
    }

    private func history(
        _ database: Reader, of account: ID<Account>, _ range: ClosedRange<CalendarDay>, at now: Timestamp
    ) throws -> Past {
        let today = daily.today(now)
        let open = try daily.openDay(database, now)
        let first = try OwnPhotoQueries.first(database, of: account)
        let windows = try first.map { try OwnPhotoQueries.days(database, of: account, since: $0) } ?? []
        let days = windows.map { Streak.Day(day: $0.day, isPosted: $0.isPosted) }
        let grid = CalendarGrid(
            try OwnPhotoQueries.photos(database, of: account, range),
            windows: try OwnPhotoQueries.windows(database, range), today: today, first: first, open: open)
        let dates = first.map { CalendarMemories.days(before: today, since: $0) } ?? []
        let memories = try OwnPhotoQueries.photos(database, of: account, on: dates).reversed().map { photo in
            CalendarMemory(
                address: DailyPaths.post(photo.id), picture: MediaPaths.of(photo.back.text, .medium) ?? "",
                ago: CalendarMemories.ago(photo.day, today), caption: photo.caption,
                date: photo.day.longText)
        }
        return Past(
            grid: grid, streak: Streak(days, open: open), count: days.count { $0.isPosted }, memories: memories,
            feed: try feedAddress(database, of: account))
    }
}

extension CalendarMonth {
    /// Whether addresses may name all months of a year.
    static func isAllowed(year: Int) -> Bool {
        CalendarMonth(number: year * 12).isAllowed && CalendarMonth(number: year * 12 + 11).isAllowed
    }

    /// From its first to its last day.
    var range: ClosedRange<CalendarDay> { first...((self + 1).first - 1) }
}
