import Database
import HTTP
import Proximity

extension Frame.Section {
    /// A person's own photos.
    static let calendar = Frame.Section(path: DailyPaths.calendar)
}

/// A person's own photos on a calendar.
extension Daily {
    var calendarRoutes: [Route] {
        [
            .get("/calendar", showCalendar), .post("/calendar/feed", renewFeed),
            .post("/calendar/feed/off", endFeed), .publicGet("/calendar.ics", showFeed),
        ] + recapRoutes
    }

    var calendarJobs: [JobKind] { recapJobs }
    var calendarExamples: [GalleryExample] { CalendarExamples.all }

    var calendarNavigation: [NavigationEntry] {
        [
            NavigationEntry(
                slot: .own, rank: 40, path: DailyPaths.calendar, icon: "calendar", words: "Calendar")
        ]
    }

    /// `GET /calendar`: the present month for what is no month.
    func showCalendar(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let today = today(context.now)
        if let year = InputNumber.whole(context.query["year"], in: 1970...2199), CalendarMonth.isAllowed(year: year) {
            return try showYear(context, viewer, year, today)
        }
        let asked = context.query["month"].flatMap { CalendarMonth($0) }
        let month = asked.flatMap { $0.isAllowed ? $0 : nil } ?? today.month
        let past = try site.database.read { try history($0, of: viewer.id, month.range, context.now) }
        let firstWeekday = CalendarWeek.firstWeekday(context.request.head.headers["accept-language"])
        let names = (0..<7).map { MomentWords.weekdays[($0 + firstWeekday) % 7] }
        let frame = context.frame(MomentWords.month(month), .calendar)
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
        _ context: RequestContext, _ viewer: Viewer, _ year: Int, _ today: CalendarDay
    ) throws -> Response {
        let months = (0..<12).map { CalendarMonth(number: year * 12 + $0) }
        let days = months[0].range.lowerBound...months[11].range.upperBound
        let past = try site.database.read { try history($0, of: viewer.id, days, context.now) }
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
        _ database: Reader, of account: ID<Account>, _ range: ClosedRange<CalendarDay>, _ now: Timestamp
    ) throws -> Past {
        let today = today(now)
        let open = try openDay(database, now)
        let first = try CalendarQueries.first(database, of: account)
        let days = try first.map { try CalendarQueries.days(database, of: account, since: $0) } ?? []
        let grid = CalendarGrid(
            try CalendarQueries.photos(database, of: account, range),
            windows: try CalendarQueries.windows(database, range), today: today, first: first, open: open)
        let dates = first.map { CalendarMemories.days(before: today, since: $0) } ?? []
        let memories = try CalendarQueries.photos(database, of: account, on: dates).reversed().map { photo in
            CalendarMemory(
                address: DailyPaths.moment(photo.id), picture: MediaPaths.of(photo.back.text, .medium) ?? "",
                ago: CalendarMemories.ago(photo.day, today), caption: photo.caption,
                date: MomentWords.day(photo.day))
        }
        return Past(
            grid: grid, streak: Streak(days, open: open), count: days.count { $0.isPosted }, memories: memories,
            feed: try feedAddress(database, of: account))
    }

    /// The day whose photo may still come, also by an upload that has begun.
    private func openDay(_ database: Reader, _ now: Timestamp) throws -> CalendarDay? {
        guard let window = try WindowQueries.last(database),
            window.takesPhotos(now) || now < window.closesAt + DailyWindow.grace
        else { return nil }
        return window.day
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
