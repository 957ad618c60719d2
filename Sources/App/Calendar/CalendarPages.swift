import HTML
import Media
import Proximity

/// `GET /calendar`: a month of one's own photos.
struct CalendarPage {
    let frame: Frame
    let month: CalendarMonth
    let today: CalendarDay
    let weekdays: [Weekday]
    let weeks: [[CalendarCell]]
    let facts: [CalendarFact]
    let photoCount: Int
    let memories: [CalendarMemory]
    let feed: CalendarFeedPart

    /// The head of a column.
    struct Weekday {
        /// "Mon"
        let short: String
        let name: String
    }

    var title: String { month.longText }
    var previous: CalendarStep? { CalendarStep(month - 1) }
    var next: CalendarStep? { CalendarStep(month + 1) }
    var isCurrent: Bool { month == today.month }
    var views: SegmentsPart { CalendarViews.part(month, isYear: false) }
    /// Where the month can be taken away; "" for a month without photos.
    var recap: String { photoCount == 0 ? "" : CalendarPaths.recap(month) }
    var memoryWords: String { CalendarMemories.words(today) }
}

/// `GET /calendar?year=2026`
struct CalendarYearPage {
    let frame: Frame
    let year: Int
    let today: CalendarDay
    let months: [CalendarMosaic]
    let facts: [CalendarFact]

    var previous: CalendarStep? { CalendarStep(year: year - 1) }
    var next: CalendarStep? { CalendarStep(year: year + 1) }
    var isCurrent: Bool { year == today.date.year }
    var views: SegmentsPart {
        CalendarViews.part(isCurrent ? today.month : CalendarMonth(number: year * 12), isYear: true)
    }
}

/// A month on the page of a year: a link with small pictures in it.
struct CalendarMosaic {
    let month: CalendarMonth
    /// The number of empty places before the first day.
    let lead: Int
    let days: [CalendarCell]
    let photoCount: Int

    var name: String { DateNames.months[month.month - 1] }
    var address: String { CalendarPaths.month(month) }
    var blanks: Range<Int> { 0..<lead }
    /// "12 photos"
    var count: String { CalendarWords.photos(photoCount) }
}

/// A link to the month or year beside.
struct CalendarStep {
    let words: String
    let address: String

    init?(_ month: CalendarMonth) {
        guard month.isAllowed else { return nil }
        (words, address) = (month.longText, CalendarPaths.month(month))
    }

    init?(year: Int) {
        guard CalendarMonth.isAllowed(year: year) else { return nil }
        (words, address) = ("\(year)", CalendarPaths.year(year))
    }
}

/// A number above the calendar: "12" "days in a row".
struct CalendarFact {
    let icon: IconPart
    let number: String
    let words: String
}

/// A day of the grid.
struct CalendarCell {
    enum Kind: String {
        case photo
        /// There was a window, and no photo came.
        case missed
        /// The photo may still come.
        case open
        /// A day without a window, or before the first photo.
        case quiet
        case ahead
        /// A day of another month.
        case outside
    }

    var kind = Kind.outside
    /// "" for a day of another month.
    var number = ""
    /// `2026-11-23`
    var machine = ""
    /// "" for no link.
    var address = ""
    /// What screen readers say.
    var label = ""
    var small = ""
    var medium = ""
    var isToday = false
    var isLate = false
}

/// A photo of the same date in an earlier year.
struct CalendarMemory {
    let address: String
    let picture: String
    /// "3 years ago"
    let ago: String
    let caption: String
    let date: String
}

/// The address for calendar programs, and what can be done with it.
struct CalendarFeedPart {
    let csrf: TokenField
    /// nil while there is none.
    let link: ShareLinkPart?

    init(_ frame: Frame, address: String?) {
        csrf = frame.csrf
        link = address.map {
            ShareLinkPart(id: "calendar-address", label: "Secret address", link: $0, title: "Photos of the day")
        }
    }
}

/// The choice between month and year.
enum CalendarViews {
    static func part(_ month: CalendarMonth, isYear: Bool) -> SegmentsPart {
        SegmentsPart(
            label: "View",
            choices: [
                .init(words: "Month", icon: nil, address: CalendarPaths.month(month), isChosen: !isYear),
                .init(words: "Year", icon: nil, address: CalendarPaths.year(month.year), isChosen: isYear),
            ])
    }
}

/// What the calendar says.
enum CalendarWords {
    static func photos(_ count: Int) -> String { count == 1 ? "1 photo" : "\(count) photos" }

    /// The numbers above the grid. A streak that has not begun says nothing.
    static func facts(_ streak: Streak, photos: Int) -> [CalendarFact] {
        var facts: [CalendarFact] = []
        if streak.current > 0 {
            let words = streak.current == 1 ? "day in a row" : "days in a row"
            facts.append(CalendarFact(icon: IconPart("footprints"), number: "\(streak.current)", words: words))
        }
        if streak.best > 0 {
            facts.append(CalendarFact(icon: IconPart("arrow-up"), number: "\(streak.best)", words: "best"))
        }
        let words = photos == 1 ? "photo" : "photos"
        facts.append(CalendarFact(icon: IconPart("image"), number: "\(photos)", words: words))
        return facts
    }
}
