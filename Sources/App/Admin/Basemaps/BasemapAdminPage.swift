import Atlas
import Proximity

/// `GET /admin/basemaps`
struct BasemapAdminPage {
    let frame: Frame
    /// The address of the page's style sheet.
    let style: String
    let state: BasemapStatePart
    let list: BasemapListPart
    /// Whom the server asks for a map.
    let source: String
    let place: FieldPart
    let side: SelectPart
    let offer: BasemapOfferPart?
    /// The message below the field for a file.
    let file: FieldErrorPart

    /// - Parameter origin: the server of maps that the host named; nil for that of Protomaps.
    init(
        _ frame: Frame, style: String, _ state: BasemapStatePart, _ list: BasemapListPart, from origin: String?,
        _ draft: BasemapDraft, _ errors: ValidationErrors
    ) {
        (self.frame, self.style, self.state, self.list) = (frame, style, state, list)
        source =
            origin.map {
                "Out of the archive at \($0). Your server asks there when you press the button, and at no other time."
            }
                ?? """
                Out of OpenStreetMap, made by Protomaps. Your server asks theirs when you press the button, and at no other time.
                """
        place = FieldPart(
            "place", "Place", value: draft.place, hint: "A town, or degrees like 60.17, 24.94.", autocomplete: "off",
            errors)
        side = SelectPart(
            "km", "Size", BasemapDraft.sides.map { ("\(Int($0))", "\(Int($0)) × \(Int($0)) km") },
            chosen: "\(Int(draft.side))")
        offer = draft.offer
        file = errors.part("file")
    }
}

/// The map that is being loaded, or what became of the last one.
struct BasemapStatePart {
    /// How far it is; nil when nothing is loaded.
    var progress: ProgressPart?
    /// "" for nothing to say.
    var outcome = ""
    /// Goes on with what was stopped or has failed; nil for nothing.
    var again: BasemapOfferPart?
    var hasFailed = false
    /// Whether a page has asked for this part alone: its list is older than what is told here.
    let isAsked: Bool
    let csrf: TokenField

    /// The id of what pages ask for again and again.
    private static let id = "basemap-now"

    /// Whether a page asks how far it is. Scripts say which element they want to replace.
    static func isAsked(by context: RequestContext) -> Bool { context.request.head.headers["hx-target"] == id }

    init(_ state: BasemapLoader.State, _ csrf: TokenField, isAsked: Bool) {
        (self.csrf, self.isAsked) = (csrf, isAsked)
        switch state {
        case .idle: return
        case .loading(let region, let done, let size):
            let percent = size > 0 ? Int(Double(done) / Double(size) * 100) : 0
            let amount = size > 0 ? "\(ByteFormatter.text(Int(done))) of \(ByteFormatter.text(Int(size)))" : "asking"
            progress = ProgressPart(label: "\(region.title): \(amount)", percent: percent)
        case .loaded(let region, _): outcome = "\(region.title) is on the map."
        case .stopped(let region, _):
            outcome = "\(region.title): stopped. It can go on where it ended."
            again = BasemapOfferPart("", region, csrf)
        case .failed(let region, let reason, _):
            outcome = "\(region.title): \(reason)."
            again = BasemapOfferPart("", region, csrf)
            hasFailed = true
        }
    }
}

/// The maps of the site.
struct BasemapListPart {
    /// What they cover; nil without any.
    let map: MapPart?
    let maps: [BasemapRowPart]
    /// Files that are no maps, or not yet.
    let others: [BasemapRowPart]

    /// - Parameter start: where the site's map begins; maps that have it are shown there.
    init(
        _ facts: [BasemapFacts], others: [BasemapRowPart], around start: Coordinate, _ viewer: Viewer,
        _ basemaps: Basemaps, _ words: RelativeTimeFormatter, _ csrf: TokenField
    ) {
        map = BasemapListPart.coverage(facts.map { ($0.bounds, $0.name) }, viewer, basemaps)
        maps = facts.enumerated().map { index, facts in
            let place = facts.bounds.contains(start) ? start : facts.bounds.centre
            return BasemapRowPart(facts, around: place, isFirst: index == 0, viewer, basemaps, words, csrf)
        }
        self.others = others
    }

    private static let colour = "#3a7d44"

    /// A view of some areas with their names.
    static func coverage(
        _ areas: [(bounds: Bounds, name: String)], _ viewer: Viewer, _ basemaps: Basemaps
    ) -> MapPart? {
        // A map that does not say what it covers covers nothing that could be drawn.
        let areas = areas.filter { $0.bounds != .everywhere }
        guard
            let fit = Viewport.fitting(
                areas.flatMap { corners($0.bounds) }, width: shown, height: height, maximumZoom: 13, padding: 48)
        else { return nil }
        let viewport = Viewport(centre: fit.centre, zoom: fit.zoom, width: 800, height: height)
        let smallest = Metres(viewport.metresPerPixel * smallestRadius)
        let regions = areas.compactMap { area in
            shape(area.bounds, smallest).map { MapRegion(area: $0, colour: colour, name: area.name) }
        }
        return MapPart(regions, in: viewport, you: nil, viewer, basemaps)
    }

    /// Pixels of a map that a phone shows, and its height.
    private static let (shown, height) = (320, 240)
    /// Pixels of the mark of an area that would not be seen.
    private static let smallestRadius = 6.0

