import Atlas
import Database
import HTTP
import Media
import Proximity
import Safeguards

/// The home map, the map fragment for scripts, and the images of map pickers.
struct Maps: Feature {
    let site: Site
    let positions: Positions
    let basemaps: Basemaps
    let drawing = TileDrawing(processors: ChildProcess.processors)
    /// Counts searches of places.
    let limiter = RateLimiter(maxCount: 20_000)

    static let migrations = MapSchema.migrations

    var routes: [Route] {
        [
            .visitorGet("/", showHome), .get("/map", showFragment), .get("/map/picker.svg", showPicker),
            .get("/map/place", showPlaceWords).forGuests, .publicGet("/atlas/{z}/{x}/{y}", showTile),
            .get("/map/search", showSearch), .get("/map/suggestions", showSuggestions),
        ]
    }

    var navigation: [NavigationEntry] {
        [NavigationEntry(slot: .bar, rank: 10, path: Frame.Section.map.path, icon: "map", words: "Map")]
    }

    var galleryExamples: [GalleryExample] { MapExamples(basemaps: basemaps).all }

    var jobKinds: [JobKind] {
        [
            JobKind(name: "tiles.thin", interval: 300, lane: .bulk) { [basemaps] _ in basemaps.thinTiles() },
            JobKind(name: "basemaps.sweep", interval: 60, lane: .bulk) { [basemaps] _ in basemaps.sweep() },
            JobKind(name: "places.index", interval: 60, lane: .bulk) { [basemaps] _ in basemaps.indexPlaces() },
        ]
    }

    /// Shows the welcome page, or the viewer's own map.
    func showHome(_ context: RequestContext) throws -> Response {
        guard let viewer = context.viewer else {
            let sources = site.features.conforming(to: (any WelcomeSource).self)
            var frame = context.frame(site.settings.name)
            frame.preview = context.preview(
                "Leave a note at a real place.", "Your friends find it by being there.", .notes)
            return context.page(
                WelcomePage(
                    frame: frame, canSignUp: site.settings.registration == .open,
                    notices: sources.map { $0.welcomeNotice() }, parts: sources.map { $0.welcomePart() },
                    style: site.assets.pageStyles["welcome"] ?? ""))
        }
        // Guests have a page of their own instead.
        if viewer.isGuest { return context.redirect(to: try site.guestPath(for: viewer)) }
        return try detour(context, viewer) ?? home(context, viewer, ValidationErrors())
    }

    /// Leads to what does not wait. Not from an address with a query, which a page of the site made, and not where a
    /// message is to be read.
    private func detour(_ context: RequestContext, _ viewer: Viewer) throws -> Response? {
        guard context.isLookedAt, context.query.values.isEmpty, !context.hasFlash else { return nil }
        for source in site.features.conforming(to: (any HomePageSource).self) {
            if let path = try source.detour(for: viewer, context.now) { return context.redirect(to: path) }
        }
        return nil
    }

    /// The home map with the errors of a typed position.
    func home(_ context: RequestContext, _ viewer: Viewer, _ errors: ValidationErrors) throws -> Response {
        let sources = site.features.conforming(to: (any HomePageSource).self)
        let (map, parts, nextStep) = try site.database.read { database in
            let parts = try sources.flatMap { try $0.homeParts(database, for: viewer, context.now) }
            let nextStep = parts.isEmpty ? try self.nextStep(database, sources, viewer, context.now) : nil
            return (try self.drawing(database, context, viewer), parts, nextStep)
        }
        let view = map.drawing.viewport
        // Scripts put the place there on which somebody presses.
        let middle = MapPaths.view(of: view.centre, zoom: view.zoom)
        let frame = context.frame("Map", .map)
        let page = HomePage(
            frame: frame, map: part(map, viewer),
            search: PlaceSearchPart(
                centre: view.centre, zoom: view.zoom, script: frame.pageScript(PlaceSuggestionsPart.script)),
            waiting: try parts.map { try $0() }, nextStep: nextStep, allowsTyped: site.settings.allowsTyped,
            sharing: site.features.sharing(middle),
            latitude: context.form["lat"] ?? "", longitude: context.form["lon"] ?? "", errors: errors)
        return context.page(page, status: errors.isEmpty ? .ok : .unprocessableContent)
    }

