import Database
import Media
import Proximity

/// Examples of the calendar and of recaps.
enum CalendarExamples {
    static let all: [GalleryExample] = [
        .page("empty") { month($0, photos: 0) },
        .page("usual") { month($0, photos: 20) },
        .page("full") { month($0, photos: 99, address: "https://cairn.example/calendar.ics?token=secret") },
        .page("empty") { year($0, photos: 0) },
        .page("usual") { year($0, photos: 200) },
        .page("none") { recap($0, nil) },
        .page("under way") { recap($0, stored($0, percent: 42)) },
        .page("ready") { recap($0, stored($0, percent: 100, bytes: 12_400_000)) },
        .page("failed") { recap($0, stored($0, percent: 7, hasFailed: true)) },
        .part("off") { CalendarFeedPart($0.frame("x"), address: nil) },
        .part("on") { CalendarFeedPart($0.frame("x"), address: "https://cairn.example/calendar.ics?token=secret") },
    ]

    private static func today(_ gallery: GalleryContext) -> CalendarDay {
        CalendarDay(gallery.now, gallery.viewer.timeZone)
    }

    /// Every other day with a photo, up to a number of them.
    private static func grid(_ gallery: GalleryContext, photos: Int) -> CalendarGrid {
        let today = today(gallery)
        // A media name without a file; the image does not load.
        let back = MediaName("abcdefghijklmnopqrstuvwxyz")
        let days = (0..<photos).map { today - $0 * (photos > 90 ? 1 : 2) }
        let posted = days.enumerated().compactMap { number, day in
            back.map { name in
                OwnPhoto(
                    id: ID(rawValue: Int64(number + 1)), day: day, back: name, caption: "Quiet hour.",
                    isLate: number % 5 == 1, postedAt: gallery.now)
            }
        }
        return CalendarGrid(
            posted, windows: Set((0..<400).map { today - $0 }), today: today, first: days.last, open: nil)
    }

    private static func month(_ gallery: GalleryContext, photos: Int, address: String? = nil) -> CalendarPage {
        let today = today(gallery)
        let grid = grid(gallery, photos: photos)
        let frame = gallery.frame(today.month.longText, .calendar)
        let memory = CalendarMemory(
            address: DailyPaths.post(ID(rawValue: 1)), picture: "/media/abcdefghijklmnopqrstuvwxyz/medium",
            ago: "A year ago", caption: GalleryContext.longName, date: (today - 365).longText)
        return CalendarPage(
            frame: frame, month: today.month, today: today,
            weekdays: (1...7).map { number in
                let name = DateNames.weekdays[number % 7]
                return .init(short: String(name.prefix(3)), name: name)
            }, weeks: grid.weeks(today.month, from: 1),
            facts: CalendarWords.facts(Streak(streak(grid, today)), photos: photos),
            photoCount: today.month.days.count { grid.photos[$0] != nil }, memories: photos > 90 ? [memory] : [],
            feed: CalendarFeedPart(frame, address: address))
    }

    private static func streak(_ grid: CalendarGrid, _ today: CalendarDay) -> [Streak.Day] {
        grid.windows.sorted().map { Streak.Day(day: $0, isPosted: grid.photos[$0] != nil) }
    }

    private static func year(_ gallery: GalleryContext, photos: Int) -> CalendarYearPage {
        let today = today(gallery)
        let grid = grid(gallery, photos: photos)
        let months = (0..<12).map { CalendarMonth(number: today.date.year * 12 + $0) }
        return CalendarYearPage(
            frame: gallery.frame("2026", .calendar), year: today.date.year, today: today,
            months: months.map { month in
                CalendarMosaic(
                    month: month, lead: (month.first.weekday + 6) % 7, days: month.days.map { grid.cell($0) },
                    photoCount: month.days.count { grid.photos[$0] != nil })
            }, facts: CalendarWords.facts(Streak(streak(grid, today)), photos: photos))
    }

    private static func recap(_ gallery: GalleryContext, _ stored: Recap?) -> RecapPage {
        let month = today(gallery).month
        return RecapPage(
            frame: gallery.frame("Save \(month.longText)", .calendar), month: month,
            items: [RecapItem(month, kind: .zip, recap: stored), RecapItem(month, kind: .webp, recap: nil)])
    }

    private static func stored(
        _ gallery: GalleryContext, percent: Int, bytes: Int? = nil, hasFailed: Bool = false
    ) -> Recap {
        Recap(
            account: gallery.viewer.id, month: today(gallery).month, kind: .zip, file: "0123456789abcdefghijklmnopq",
            percent: percent, bytes: bytes, createdAt: gallery.now, finishedAt: bytes == nil ? nil : gallery.now,
            hasFailed: hasFailed)
    }
}
