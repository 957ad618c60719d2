import Atlas
import Database
import HTTP
import Media
import Proximity

/// The home map, the map fragment and the pictures of map pickers. Front door of the feature.
struct Maps: Feature {
    let site: Site
    /// What the other features put on a person's own map.
    let layers: [MapLayer]
    /// What waits to be looked at, for the strip under the map.
    let strip: @Sendable (Viewer, Reader, RelativeTimeFormatter) throws -> [FoundNotePart]
    /// What somebody may do next where nothing waits.
    let hint: @Sendable (Viewer, Timestamp, Reader) throws -> HintPart?
    /// A person's own last position.
    let lastPosition: @Sendable (ID<Account>, Reader) throws -> (coordinate: Coordinate, accuracy: Metres?)?
    let drawing = TileDrawing(processors: ChildProcess.processors)

    static let migrations = GridCounts.migrations

    var routes: [Route] {
        [
            .guestGet("/", showHome), .get("/map", showFragment), .get("/map/picker.svg", showPicker),
            .publicGet("/atlas/{z}/{x}/{y}", showTile),
        ]
    }

    var jobKinds: [JobKind] {
        [JobKind(name: "tiles.thin", interval: 300, lane: .bulk) { [site] _ in site.basemaps.thinTiles() }]
    }

    /// The welcome page, or the viewer's own map.
    func showHome(_ context: RequestContext) throws -> Response {
        guard let viewer = context.viewer else {
            return context.page(WelcomePage(frame: context.frame("Cairn")))
        }
        return try home(context, viewer, ValidationErrors())
    }

    /// The home map, with what is wrong with a position that was typed.
    func home(_ context: RequestContext, _ viewer: Viewer, _ errors: ValidationErrors) throws -> Response {
        let words = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let page = try site.database.read { database in
            let found = try strip(viewer, database, words)
            return HomePage(
                frame: context.frame("Map", .map), map: try map(context, viewer, database), found: found,
                hint: found.isEmpty ? try hint(viewer, context.now, database) : nil,
                latitude: context.form["lat"] ?? "", longitude: context.form["lon"] ?? "", errors: errors)
        }
        return context.page(page, status: errors.isEmpty ? .ok : .unprocessableContent)
    }

    /// `GET /map`: the map alone, for scripts that move it.
    func showFragment(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let part = try site.database.read { try map(context, viewer, $0) }
        return context.page(part)
    }

    /// The picture in a map picker: one SVG that needs nothing else.
    func showPicker(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let query = context.query
        let size: Picker.Size = query["size"] == "wide" ? .wide : .compact
        let picker = Picker(query, otherwise: site.settings.defaultPlace)
        let chosen = try? PlaceFields.read(query)
        let theme = Theme(rawValue: query["theme"] ?? "") ?? .light
        let image = try PickerImage(
            viewport: picker.viewport(size), chosen: chosen, theme: theme, units: viewer.units,
            basemap: site.basemaps.basemap
        ).svg()
        // Its address holds the chosen place: as for every page of a person's own, nothing of it stays in a cache.
        let headers = Headers([("Content-Type", "image/svg+xml")])
        return context.finished(Response(headers: headers, body: .bytes(Array(image.utf8))))
    }

    private func map(_ context: RequestContext, _ viewer: Viewer, _ database: Reader) throws -> MapPart {
        let you = try lastPosition(viewer.id, database)
        let middle = you?.coordinate ?? site.settings.defaultPlace
        let usual = (centre: middle, zoom: site.basemaps.covers(middle) ? MapFrame.zoom : MapFrame.worldZoom)
        // Who has told no position yet begins with what there is to see.
        let showsAll = context.query["view"] == "all" || you == nil && context.query["lat"] == nil
        let all = showsAll ? try everything(viewer, database) : nil
        let frame = try MapFrame(context.query, otherwise: all ?? usual)
        let content = try layers.reduce(MapContent()) { try $0 + $1.content(viewer, frame.viewport, database) }
        var drawing = MapDrawing(viewport: frame.viewport, pins: content.pins)
        drawing.crowds = content.crowds
        drawing.you = you
        return MapPart(drawing, address: "/?", viewer, site.basemaps)
    }

    /// A view in which everything of the viewer's is seen; nil when there is nothing.
    private func everything(_ viewer: Viewer, _ database: Reader) throws -> (centre: Coordinate, zoom: Double)? {
        let places = try layers.flatMap { try $0.extent(viewer, database) }
        let visible = MapFrame.visible
        return Viewport.fitting(places, width: visible.width, height: visible.height).map { ($0.centre, $0.zoom) }
    }
}

/// The part of the world that a map's address asks for.
struct MapFrame {
    let viewport: Viewport

    /// A map that nobody moved shows the streets round about, with their houses, which are drawn from here on.
    static let zoom = 15.0
    /// Where no basemap is, it shows the country round a town: closer there is nothing but paper.
    static let worldZoom = 9.0
    /// Drawn larger than most windows and shown one to one, its middle in the middle of the window: a pin is as large
    /// on every screen.
    static let (width, height) = (1600, 1200)

    /// The part of it that the smallest phone shows: what a map that shows everything has to fit into.
    static let visible = (width: 320, height: 400)
    /// What a usual phone shows of it.
    static let firstLook = (width: 390.0, height: 580.0)

    /// Reads `lat`, `lon`, `z`, `w`, `h`; what is missing is taken from `otherwise` and the sizes above.
    ///
    /// - Throws: `Failure.malformed` for what is no number, no place or no size.
    init(_ query: FormFields, otherwise: (centre: Coordinate, zoom: Double)) throws {
        let zoom = try MapFrame.number(query, "z", 0...19) ?? otherwise.zoom
        let width = try MapFrame.number(query, "w", 64...2048).map { Int($0) } ?? MapFrame.width
        let height = try MapFrame.number(query, "h", 64...2048).map { Int($0) } ?? MapFrame.height
        var centre = otherwise.centre
        if query["lat"] != nil || query["lon"] != nil {
            guard let place = try? PlaceFields.read(query) else {
                throw Failure.malformed("A map's lat and lon are degrees: −90 to 90 and −180 to 180.")
            }
            centre = place
        }
        viewport = Viewport(centre: centre, zoom: zoom, width: width, height: height)
    }

    private static func number(_ query: FormFields, _ name: String, _ range: ClosedRange<Double>) throws -> Double? {
        guard let text = query[name], !text.isEmpty else { return nil }
        guard let number = InputNumber.decimal(text, in: range) else {
            throw Failure.malformed(
                "A map's \(name) is a number from \(Int(range.lowerBound)) to \(Int(range.upperBound)).")
        }
        return number
    }
}
