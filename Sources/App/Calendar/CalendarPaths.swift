/// The addresses of the feature.
enum CalendarPaths {
    /// The present month.
    static let calendar = DailyPaths.calendar
    static func month(_ month: CalendarMonth) -> String { DailyPaths.month(month) }
    static func year(_ year: Int) -> String { "\(calendar)?year=\(year)" }
    /// For calendar programs.
    static let feed = "/calendar.ics"
    /// Makes the address for calendar programs, or a new one.
    static let renewFeed = "/calendar/feed"
    static let endFeed = "/calendar/feed/off"
    /// Where a month's photos can be taken away.
    static func recap(_ month: CalendarMonth) -> String { "\(calendar)/\(month.text)/recap" }
    /// A month's photos as one file: `zip` or `webp`.
    static func recapFile(_ month: CalendarMonth, _ kind: String) -> String { "\(calendar)/\(month.text).\(kind)" }
}
