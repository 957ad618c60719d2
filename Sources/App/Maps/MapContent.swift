import Atlas
import Database
import Proximity

/// What a feature puts on a map.
struct MapContent: Sendable {
    /// What is drawn one by one.
    var pins: [Pin] = []
    /// What is too much for that.
    var crowds: [PinCrowd] = []

    /// Both together.
    static func + (left: MapContent, right: MapContent) -> MapContent {
        MapContent(pins: left.pins + right.pins, crowds: left.crowds + right.crowds)
    }
}

/// One feature's things on a person's own map.
struct MapLayer: Sendable {
    /// What lies in and around a viewport, as far as the viewer may know of it.
    let content: @Sendable (Reader, Viewer, Viewport) throws -> MapContent
    /// Places that together show where the viewer's things are at all, a few hundred at most.
    let extent: @Sendable (Reader, Viewer) throws -> [Coordinate]
}

/// A feature with things that lie at places: they are shown on the home map.
protocol MapLayerSource: Feature {
    var mapLayer: MapLayer { get }
}
