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
    /// Where a place is searched; "" for a map without its own search.
    var search = ""
    /// Degrees of the centre, and the zoom, as text.
    let latitude: String
    let longitude: String
    let zoom: String
    /// The attribution; "" for plain background.
    let attribution: String
    /// Says that there is no map here; "" where there is one.
    let notice: String
    /// Where an administrator gets one; "" for others, and where there is one.
    let noticeAddress: String

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
        _ drawing: MapDrawing, address page: String, part: String = "", choices: MapChoices? = nil, _ viewer: Viewer,
        _ basemaps: Basemaps
    ) {
        var drawing = drawing
        let address = page + (choices?.query ?? "")
        MapPart.lay(basemaps, under: &drawing, viewer.theme)
        drawing.clusterAddress = { MapPart.link(address, $0, $1) }
        drawing.firstLook = MapFrame.firstLook
        let everything = part.isEmpty ? String(address.dropLast()) : "\(address)view=all"
        let controls = MapPart.controls(
            drawing.viewport, address, everything: everything, you: drawing.you?.coordinate)
        let view = drawing.viewport
        let chips = choices?.chips { MapPart.link(page + $0, view.centre, view.zoom) } ?? []
        self.init(drawing, viewer, basemaps, address, controls, chips)
        self.part = part
    }

    /// A fixed map of a note's place and its radius.
    init(_ pin: Pin, gate radius: Metres, _ viewer: Viewer, _ basemaps: Basemaps) {
        let zoom = min(16.5, MapPart.cellZoom(radius, at: pin.coordinate))
        let viewport = Viewport(centre: pin.coordinate, zoom: zoom, width: 800, height: 240)
        var drawing = MapDrawing(viewport: viewport, pins: [pin])
        drawing.gates = [(pin.coordinate, radius)]
        MapPart.lay(basemaps, under: &drawing, viewer.theme)
        self.init(drawing, viewer, basemaps, "", [])
    }

    /// A fixed map with a circle around a whole cell that somebody is in.
    init(around position: SnappedPosition, _ viewer: Viewer, _ basemaps: Basemaps) {
        let (centre, bounds) = (position.centre, position.bounds)
        let corners = [(bounds.south, bounds.west), (bounds.north, bounds.east)].compactMap {
            Coordinate(latitude: $0.0, longitude: $0.1)
        }
        let radius = corners.map { centre.distance(to: $0) }.max() ?? 0
        let viewport = Viewport(centre: centre, zoom: MapPart.cellZoom(radius, at: centre), width: 800, height: 240)
        var drawing = MapDrawing(viewport: viewport, pins: [])
        drawing.gates = [(centre, radius)]
        MapPart.lay(basemaps, under: &drawing, viewer.theme)
        self.init(drawing, viewer, basemaps, "", [])
    }

    /// A fixed map of some regions.
    init(_ regions: [MapRegion], in viewport: Viewport, you: Coordinate?, _ viewer: Viewer, _ basemaps: Basemaps) {
        var drawing = MapDrawing(viewport: viewport, pins: [])
        drawing.regions = regions
        drawing.you = you.map { ($0, nil) }
        MapPart.lay(basemaps, under: &drawing, viewer.theme)
        self.init(drawing, viewer, basemaps, "", [])
    }

    /// The zoom at which a circle fills most of a small map's height.
    private static func cellZoom(_ radius: Metres, at centre: Coordinate) -> Double {
        let whole = Viewport(centre: centre, zoom: 0, width: 800, height: 240).metresPerPixel
        return log2(radius.value > 0 ? whole * 80 / radius.value : 1)
    }

    private init(
        _ drawing: MapDrawing, _ viewer: Viewer, _ basemaps: Basemaps, _ address: String, _ controls: [Control],
        _ chips: [Chip] = []
    ) {
        let viewport = drawing.viewport
        self.drawing = Markup(trusted: drawing.svg())
        scale = Markup(trusted: ScaleDrawing(viewport, units: viewer.units).svg())
        attribution = basemaps.attribution(viewport)
        let isPaper = !address.isEmpty && viewport.zoom > MapPart.paperZoom && !basemaps.covers(viewport.centre)
        notice = isPaper ? "No map of this area" : ""
        noticeAddress = isPaper && viewer.isAdministrator ? MapPaths.basemap(of: viewport.centre) : ""
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

    private static func lay(_ basemaps: Basemaps, under drawing: inout MapDrawing, _ theme: ColourTheme) {
        drawing.theme = Theme(rawValue: theme.rawValue)
        let version = basemaps.version
        drawing.tileAddress = { MapPaths.tile($0, $1, $2, $3, version: version) }
    }

    private static func controls(
        _ viewport: Viewport, _ address: String, everything: String, you: Coordinate?
    ) -> [Control] {
        func control(_ name: String, _ words: String, _ icon: String, _ target: Viewport) -> Control {
            Control(name: name, words: words, icon: icon, address: link(address, target.centre, target.zoom))
        }
        // Steps are relative to what a phone shows, not to the whole drawing.
        let step = (right: 120 / Double(viewport.width), down: 160 / Double(viewport.height))
        var controls = [
            control("in", "Zoom in", "plus", viewport.zoomed(by: 1)),
            control("out", "Zoom out", "minus", viewport.zoomed(by: -1)),
            control("north", "Move north", "arrow-up", viewport.panned(right: 0, down: -step.down)),
            control("west", "Move west", "arrow-left", viewport.panned(right: -step.right, down: 0)),
            control("east", "Move east", "arrow-right", viewport.panned(right: step.right, down: 0)),
            control("south", "Move south", "arrow-down", viewport.panned(right: 0, down: step.down)),
            Control(name: "all", words: "Show everything", icon: "maximize", address: everything),
        ]
        controls.append(myPosition(address, you, viewport.zoom))
        return controls
    }

    /// The control that leads to the viewer's own position. While the site knows none, scripts ask the phone.
    private static func myPosition(_ address: String, _ you: Coordinate?, _ zoom: Double) -> Control {
        let near = you.map { link(address, $0, max(zoom, MapPart.nearYou)) }
        return Control(
            name: near == nil ? "you-here map-unknown" : "you-here", words: "My position", icon: "locate-fixed",
            address: near ?? String(address.dropLast()))
    }

    /// Shows the streets around.
    private static let nearYou = 16.0

    /// Uses as many decimals as the zoom's pixels need, because a map may have hundreds of these links.
    /// The address of a map around a place; `address` ends with its question mark.
    static func link(_ address: String, _ place: Coordinate, _ zoom: Double) -> String {
        let decimals = max(1, Int((zoom * 0.302 + 0.6).rounded(.up)))
        func degrees(_ value: Double) -> String { CoordinateFormatter.degrees(value, decimals: decimals) }
        return
            "\(address)lat=\(degrees(place.latitude))&lon=\(degrees(place.longitude))&z=\(CoordinateFormatter.degrees(zoom, decimals: 2))"
    }
}
