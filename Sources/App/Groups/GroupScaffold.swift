import Database

extension Groups {
    var listRoutes: [Route] { [] }
    var joinRoutes: [Route] { [] }
    var pageRoutes: [Route] { [] }
    var memberRoutes: [Route] { [] }
}

struct GroupExamples {
    let basemaps: Basemaps
    var all: [GalleryExample] { [] }
}

extension Frame.Section {
    static let groups = Frame.Section(path: GroupPaths.groups)
}
