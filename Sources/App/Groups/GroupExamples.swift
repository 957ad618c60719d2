import Atlas
import Database
import Proximity

/// Examples of a group's pages.
struct GroupExamples {
    let basemaps: Basemaps

    var all: [GalleryExample] { [] }
}
