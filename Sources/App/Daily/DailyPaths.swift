import Database
import Proximity

/// The addresses of the feature.
enum DailyPaths {
    /// Today's map and strip.
    static let today = "/daily"
    /// The camera.
    static let new = "/daily/new"
    /// Says that one does not want to take a photo today.
    static let notToday = "/daily/not-today"
    /// One's own photos by month: a page above this feature, to which its pages lead.
    static let calendar = "/calendar"
    static func month(_ month: CalendarMonth) -> String { "\(calendar)?month=\(month.text)" }
    static let admin = "/admin/daily"
    static let start = "/admin/daily/start"

    static func day(_ day: CalendarDay) -> String { "\(today)/\(day.text)" }
    /// A day's photos one below the other; what else the address says follows by "&".
    static func photos(_ day: CalendarDay) -> String { "\(self.day(day))?view=\(photosView)" }
    /// The same, those first that are nearest to a place.
    static func photos(_ day: CalendarDay, around place: Coordinate, zoom: Double) -> String {
        "\(photos(day))&\(view(of: place, zoom: zoom))"
    }
    /// What `view` says for them.
    static let photosView = "photos"
    /// The view of a map as a query.
    static func view(of place: Coordinate, zoom: Double) -> String {
        String(MapPaths.view(of: place, zoom: zoom).dropFirst(MapPaths.view.count))
    }
    /// The map and the strip of a day alone, for scripts.
    static func map(_ day: CalendarDay) -> String { "\(self.day(day))/map" }
    static func post(_ id: ID<DailyPost>) -> String { "/moments/\(id)" }
    /// The photo whose page a path is; nil for any other path.
    static func postID(_ path: String) -> ID<DailyPost>? {
        let folder = "/moments/"
        return path.hasPrefix(folder) ? ID(path.dropFirst(folder.count)) : nil
    }
    /// What a pin opens.
    static func card(_ id: ID<DailyPost>) -> String { "\(post(id))/card" }
    static func delete(_ id: ID<DailyPost>) -> String { "\(post(id))/delete" }
    static func restore(_ id: ID<DailyPost>) -> String { "\(post(id))/restore" }
    static func report(_ id: ID<DailyPost>) -> String { "\(post(id))/report" }
    static func reactions(_ id: ID<DailyPost>) -> String { "\(post(id))/reactions" }
    static func comments(_ id: ID<DailyPost>) -> String { "\(post(id))/comments" }
    static func deleteComment(_ id: ID<DailyPost>, _ comment: ID<DailyPostComment>) -> String {
        "\(comments(id))/\(comment)/delete"
    }
    static func reportComment(_ id: ID<DailyPost>, _ comment: ID<DailyPostComment>) -> String {
        "\(comments(id))/\(comment)/report"
    }
}
