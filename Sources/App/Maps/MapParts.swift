import Atlas
import Foundation
import HTML
import HTTP
import Proximity

/// A map with its controls. They are links, so that it works without scripts.
struct MapPart {
    let drawing: Markup
    let scale: Markup
    let controls: [Control]
    /// What is shown, each as a link that changes it.
    let chips: [Chip]
    /// The page's path with a "?", for scripts that move the map; "" for a fixed map.
    let address: String
    /// The path where scripts get the map alone; "" if they need the whole page.
    private(set) var part: String
    /// Whether scripts leave the page's own address alone: a map in a form.
    var isQuiet = false
    /// Degrees of the centre, and the zoom, as text.
    let latitude: String
    let longitude: String
    let zoom: String
    /// The attribution; "" for plain background.
    let attribution: String
    /// Says that there is no map here; "" where there is one.
    let notice: String

    struct Control {
        /// The name in the style sheet: `in`, `out`, `north` and so on.
        let name: String
        let words: String
        let icon: String
        let address: String
    }

    /// A link that shows or hides something.
    struct Chip {
        let words: String
        let address: String
        let isOn: Bool
        /// Whether it narrows what the chip before it shows.
        let isChoice: Bool
    }

    /// A movable map: `address` is the page's path with a "?", `part` that of the map alone, where there is one. A page
    /// that has one knows `view=all`, everything.
    init(
        _ drawing: MapDrawing, address page: String, part: String = "", choices: MapChoices? = nil, for viewer: Viewer,
        basemaps: Basemaps
    ) {
        var drawing = drawing
        let address = page + (choices?.query ?? "")
        MapPart.lay(basemaps, under: &drawing, viewer.theme)
        drawing.clusterAddress = { MapPart.link(address, place: $0, zoom: $1) }
        drawing.firstLook = MapFrame.firstLook
        let everything = part.isEmpty ? String(address.dropLast()) : "\(address)view=all"
        let controls = MapPart.controls(
            drawing.viewport, address, everything: everything, you: drawing.you?.coordinate)
        let view = drawing.viewport
        let place = MapPart.link("", place: view.centre, zoom: view.zoom)
        let chips = choices?.chips { page + $0 + place } ?? []
        self.init(drawing, for: viewer, basemaps: basemaps, address: address, controls: controls, chips: chips)
        self.part = part
    }

    /// A fixed map of a note's place and its radius.
    init(_ pin: Pin, gate radius: Metres, for viewer: Viewer, basemaps: Basemaps) {
        let zoom = min(16.5, MapPart.cellZoom(radius, at: pin.coordinate))
        let viewport = Viewport(centre: pin.coordinate, zoom: zoom, width: 800, height: 240)
        var drawing = MapDrawing(viewport: viewport, pins: [pin])
        drawing.gates = [(pin.coordinate, radius)]
        MapPart.lay(basemaps, under: &drawing, viewer.theme)
        self.init(drawing, for: viewer, basemaps: basemaps, address: "", controls: [])
    }

    /// A fixed map with a circle around a whole cell that somebody is in.
    init(around position: SnappedPosition, _ viewer: Viewer, _ basemaps: Basemaps) {
        var drawing = MapPart.drawing(of: position)
        drawing.gates = [(position.centre, position.cell.radius)]
        MapPart.lay(basemaps, under: &drawing, viewer.theme)
        self.init(drawing, for: viewer, basemaps: basemaps, address: "", controls: [])
    }

    /// A fixed map of a whole cell somewhere in which something waits.
    init(lighting position: SnappedPosition, _ viewer: Viewer, _ basemaps: Basemaps) {
        var drawing = MapPart.drawing(of: position)
        drawing.highlights = [position.cell.corners]
        MapPart.lay(basemaps, under: &drawing, viewer.theme)
        self.init(drawing, for: viewer, basemaps: basemaps, address: "", controls: [])
    }

    /// A map with room for a whole cell.
    private static func drawing(of position: SnappedPosition) -> MapDrawing {
        let (centre, radius) = (position.centre, position.cell.radius)
        let viewport = Viewport(centre: centre, zoom: cellZoom(radius, at: centre), width: 800, height: 240)
        return MapDrawing(viewport: viewport, pins: [])
    }

    /// A fixed map of some regions.
    init(_ regions: [MapRegion], in viewport: Viewport, you: Coordinate?, for viewer: Viewer, basemaps: Basemaps) {
        var drawing = MapDrawing(viewport: viewport, pins: [])
        drawing.regions = regions
        drawing.you = you.map { ($0, nil) }
        MapPart.lay(basemaps, under: &drawing, viewer.theme)
        self.init(drawing, for: viewer, basemaps: basemaps, address: "", controls: [])
    }

