import Foundation
import Proximity

/// The data of one tile, and the area that its map covers.
public struct BasemapTile: Sendable {
    /// A vector tile (gzipped or not), or an image: PNG, JPEG, WebP.
    public let data: [UInt8]
    /// The area that the tile's map covers. Outside it, paper or the built-in world is drawn.
    public let bounds: Bounds

    public init(data: [UInt8], bounds: Bounds) {
        self.data = data
        self.bounds = bounds
    }

    /// The area that a tile shows; rows are counted from the north.
    public static func area(zoom: Int, x: Int, y: Int) -> Bounds {
        let count = exp2(Double(min(max(zoom, 0), 30)))
        let north = WebMercator.place(Point(x: 0, y: Double(y) / count)).latitude
        let south = WebMercator.place(Point(x: 0, y: (Double(y) + 1) / count)).latitude
        let west = min(180, max(-180, Double(x) / count * 360 - 180))
        let east = min(180, max(-180, (Double(x) + 1) / count * 360 - 180))
        return Bounds(south: south, west: west, north: north, east: east) ?? .everywhere
    }
}

/// A map of the ground, made of vector tiles in the OpenMapTiles schema or of images.
public struct Basemap: Sendable {
    /// The most detailed zoom that has tiles; closer views enlarge them.
    public let maximumZoom: Int
    private let world: World?
    private let tile: @Sendable (_ zoom: Int, _ x: Int, _ y: Int) throws -> BasemapTile?

    /// A map that reads its tiles through `tile`; rows are counted from the north. Where `tile` returns nil, a tile of
    /// a lower zoom is enlarged instead. Where the view shows whole countries, or there is no tile, `world` fills in.
    /// `tile` throws when a tile cannot be read; then nothing is drawn, because the image would be wrong without it.
    public init(
        tile: @escaping @Sendable (_ zoom: Int, _ x: Int, _ y: Int) throws -> BasemapTile?, maximumZoom: Int,
        world: World? = nil
    ) {
        self.world = world
        self.maximumZoom = min(max(maximumZoom, 0), 19)
        self.tile = tile
    }

    /// A map that covers the whole Earth and reads its tiles through `data`.
    public init(
        maximumZoom: Int, world: World? = nil,
        data: @escaping @Sendable (_ zoom: Int, _ x: Int, _ y: Int) throws -> [UInt8]?
    ) {
        self.init(
            tile: { zoom, x, y in try data(zoom, x, y).map { BasemapTile(data: $0, bounds: .everywhere) } },
            maximumZoom: maximumZoom, world: world)
    }

    /// A map without tiles: plain paper everywhere.
    public static let none = Basemap(maximumZoom: 0) { _, _, _ in nil }

    /// One tile of 512 pixels as a self-contained SVG document, because browsers show it as an image.
    ///
    /// - Returns: nil when there is no such tile: a zoom outside 0…19, or a column or row outside the world.
    /// - Throws: what reading a tile of the map throws.
    public func tile(zoom: Int, x: Int, y: Int, theme: Theme) throws -> String? {
        guard (0...19).contains(zoom), x >= 0, y >= 0, x < 1 << zoom, y < 1 << zoom else { return nil }
        let frame = Frame(zoom: Double(zoom), left: Double(x) * 512, top: Double(y) * 512, width: 512, height: 512)
        // Names are placed once for a block of four tiles, so that the halves of a name on two tiles meet.
        let isBlock = zoom > 0
        let block = Frame(
            zoom: Double(zoom), left: Double(isBlock ? x & ~1 : x) * 512, top: Double(isBlock ? y & ~1 : y) * 512,
            width: isBlock ? 1_024 : 512, height: isBlock ? 1_024 : 512)
        var svg = SVGText()
        svg.add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"512\" height=\"512\" viewBox=\"0 0 512 512\">")
        svg.add(try markup(frame, labels: block, theme))
        svg.add("</svg>")
        return svg.text
    }

    /// The names in a tile; nil when the map has no such tile or it is an image.
    ///
    /// - Throws: what reading the tile throws.
    public func names(zoom: Int, x: Int, y: Int) throws -> TileNames? {
        guard case .vector(let found) = try tile(zoom, x, y).flatMap({ TileSources.content($0.data) }) else {
            return nil
        }
        return TileNames(found, zoom: zoom, x: x, y: y)
    }

    /// The ground of a viewport, as content of an SVG.
    func markup(_ viewport: Viewport, _ theme: Theme) throws -> String {
        let frame = Frame(viewport)
        return try markup(frame, labels: frame, theme)
    }

    private func markup(_ frame: Frame, labels block: Frame, _ theme: Theme) throws -> String {
        let isFar = frame.zoom < World.closestZoom && world != nil
        let sources = try TileSources(maximumZoom: maximumZoom, tile: tile).under(block).filter { source in
            // On a map without water, the land of the basemap would cover the seas of the built-in world.
            !isFar || source.vector.map { $0.layers["water"] != nil } ?? true
        }
        let drawn = sources.filter { $0.overlaps(frame) }
        var text =
            isFar ? world?.markup(frame, theme) ?? "" : Paper(frame: frame, theme: theme).markup(hasLabels: false)
        if !drawn.isEmpty { text += GroundDrawing(frame: frame, theme: theme).markup(drawn) }
        // Also where the frame itself has no map: a neighbour's name may extend into it.
        let covered = sources.map { $0.area(block, margin: 0) }
        let far = (world?.labels(block) ?? []).filter { label in !covered.contains { $0.contains(label.path[0]) } }
        let placed = LabelPlacement.place(far + Labels.candidates(sources, in: block), in: block)
        return text + LabelDrawing(frame: frame, block: block, theme: theme).markup(placed)
    }
}
