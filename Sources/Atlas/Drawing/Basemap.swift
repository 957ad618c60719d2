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
        // From far away a map of one town would paint its country over: only maps that know water are laid on the world.
        let blockSources = sources(block).filter { !isFar || $0.tile.layers["water"] != nil }
        let drawn = blockSources.filter { $0.overlaps(frame) }
        var text =
            isFar ? world?.markup(frame, theme) ?? "" : Paper(frame: frame, theme: theme).markup(hasLabels: false)
        if !drawn.isEmpty { text += GroundDrawing(frame: frame, theme: theme).markup(drawn) }
        // Also where the frame itself has no map: a neighbour's name may reach into it.
        let cities = blockSources.isEmpty ? world?.labels(block) ?? [] : []
        let placed = LabelPlacement.place(cities + Labels.candidates(blockSources, in: block), in: block)
        return text + LabelDrawing(frame: frame, block: block, theme: theme).markup(placed)
    }

    /// The tiles under a frame, opened. Damaged ones are left out.
    private func sources(_ frame: Frame) -> [TileSource] {
        let zoom = min(maximumZoom, Int(frame.zoom))
        let count = 1 << zoom
        let size = frame.worldSize / Double(count)
        let columns =
            Int((frame.left / size).rounded(.down))...Int(((frame.left + frame.width - 1e-6) / size).rounded(.down))
        let rows =
            Int((frame.top / size).rounded(.down))...Int(((frame.top + frame.height - 1e-6) / size).rounded(.down))
        // A world narrower than the frame is drawn once.
        return rows.filter { (0..<count).contains($0) }.flatMap { row in
            columns.prefix(count).compactMap { column in
                let wrapped = (column % count + count) % count
                return data(zoom, wrapped, row).flatMap { VectorTile($0) }.map {
                    TileSource(
                        tile: $0, left: Double(column) * size - frame.left, top: Double(row) * size - frame.top,
                        size: size, origin: Point(x: frame.left, y: frame.top))
                }
            }
        }
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

/// An opened tile and where it lies in the frame that it was fetched for.
struct TileSource {
    let tile: VectorTile
    /// Pixels from the left and the top of the frame whose corner is `origin`, and its side.
    let left: Double
    let top: Double
    let size: Double
    let origin: Point

    /// Whether any of it is in a frame.
    func overlaps(_ frame: Frame) -> Bool {
        let (x, y) = corner(frame)
        return x < frame.width && x + size > 0 && y < frame.height && y + size > 0
    }

    /// Where the tile's corner lies in a frame.
    func corner(_ frame: Frame) -> (x: Double, y: Double) {
        (left + origin.x - frame.left, top + origin.y - frame.top)
    }

    /// The points of a feature in a frame's pixels.
    func geometry(_ feature: VectorTile.Feature, _ layer: VectorTile.Layer, _ frame: Frame) -> [[Point]] {
        let scale = size / Double(layer.extent)
        let (x, y) = corner(frame)
        return tile.geometry(feature).map { part in part.map { Point(x: x + $0.x * scale, y: y + $0.y * scale) } }
    }
}
