import Proximity

/// A map of the ground out of vector tiles in the OpenMapTiles schema.
public struct Basemap: Sendable {
    /// The most detailed zoom that has tiles; closer views enlarge them.
    public let maximumZoom: Int
    private let world: World?
    private let data: @Sendable (_ zoom: Int, _ x: Int, _ y: Int) -> [UInt8]?

    /// A map whose tiles `data` gives: packed or not, rows counted from the north; nil where there is none. Where it shows
    /// whole lands, or nothing, `world` fills in.
    public init(
        maximumZoom: Int, world: World? = nil, data: @escaping @Sendable (_ zoom: Int, _ x: Int, _ y: Int) -> [UInt8]?
    ) {
        self.world = world
        self.maximumZoom = min(max(maximumZoom, 0), 19)
        self.data = data
    }

    /// A map of nothing: plain paper everywhere.
    public static let none = Basemap(maximumZoom: 0) { _, _, _ in nil }

    /// One tile of 512 pixels as an SVG document that needs nothing else: it is shown as an image.
    ///
    /// - Returns: nil when there is no such tile: a zoom outside 0…19, or a column or row outside the world.
    public func tile(zoom: Int, x: Int, y: Int, theme: Theme) -> String? {
        guard (0...19).contains(zoom), x >= 0, y >= 0, x < 1 << zoom, y < 1 << zoom else { return nil }
        let frame = Frame(zoom: Double(zoom), left: Double(x) * 512, top: Double(y) * 512, width: 512, height: 512)
        // Names are placed once for a block of four tiles, so that the halves of a name on two tiles meet.
        let isBlock = zoom > 0
        let block = Frame(
            zoom: Double(zoom), left: Double(isBlock ? x & ~1 : x) * 512, top: Double(isBlock ? y & ~1 : y) * 512,
            width: isBlock ? 1_024 : 512, height: isBlock ? 1_024 : 512)
        var svg = SVGText()
        svg.add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"512\" height=\"512\" viewBox=\"0 0 512 512\">")
        svg.add(markup(frame, labels: block, theme))
        svg.add("</svg>")
        return svg.text
    }

    /// The ground of a viewport, as content of an SVG.
    func markup(_ viewport: Viewport, _ theme: Theme) -> String {
        let frame = Frame(viewport)
        return markup(frame, labels: frame, theme)
    }

    private func markup(_ frame: Frame, labels block: Frame, _ theme: Theme) -> String {
        let isFar = frame.zoom < World.closestZoom && world != nil
        let tiles = sources(block)
        // From far away a map of one town would paint its country over: only maps that know water are laid on the world.
        let vectors = tiles.compactMap { $0.vector }.filter { !isFar || $0.tile.layers["water"] != nil }
        let drawn = vectors.filter { $0.place.overlaps(frame) }
        var text =
            isFar ? world?.markup(frame, theme) ?? "" : Paper(frame: frame, theme: theme).markup(hasLabels: false)
        for tile in tiles where tile.place.overlaps(frame) { text += tile.picture?.markup(tile.place, frame) ?? "" }
        if !drawn.isEmpty { text += GroundDrawing(frame: frame, theme: theme).markup(drawn) }
        // Also where the frame itself has no map: a neighbour's name may reach into it.
        let cities = tiles.isEmpty || isFar && vectors.isEmpty ? world?.labels(block) ?? [] : []
        let placed = LabelPlacement.place(cities + Labels.candidates(vectors, in: block), in: block)
        return text + LabelDrawing(frame: frame, block: block, theme: theme).markup(placed)
    }

    /// The tiles under a frame, opened. Damaged ones are left out.
    private func sources(_ frame: Frame) -> [Source] {
        let zoom = min(maximumZoom, Int(frame.zoom))
        let count = 1 << zoom
        let size = frame.worldSize / Double(count)
        func tiles(_ start: Double, _ length: Double) -> ClosedRange<Int> {
            Int((start / size).rounded(.down))...Int(((start + length - 1e-6) / size).rounded(.down))
        }
        // A world narrower than the frame is drawn once.
        let columns = tiles(frame.left, frame.width).prefix(count)
        return tiles(frame.top, frame.height).filter { (0..<count).contains($0) }.flatMap { row in
            columns.compactMap { column in
                data(zoom, (column % count + count) % count, row).flatMap {
                    Source($0, TilePlace(left: Double(column) * size, top: Double(row) * size, size: size))
                }
            }
        }
    }
}

/// A tile as it was given: something to draw, or a picture.
private struct Source {
    let place: TilePlace
    let picture: RasterTile?
    let vector: TileSource?

    init?(_ data: [UInt8], _ place: TilePlace) {
        self.place = place
        picture = RasterTile(data)
        vector = picture == nil ? VectorTile(data).map { TileSource(tile: $0, place: place) } : nil
        if picture == nil && vector == nil { return nil }
    }
}

/// A piece of the world's plane: pixels at a zoom, from 180° west and 85° north.
struct Frame {
    let zoom: Double
    let left: Double
    let top: Double
    let width: Double
    let height: Double

    init(zoom: Double, left: Double, top: Double, width: Double, height: Double) {
        self.zoom = zoom
        self.left = left
        self.top = top
        self.width = width
        self.height = height
    }

    init(_ viewport: Viewport) {
        let middle = WebMercator.project(viewport.centre)
        self.init(
            zoom: viewport.zoom, left: middle.x * viewport.worldSize - Double(viewport.width) / 2,
            top: middle.y * viewport.worldSize - Double(viewport.height) / 2, width: Double(viewport.width),
            height: Double(viewport.height))
    }

    /// The width of the whole world.
    var worldSize: Double { Viewport.worldSize(zoom) }
}

/// Where a tile lies on the world's plane, and its side: pixels at the zoom of the frame that it is drawn for.
struct TilePlace {
    let left: Double
    let top: Double
    let size: Double

    /// Whether any of it is in a frame.
    func overlaps(_ frame: Frame) -> Bool {
        let (x, y) = corner(frame)
        return x < frame.width && x + size > 0 && y < frame.height && y + size > 0
    }

    /// Where its corner lies in a frame.
    func corner(_ frame: Frame) -> (x: Double, y: Double) { (left - frame.left, top - frame.top) }
}

/// An opened tile and where it lies.
struct TileSource {
    let tile: VectorTile
    let place: TilePlace

    /// The points of a feature in a frame's pixels.
    func geometry(_ feature: VectorTile.Feature, _ layer: VectorTile.Layer, _ frame: Frame) -> [[Point]] {
        let scale = place.size / Double(layer.extent)
        let (x, y) = place.corner(frame)
        return tile.geometry(feature).map { part in part.map { Point(x: x + $0.x * scale, y: y + $0.y * scale) } }
    }
}
