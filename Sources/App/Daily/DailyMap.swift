import Database
import HTTP
import Proximity

/// The map of a day.
extension Daily {
    var mapRoutes: [Route] { [] }
    var mapNavigation: [NavigationEntry] { [] }
    var mapExamples: [GalleryExample] { [] }
}