    /// `GET /map`: only the map, for scripts that move it.
    func showFragment(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let map = try site.database.read { try self.drawing($0, context, viewer) }
        return context.page(part(map, viewer))
    }

    private func part(_ map: (drawing: MapDrawing, choices: MapChoices), _ viewer: Viewer) -> MapPart {
        var part = MapPart(
            map.drawing, address: MapPaths.view, part: MapPaths.part, choices: map.choices, viewer, basemaps)
        let view = map.drawing.viewport
        part.search = MapPaths.search(around: view.centre, zoom: view.zoom)
        return part
    }

    private func layers(_ database: Reader, _ viewer: Viewer) throws -> [MapLayer] {
        try site.features.conforming(to: (any MapLayerSource).self).map { $0.mapLayer }
            .filter { try $0.isOffered(database, viewer) }
    }

    /// The largest circle drawn around a chosen place, in metres.
    private static let widestGate = 500_000.0

    /// The image of a map picker: one self-contained SVG.
    func showPicker(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let query = context.query
        let size = Picker.Size(query)
        let picker = Picker(query, otherwise: basemaps.startingPlace(site.settings))
        let chosen = try? PlaceFields.read(query)
        let theme = Theme(rawValue: query["theme"] ?? "") ?? .light
        let image = try PickerImage(
            viewport: picker.viewport(size), chosen: chosen,
            gate: InputNumber.decimal(query["radius_m"], in: 0...Maps.widestGate).map { Metres($0) },
            corners: PickerPart.corners(query["corners"]), isPlain: query["plain"] != nil,
            theme: theme, units: viewer.units, basemap: basemaps.basemap
        ).svg()
        // The URL contains the chosen place, so the image is not cached, like every personal page.
        let headers = Headers([("Content-Type", "image/svg+xml")])
        return context.finished(Response(headers: headers, body: .bytes(Array(image.utf8))))
    }

    /// The first next step that a feature suggests.
    private func nextStep(
        _ database: Reader, _ sources: [any HomePageSource], _ viewer: Viewer, _ now: Timestamp
    ) throws -> NextStepPart? {
        for source in sources {
            if let step = try source.nextStep(database, for: viewer, now) { return step }
        }
        return nil
    }

    /// The viewer's map. Only reads: drawing happens after the transaction.
    private func drawing(
        _ database: Reader, _ context: RequestContext, _ viewer: Viewer
    ) throws -> (drawing: MapDrawing, choices: MapChoices) {
        let offered = try layers(database, viewer)
        let choices = MapChoices(context.query, offered.compactMap { $0.filter }.sorted { $0.rank < $1.rank })
        let layers = offered.filter { choices.of($0.filter) != nil }
        let you = try positions.last(database, of: viewer.id, context.now)
        let start = try beginning(database, context.query, layers, viewer, you?.coordinate)
        let frame = try MapFrame(context.query, otherwise: start)
        let content = try layers.reduce(MapContent()) {
            try $0 + $1.content(database, viewer, frame.viewport, choices.of($1.filter) ?? [])
        }
        var drawing = MapDrawing(viewport: frame.viewport, pins: content.pins)
        drawing.crowds = content.crowds
        drawing.halos = content.halos
        drawing.regions = content.regions
        drawing.you = you.map { ($0.coordinate, $0.accuracy) }
        return (drawing, choices)
    }

    /// The view of a map whose address does not say one: what is near, or everything if the address asks for it.
    private func beginning(
        _ database: Reader, _ query: FormFields, _ layers: [MapLayer], _ viewer: Viewer, _ you: Coordinate?
    ) throws -> (centre: Coordinate, zoom: Double) {
        let first = basemaps.firstView
        let place = you ?? basemaps.startingPlace(site.settings)
        // Only the zoom may be missing.
        let isPlaced = query["lat"] != nil && query["view"] != "all"
        let things = isPlaced ? [] : try layers.flatMap { try $0.extent(database, viewer) }
        if query["view"] == "all", let all = MapFrame.everything(things) { return all }
        let view = you == nil ? first.of(things, near: place) : first.around(place, things)
        return (view.centre, view.zoom)
    }
}

extension Maps: PositionFormPage {
    func positionPage(
        _ context: RequestContext, _ viewer: Viewer, _ errors: ValidationErrors
    ) throws -> Response {
        try home(context, viewer, errors)
    }
}

extension Frame.Section {
    static let map = Frame.Section(path: SitePaths.home)
}
