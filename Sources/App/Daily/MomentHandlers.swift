import Database
import HTTP
import Proximity

/// The page of a photo, and what people answer there.
extension Daily {
    var momentRoutes: [Route] { [] }
    var momentJobs: [JobKind] { [] }
    var momentExamples: [GalleryExample] { [] }
}
