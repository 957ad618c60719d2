import Atlas
import Foundation
import HTML
import Proximity

/// `GET /admin/basemaps`
struct BasemapAdminPage {
    let frame: Frame
    /// The address of the page's style sheet.
    let style: String
    /// What the maps cover; nil without any.
    let map: MapPart?
    let maps: [BasemapRowPart]
    let damaged: [BasemapDamagedPart]
    let progress: ProgressPart?
    /// What became of the last one that was loaded; "" for nothing to say.
    let outcome: String
    let hasFailed: Bool
    let place: FieldPart
    let side: SelectPart
    let edges: BasemapEdgesPart
    let offer: BasemapOfferPart?
    /// The message below the field for a file.
    let file: FieldErrorPart

    /// - Parameter place: where a rectangle is drawn first.
    init(
        frame: Frame, style: String, _ viewer: Viewer, basemaps: Basemaps, state: BasemapLoader.State,
        near place: Coordinate, draft: BasemapDraft, errors: ValidationErrors
    ) {
        (self.frame, self.style) = (frame, style)
        let files = basemaps.files
        maps = files.enumerated().map { index, file in
            let facts = BasemapRowPart.Facts(
                name: file.fileName, schema: file.schemaName, zooms: file.zooms,
                bytes: FileMark.size("\(basemaps.folder.path)/\(file.fileName)"), attribution: file.attribution,
                centre: file.bounds.centre)
            return BasemapRowPart(facts, isFirst: index == 0, theme: viewer.theme, basemaps: basemaps, csrf: frame.csrf)
        }
        damaged = basemaps.damaged.map { file in
            let bytes = FileMark.size("\(basemaps.folder.path)/\(file.name)")
            return BasemapDamagedPart(file, bytes: bytes, frame.csrf)
        }
        map = BasemapAdminPage.coverage(files.map { ($0.bounds, $0.name) }, for: viewer, basemaps: basemaps)
        (progress, outcome, hasFailed) = BasemapAdminPage.progress(state)
        edges = BasemapEdgesPart(draft, near: place, for: viewer, basemaps: basemaps, errors: errors)
        self.place = FieldPart(
            "place", label: "Place", value: draft.place, hint: "A town, or degrees like 60.17, 24.94.",
            autocomplete: "off",
            errors: errors)
        side = SelectPart(
            "km", label: "Size", choices: BasemapDraft.sides.map { ("\(Int($0))", "\(Int($0)) × \(Int($0)) km") },
            chosen: "\(Int(draft.side))")
        offer = draft.offer
        file = errors.part("file")
    }

    private static func progress(_ state: BasemapLoader.State) -> (ProgressPart?, String, Bool) {
        switch state {
        case .idle: return (nil, "", false)
        case .loading(let title, let done, let size):
            let percent = size > 0 ? Int(Double(done) / Double(size) * 100) : 0
            let amount = size > 0 ? "\(ByteFormatter.text(Int(done))) of \(ByteFormatter.text(Int(size)))" : "asking"
            return (ProgressPart(label: "\(title): \(amount)", percent: percent), "", false)
        case .making(let title, let done, let size):
            let amount = size > 0 ? "\(done) of \(size) tiles" : "reading the extract"
            return (ProgressPart(label: "\(title): \(amount)", percent: size > 0 ? 100 * done / size : 0), "", false)
        case .done(let title): return (nil, "\(title) is on the map.", false)
        case .failed(let title, let reason): return (nil, "\(title): \(reason).", true)
        }
    }

    /// A view of some areas with their names.
    static func coverage(
        _ areas: [(bounds: Bounds, name: String)], for viewer: Viewer, basemaps: Basemaps
    ) -> MapPart? {
        let areas = areas.filter { $0.bounds != .everywhere }
        let regions = areas.compactMap { area in
            corners(area.bounds).map { MapRegion(area: .polygon($0), colour: colour, name: area.name) }
        }
        let points = areas.flatMap { area in
            [(area.bounds.south, area.bounds.west), (area.bounds.north, area.bounds.east)].compactMap {
                Coordinate(latitude: $0.0, longitude: $0.1)
            }
        }
        guard !regions.isEmpty,
            let viewport = Viewport.fitting(points, width: 800, height: 240, maximumZoom: 13, padding: 28)
        else { return nil }
        return MapPart(regions, in: viewport, you: nil, for: viewer, basemaps: basemaps)
    }

    private static let colour = "#3a7d44"

    private static func corners(_ bounds: Bounds) -> Polygon? {
        let corners = [
            (bounds.south, bounds.west), (bounds.south, bounds.east), (bounds.north, bounds.east),
            (bounds.north, bounds.west),
        ]
        return Polygon(corners.compactMap { Coordinate(latitude: $0.0, longitude: $0.1) })
    }
}

/// A map in the list.
struct BasemapRowPart {
    let name: String
    /// "Protomaps, zoom 0 to 15, 38 MB"
    let detail: String
    let attribution: String
    /// The middle at three zooms.
    let previews: [PlacePicture]
    /// "" for the first.
    let raise: String
    let remove: String
    let csrf: TokenField

    /// What the list says of a map.
    struct Facts {
        let name: String
        let schema: String
        let zooms: ClosedRange<Int>
        let bytes: Int
        let attribution: String
        let centre: Coordinate
    }

    init(_ facts: Facts, isFirst: Bool, theme: ColourTheme, basemaps: Basemaps, csrf: TokenField) {
        name = facts.name
        let zooms = "zoom \(facts.zooms.lowerBound) to \(facts.zooms.upperBound)"
        detail = "\(facts.schema), \(zooms), \(ByteFormatter.text(facts.bytes))"
        attribution = facts.attribution
        previews = BasemapRowPart.zooms(facts.zooms).map {
            PlacePicture(facts.centre, zoom: $0, theme: theme, basemaps: basemaps, hasPin: false)
        }
        raise = isFirst ? "" : AdminPaths.raiseBasemap(name)
        remove = AdminPaths.removeBasemap(name)
        self.csrf = csrf
    }

    /// Far, near and close.
    private static func zooms(_ zooms: ClosedRange<Int>) -> [Double] {
        let closest = Double(min(16, max(zooms.upperBound + 1, 3)))
        return [closest - 5, closest - 2.5, closest].map { max(1, $0) }
    }
}

/// A file in the list that cannot be used as a map.
struct BasemapDamagedPart {
    let name: String
    /// "Damaged or unknown: it is cut off. 38 MB."
    let detail: String
    let remove: String
    let csrf: TokenField

    init(_ file: BasemapFolder.Damaged, bytes: Int, _ csrf: TokenField) {
        name = file.name
        detail = "Damaged or unknown: \(file.reason). \(ByteFormatter.text(bytes))."
        remove = AdminPaths.removeBasemap(file.name)
        self.csrf = csrf
    }
}

/// What a map of a region would be, with the button that gets it.
struct BasemapOfferPart {
    /// "Tampere, Finland: 24 × 24 km around 61.50, 23.76, zoom 0–15, about 38 MB"
    let summary: String
    let title: String
    let box: String
    /// Where it is.
    let map: MapPart?
    let csrf: TokenField

    init(summary: String, _ region: BasemapRegion, for viewer: Viewer, basemaps: Basemaps, csrf: TokenField) {
        (self.summary, self.csrf) = (summary, csrf)
        (title, box) = (region.title, region.text)
        let (box, name) = (region.box, region.title)
        map = Bounds(south: box.south, west: box.west, north: box.north, east: box.east).flatMap {
            BasemapAdminPage.coverage([($0, name)], for: viewer, basemaps: basemaps)
        }
    }
}
