import Database
import HTTP
import Proximity

/// A person's own photos on a calendar.
extension Daily {
    var calendarRoutes: [Route] { [] }
    var calendarJobs: [JobKind] { [] }
    var calendarNavigation: [NavigationEntry] { [] }
    var calendarExamples: [GalleryExample] { [] }
}