    private static func shape(_ bounds: Bounds, _ smallest: Metres) -> Fence.Area? {
        let corners = corners(bounds)
        guard let corner = corners.first, bounds.centre.distance(to: corner) > smallest else {
            return .circle(centre: bounds.centre, radius: smallest)
        }
        return Polygon(corners).map { .polygon($0) }
    }

    static func corners(_ bounds: Bounds) -> [Coordinate] {
        [
            (bounds.south, bounds.west), (bounds.south, bounds.east), (bounds.north, bounds.east),
            (bounds.north, bounds.west),
        ].compactMap { Coordinate(latitude: $0.0, longitude: $0.1) }
    }
}

/// What is said of a map.
struct BasemapFacts {
    let name: String
    /// "Protomaps"; "Images"
    let kind: String
    let zooms: ClosedRange<Int>
    let bytes: Int
    /// When its file was written.
    let written: Timestamp?
    let attribution: String
    let bounds: Bounds
}

extension BasemapFacts {
    init(_ file: BasemapFile, in folder: BasemapFolder) {
        let path = "\(folder.path)/\(file.name)"
        self.init(
            name: file.name, kind: file.schema?.name ?? "Images", zooms: file.zooms, bytes: FileMark.size(path),
            written: FileMark.time(path), attribution: file.attribution, bounds: file.bounds)
    }
}

/// A map in the list, or a file that is none, or not yet.
struct BasemapRowPart {
    let name: String
    /// "Protomaps, zoom 0 to 15, 38 MB, 21 November", "Can’t be used: it is cut off."
    let detail: String
    let attribution: String
    /// From afar, nearer and close; none of what is no map.
    let previews: [PlacePicture]
    /// Where it is moved up; "" for the first map and what is none.
    let raise: String
    /// Where it is removed, and what is said of that; "" for what is being loaded.
    let (remove, removal): (String, String)
    /// The first word of that: "Remove", "Delete".
    var verb: String { removal.prefix { $0 != " " }.description }
    let csrf: TokenField

    private init(_ name: String, _ detail: String, _ remove: String, _ removal: String, _ csrf: TokenField) {
        (self.name, self.detail, self.remove, self.removal, self.csrf) = (name, detail, remove, removal, csrf)
        (attribution, previews, raise) = ("", [], "")
    }

    /// A file that cannot be used.
    init(unusable name: String, _ words: String, _ csrf: TokenField) {
        self.init(name, "Can’t be used: \(words).", AdminPaths.removeBasemap(name), "Remove \(name)", csrf)
    }

    /// What is there of a map whose loading broke off.
    init(partial name: String, _ words: String, _ csrf: TokenField) {
        let detail =
            "Incomplete: \(words). Get the same place and size, and it goes on while the server has the same file."
        self.init(name, detail, AdminPaths.discardBasemap(name), "Delete the part of \(name)", csrf)
    }

    /// What another process loads.
    init(busy name: String, _ words: String, _ csrf: TokenField) {
        self.init(name, "Being loaded: \(words).", "", "", csrf)
    }

    /// - Parameter place: in the middle of the pictures.
    init(
        _ facts: BasemapFacts, around place: Coordinate, isFirst: Bool, _ viewer: Viewer, _ basemaps: Basemaps,
        _ words: RelativeTimeFormatter, _ csrf: TokenField
    ) {
        name = facts.name
        let zooms = "zoom \(facts.zooms.lowerBound) to \(facts.zooms.upperBound)"
        detail = [facts.kind, zooms, ByteFormatter.text(facts.bytes), facts.written.map { words.date($0) }]
            .compactMap { $0 }.joined(separator: ", ")
        attribution = facts.attribution
        previews = BasemapRowPart.zooms(facts).map {
            PlacePicture(place, zoom: $0, hasPin: false, viewer.theme, basemaps)
        }
        raise = isFirst ? "" : AdminPaths.raiseBasemap(name)
        (remove, removal) = (AdminPaths.removeBasemap(name), "Remove \(name)")
        self.csrf = csrf
    }

    /// The least that is seen of a picture, in pixels, and the closest zoom.
    private static let (side, closest) = (100, 16.0)

    /// Views farther away show the built-in world.
    private static let farthest = 10.0

    /// From all of a map to its houses.
    private static func zooms(_ facts: BasemapFacts) -> [Double] {
        let whole = Viewport.fitting(
            BasemapListPart.corners(facts.bounds), width: side, height: side, maximumZoom: closest, padding: 0)
        let far = min(max(whole?.zoom ?? 0, farthest), closest - 2)
        let near = max(far + 2, min(closest, Double(facts.zooms.upperBound) + 1))
        return [far, (far + near) / 2, near]
    }
}

/// What a map of a region would be, with the button that gets it.
struct BasemapOfferPart {
    /// "Tampere, Finland: 24 × 24 km around 61.50, 23.76, zoom 0–15, about 38 MB"
    let summary: String
    let title: String
    let box: String
    /// Where it is; nil for an offer that was seen already.
    var map: MapPart?
    let csrf: TokenField

    init(_ summary: String, _ region: BasemapRegion, map: MapPart? = nil, _ csrf: TokenField) {
        (self.summary, self.map, self.csrf) = (summary, map, csrf)
        (title, box) = (region.title, region.text)
    }
}
