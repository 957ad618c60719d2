import Atlas
import HTML
import Proximity

/// The rectangle of a new map. A script draws it on a map; without one its edges are typed.
struct BasemapBoxPart {
    let map: MapPart
    let field: FieldPart
    let isOpen: Bool

    /// Shows a town with its surroundings.
    private static let usualZoom = 9.0

    /// - Parameter place: in the middle of the map before there is a rectangle.
    init(
        _ draft: BasemapDraft, around place: Coordinate, _ viewer: Viewer, _ basemaps: Basemaps,
        _ errors: ValidationErrors
    ) {
        let corners = draft.region?.bounds.map { BasemapListPart.corners($0) } ?? []
        let fit = Viewport.fitting(
            corners, width: BasemapListPart.shown.width, height: BasemapListPart.shown.height, maximumZoom: 13,
            padding: 48)
        let viewport = Viewport(
            centre: fit?.centre ?? place, zoom: fit?.zoom ?? BasemapBoxPart.usualZoom, width: MapFrame.width,
            height: MapFrame.height)
        var map = MapPart(
            MapDrawing(viewport: viewport, pins: []), address: MapPaths.view, part: MapPaths.part, viewer, basemaps)
        map.isQuiet = true
        self.map = map
        field = FieldPart(
            "bbox", "West, south, east and north", value: draft.box,
            hint: "Degrees like 23.6, 61.4, 24.0, 61.6. With a rectangle, the place and the size don’t count.",
            autocomplete: "off", errors)
        isOpen = !draft.box.isEmpty
    }
}
