import Atlas
import Proximity

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
                areas.flatMap { corners($0.bounds) }, width: shown.width, height: shown.height, maximumZoom: 13,
                padding: 48)
        else { return nil }
        let viewport = Viewport(centre: fit.centre, zoom: fit.zoom, width: 800, height: shown.height)
        let smallest = Metres(viewport.metresPerPixel * smallestRadius)
        let regions = areas.compactMap { region(of: $0.bounds, $0.name, smallest) }
        return MapPart(regions, in: viewport, you: nil, viewer, basemaps)
    }

    /// Pixels of a map that a phone shows.
    static let shown = (width: 320, height: 240)
    /// Pixels of the mark of an area that would not be seen.
    private static let smallestRadius = 6.0

    private static func region(of bounds: Bounds, _ name: String, _ smallest: Metres) -> MapRegion? {
        let corners = corners(bounds)
        guard let corner = corners.first, bounds.centre.distance(to: corner) > smallest else {
            return MapRegion(area: .circle(centre: bounds.centre, radius: smallest), colour: colour, name: name)
        }
        return Polygon(corners).map { MapRegion(area: .polygon($0), colour: colour, name: name) }
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
    /// None of what is being loaded.
    let buttons: [Button]
    let csrf: TokenField

    /// What can be done with something in the list.
    struct Button {
        let words: String
        /// For whoever does not see the row.
        let label: String
        let address: String

        init(_ words: String, _ label: String, _ address: String) {
            (self.words, self.label, self.address) = (words, label, address)
        }

        /// Takes a whole file off the map.
        init(removing name: String) { self.init("Remove", "Remove \(name)", AdminPaths.removeBasemap(name)) }
    }

    private init(_ name: String, _ detail: String, _ buttons: [Button], _ csrf: TokenField) {
        (self.name, self.detail, self.buttons, self.csrf) = (name, detail, buttons, csrf)
        (attribution, previews) = ("", [])
    }

    /// A file that cannot be used.
    init(unusable name: String, _ words: String, _ csrf: TokenField) {
        self.init(name, "Can’t be used: \(words).", [Button(removing: name)], csrf)
    }

    /// What is there of a map whose loading broke off.
    init(partial name: String, _ words: String, _ csrf: TokenField) {
        let detail = """
            Incomplete: \(words). Get the same place and size, or the rectangle that the audit log tells, and it goes on \
            while the server has the same file.
            """
        self.init(
            name, detail, [Button("Delete", "Delete the part of \(name)", AdminPaths.discardBasemap(name))], csrf)
    }

    /// What a browser has sent of a map or an extract.
    init(_ upload: BasemapUpload, _ words: String, _ csrf: TokenField) {
        let state = upload.isWhole ? "Sent, but not used yet" : "Incomplete: \(words)"
        let detail = "\(state). Choose the same file again, and it goes on."
        let label = "Delete what was sent of \(upload.name)"
        self.init(
            upload.name, detail, [Button("Delete", label, AdminPaths.discardBasemapUpload(upload.key))], csrf)
    }

    /// An extract of OpenStreetMap that has come.
    init(extract name: String, bytes: Int, _ csrf: TokenField) {
        let detail = "An extract of OpenStreetMap, \(ByteFormatter.text(bytes)), without a map yet"
        self.init(
            name, detail,
            [
                Button("Make its map", "Make the map of \(name)", AdminPaths.makeBasemap(name)),
                Button("Delete", "Delete \(name)", AdminPaths.discardBasemap(name)),
            ], csrf)
    }

    /// What another process loads.
    init(busy name: String, _ words: String, _ csrf: TokenField) {
        self.init(name, "Being loaded: \(words).", [], csrf)
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
        let up = isFirst ? [] : [Button("Up", "Move \(name) up", AdminPaths.raiseBasemap(name))]
        buttons = up + [Button(removing: name)]
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
