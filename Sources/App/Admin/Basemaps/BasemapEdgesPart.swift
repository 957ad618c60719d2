import Atlas
import HTML
import Proximity

/// The rectangle of a new map. A script draws it on a map; without one its edges are typed.
struct BasemapEdgesPart {
    let map: MapPart
    let fields: [FieldPart]
    let fieldError: FieldErrorPart

    /// The part of the map that a phone shows, pixels.
    private static let shown = (width: 300, height: 280)
    /// Shows a town with its surroundings.
    private static let usualZoom = 9.0

    /// - Parameter place: in the middle of the map before there is a rectangle.
    init(
        _ draft: BasemapDraft, near place: Coordinate, for viewer: Viewer, basemaps: Basemaps,
        errors: ValidationErrors
    ) {
        let box = (draft.edges.isEmpty ? draft.region : draft.edges.region)?.box
        let corners = box.map { [($0.south, $0.west), ($0.north, $0.east)] } ?? []
        let fit = Viewport.fitting(
            corners.compactMap { Coordinate(latitude: $0.0, longitude: $0.1) }, width: BasemapEdgesPart.shown.width,
            height: BasemapEdgesPart.shown.height)
        let viewport = Viewport(
            centre: fit?.centre ?? place, zoom: fit?.zoom ?? BasemapEdgesPart.usualZoom, width: MapFrame.width,
            height: MapFrame.height)
        var map = MapPart(
            MapDrawing(viewport: viewport, pins: []), address: MapPaths.view, part: MapPaths.part, for: viewer,
            basemaps: basemaps)
        map.isQuiet = true
        self.map = map
        let edges = draft.edges
        fields = [
            ("west", "West", edges.west), ("east", "East", edges.east), ("south", "South", edges.south),
            ("north", "North", edges.north),
        ].map { FieldPart($0.0, label: $0.1, value: $0.2, autocomplete: "off") }
        fieldError = errors.part("edges")
    }
}
