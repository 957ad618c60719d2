import Database

/// The addresses of the feature.
enum DailyPaths {
    /// Today's map and strip.
    static let today = "/daily"
    /// The camera.
    static let new = "/daily/new"
    /// Says that one does not want to take a photo today.
    static let notToday = "/daily/not-today"
    static let calendar = "/calendar"
    static let feed = "/calendar.ics"
    static let admin = "/admin/daily"
    static let start = "/admin/daily/start"

    static func day(_ day: CalendarDay) -> String { "\(today)/\(day.text)" }
    /// The map and the strip of a day alone, for scripts.
    static func map(_ day: CalendarDay) -> String { "\(self.day(day))/map" }
    static func moment(_ id: ID<Moment>) -> String { "/moments/\(id)" }
    /// The photo whose page a path is; nil for any other path.
    static func momentID(_ path: String) -> ID<Moment>? {
        let folder = "/moments/"
        return path.hasPrefix(folder) ? ID(path.dropFirst(folder.count)) : nil
    }
    /// What a pin opens.
    static func card(_ id: ID<Moment>) -> String { "\(moment(id))/card" }
    static func delete(_ id: ID<Moment>) -> String { "\(moment(id))/delete" }
    static func month(_ month: CalendarMonth) -> String { "\(calendar)?month=\(month.text)" }
    static func year(_ year: Int) -> String { "\(calendar)?year=\(year)" }
    /// Makes the address for calendar programs, or a new one.
    static let renewFeed = "/calendar/feed"
    static let endFeed = "/calendar/feed/off"
    /// Where a month's photos can be taken away.
    static func recap(_ month: CalendarMonth) -> String { "\(calendar)/\(month.text)/recap" }
    /// A month's photos as one file: `zip` or `webp`.
    static func recapFile(_ month: CalendarMonth, _ kind: String) -> String { "\(calendar)/\(month.text).\(kind)" }
    static func restore(_ id: ID<Moment>) -> String { "\(moment(id))/restore" }
    static func report(_ id: ID<Moment>) -> String { "\(moment(id))/report" }
    static func reactions(_ id: ID<Moment>) -> String { "\(moment(id))/reactions" }
    static func comments(_ id: ID<Moment>) -> String { "\(moment(id))/comments" }
    static func deleteComment(_ id: ID<Moment>, _ comment: ID<MomentComment>) -> String {
        "\(comments(id))/\(comment)/delete"
    }
    static func reportComment(_ id: ID<Moment>, _ comment: ID<MomentComment>) -> String {
        "\(comments(id))/\(comment)/report"
    }
}
