import Database

extension Groups {
    var pageRoutes: [Route] { [] }
    var memberRoutes: [Route] { [] }
}

struct GroupExamples {
    let basemaps: Basemaps
    var all: [GalleryExample] { [] }
}
extension Arrival { var battery: Int? { nil } }
