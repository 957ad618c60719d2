import Database
import HTTP
import Proximity

/// The window of the day: drawn, opened, announced; the host's page, the banner, the way to the camera.
extension Daily {
    var windowRoutes: [Route] { [] }
    var windowJobs: [JobKind] { [] }
    var windowNavigation: [NavigationEntry] { [] }
    var windowExamples: [GalleryExample] { [] }
}