    /// The zoom at which a circle fills most of a small map's height.
    private static func cellZoom(_ radius: Metres, at centre: Coordinate) -> Double {
        let whole = Viewport(centre: centre, zoom: 0, width: 800, height: 240).metresPerPixel
        return log2(radius.value > 0 ? whole * 80 / radius.value : 1)
    }

    private init(
        _ drawing: MapDrawing, for viewer: Viewer, basemaps: Basemaps, address: String, controls: [Control],
        chips: [Chip] = []
    ) {
        let viewport = drawing.viewport
        self.drawing = Markup(trusted: drawing.svg())
        scale = Markup(trusted: ScaleDrawing(viewport, units: viewer.units).svg())
        attribution = basemaps.attribution(viewport)
        notice = address.isEmpty ? "" : MapPart.notice(viewport, for: viewer, basemaps: basemaps)
        self.controls = controls
        self.chips = chips
        self.address = address
        part = ""
        latitude = CoordinateFormatter.degrees(viewport.centre.latitude)
        longitude = CoordinateFormatter.degrees(viewport.centre.longitude)
        zoom = CoordinateFormatter.degrees(viewport.zoom)
    }

    /// Views closer than this show nothing but paper where there is no map.
    private static let paperZoom = 10.0

    private static func notice(_ viewport: Viewport, for viewer: Viewer, basemaps: Basemaps) -> String {
        // The host of a site without any map learns at the first look how to get one.
        let isTold = viewport.zoom > paperZoom || viewer.isAdministrator && basemaps.files.isEmpty
        guard isTold, !basemaps.covers(viewport.centre) else { return "" }
        guard viewer.isAdministrator else { return "No map of this area" }
        return "No map of this area yet. Get one under Administration, Maps."
    }

    private static func lay(_ basemaps: Basemaps, under drawing: inout MapDrawing, _ theme: ColourTheme) {
        drawing.theme = Theme(rawValue: theme.rawValue)
        let version = basemaps.version
        drawing.tileAddress = { MapPaths.tile($0, column: $1, row: $2, theme: $3, version: version) }
    }

    private static func controls(
        _ viewport: Viewport, _ address: String, everything: String, you: Coordinate?
    ) -> [Control] {
        func control(_ name: String, words: String, icon: String, target: Viewport) -> Control {
            Control(
                name: name, words: words, icon: icon, address: link(address, place: target.centre, zoom: target.zoom))
        }
        // Steps are relative to what a phone shows, not to the whole drawing.
        let step = (right: 120 / Double(viewport.width), down: 160 / Double(viewport.height))
        var controls = [
            control("in", words: "Zoom in", icon: "plus", target: viewport.zoomed(by: 1)),
            control("out", words: "Zoom out", icon: "minus", target: viewport.zoomed(by: -1)),
            control(
                "north", words: "Move north", icon: "arrow-up", target: viewport.panned(right: 0, down: -step.down)),
            control(
                "west", words: "Move west", icon: "arrow-left", target: viewport.panned(right: -step.right, down: 0)),
            control(
                "east", words: "Move east", icon: "arrow-right", target: viewport.panned(right: step.right, down: 0)),
            control(
                "south", words: "Move south", icon: "arrow-down", target: viewport.panned(right: 0, down: step.down)),
            Control(name: "all", words: "Show everything", icon: "maximize", address: everything),
        ]
        controls.append(myPosition(address, you: you, zoom: viewport.zoom))
        return controls
    }

    /// The control that leads to the viewer's own position. While the site knows none, scripts ask the phone.
    private static func myPosition(_ address: String, you: Coordinate?, zoom: Double) -> Control {
        let near = you.map { link(address, place: $0, zoom: max(zoom, MapPart.nearYou)) }
        return Control(
            name: near == nil ? "you-here map-unknown" : "you-here", words: "My position", icon: "locate-fixed",
            address: near ?? String(address.dropLast()))
    }

    /// Shows the streets around.
    private static let nearYou = 16.0

    /// Uses as many decimals as the zoom's pixels need, because a map may have hundreds of these links.
    /// The address of a map around a place; `address` ends with its question mark.
    static func link(_ address: String, place: Coordinate, zoom: Double) -> String {
        let decimals = max(1, Int((zoom * 0.302 + 0.6).rounded(.up)))
        func degrees(_ value: Double) -> String { CoordinateFormatter.degrees(value, decimals: decimals) }
        return
            "\(address)lat=\(degrees(place.latitude))&lon=\(degrees(place.longitude))&z=\(CoordinateFormatter.degrees(zoom, decimals: 2))"
    }
}
