import Atlas
import Database
import Proximity

/// What a feature draws on a map.
struct MapContent: Sendable {
    /// Things drawn one by one.
    var pins: [Pin] = []
    /// Things drawn as counts, because they are too many.
    var crowds: [PinCrowd] = []
    /// Areas in which something waits, each by its corners: drawn as soft light.
    var halos: [[Coordinate]] = []
    /// Areas with names.
    var regions: [MapRegion] = []

    /// Everything from both sides.
    static func + (left: MapContent, right: MapContent) -> MapContent {
        MapContent(
            pins: left.pins + right.pins, crowds: left.crowds + right.crowds, halos: left.halos + right.halos,
            regions: left.regions + right.regions)
    }
}

/// One feature's layer on a person's own map.
struct MapLayer: Sendable {
    /// What people choose of it by chips; nil for a layer that is always there.
    var filter: MapFilter?
    /// Whether the viewer has the layer and its chips.
    var isOffered: @Sendable (Reader, Viewer) throws -> Bool = { _, _ in true }
    /// The content in and around a viewport, limited to what the viewer may see and to the names of the choices that they
    /// made, see ``MapFilter``.
    let content: @Sendable (Reader, Viewer, Viewport, Set<String>) throws -> MapContent
    /// Places that outline all of the viewer's things, a few hundred at most.
    let extent: @Sendable (Reader, Viewer) throws -> [Coordinate]
}

/// A feature whose things are shown on the home map.
protocol MapLayerSource: Feature {
    var mapLayer: MapLayer { get }
}
