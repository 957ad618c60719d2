import Foundation
import Proximity

/// The data of one tile, and the area that its map covers.
public struct BasemapTile: Sendable {
    /// A vector tile (as it is, or packed with gzip or zlib), or an image: PNG, JPEG, WebP.
    public let data: [UInt8]
    /// The area that the tile's map covers. Outside it, the next map, paper or the built-in world is drawn.
    public let bounds: Bounds

    /// Bytes of a tile, packed or not: the largest seen in practice are under 4 MiB.
    static let maxBytes = 16 << 20
    /// In whose words a vector tile says what its features are.
    public let schema: TileSchema

    public init(data: [UInt8], bounds: Bounds, schema: TileSchema = .openMapTiles) {
        (self.data, self.bounds, self.schema) = (data, bounds, schema)
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

    /// Whether a map of these bounds hides all other maps on a tile: it extends so far beyond every edge that it does
    /// not fade on the tile.
    public static func fills(_ bounds: Bounds, zoom: Int, x: Int, y: Int) -> Bool {
        let count = exp2(Double(min(max(zoom, 0), 30)))
        let cover = TileSources.cover(bounds, 512 * count)
        let (left, top) = (Double(x) * 512, Double(y) * 512)
        let tile = Clipping(left: left, top: top, right: left + 512, bottom: top + 512)
        return MapEdge(cover: cover).isClear(of: tile)
    }
}

/// A map of the ground, made of vector tiles or of images.
public struct Basemap: Sendable {
    /// The most detailed zoom that has tiles; closer views enlarge them.
    public let maximumZoom: Int
    private let world: World?
    /// The areas whose places the maps name themselves.
    private let areas: [Bounds]
    private let tiles: @Sendable (_ zoom: Int, _ x: Int, _ y: Int) throws -> [BasemapTile]

    /// A map that reads its tiles through `tiles`, the most detailed map's first; rows are counted from the north.
    /// Where it returns none, a tile of a lower zoom is enlarged instead. Where the view shows whole countries, or
    /// there is no tile, `world` fills in. `tiles` throws when a tile cannot be read; then nothing is drawn, because
    /// the image would be wrong without it.
    ///
    /// - Parameter areas: what the maps cover. Close views have no names of the built-in world there.
    public init(
        tiles: @escaping @Sendable (_ zoom: Int, _ x: Int, _ y: Int) throws -> [BasemapTile], maximumZoom: Int,
        world: World? = nil, areas: [Bounds] = []
    ) {
        self.world = world
        self.areas = areas
        self.maximumZoom = min(max(maximumZoom, 0), 19)
        self.tiles = tiles
    }

    /// A map that covers the whole Earth and reads its tiles through `data`.
    public init(
        maximumZoom: Int, world: World? = nil,
        data: @escaping @Sendable (_ zoom: Int, _ x: Int, _ y: Int) throws -> [UInt8]?
    ) {
        self.init(
            tiles: { zoom, x, y in try data(zoom, x, y).map { [BasemapTile(data: $0, bounds: .everywhere)] } ?? [] },
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

    /// The names in a tile; nil when no map has such a tile or it is an image.
    ///
    /// - Throws: what reading the tile throws.
    public func names(zoom: Int, x: Int, y: Int) throws -> TileNames? {
        try vector(zoom, x, y).map { TileNames($0, zoom: zoom, x: x, y: y) }
    }

    /// Everything in a tile that can be searched for; nil when no map has such a tile or it is an image.
    ///
    /// - Throws: what reading the tile throws.
    public func namedPlaces(zoom: Int, x: Int, y: Int) throws -> [NamedPlace]? {
        try vector(zoom, x, y).map { TilePlaces($0, zoom: zoom, x: x, y: y).places }
    }

    /// The content of a tile, of a map that covers all of it if there is one.
    private func vector(_ zoom: Int, _ x: Int, _ y: Int) throws -> VectorTile? {
        let known = try tiles(zoom, x, y)
        let area = BasemapTile.area(zoom: zoom, x: x, y: y)
        guard let best = known.first(where: { $0.bounds.covers(area) }) ?? known.first,
            case .vector(let found) = TileSources.content(best)
        else { return nil }
        return found
    }

    /// The ground of a viewport, as content of an SVG.
    func markup(_ viewport: Viewport, _ theme: Theme) throws -> String {
        let frame = Frame(viewport)
        return try markup(frame, labels: frame, theme)
    }

    private func markup(_ frame: Frame, labels block: Frame, _ theme: Theme) throws -> String {
        let isFar = frame.zoom < World.closestZoom && world != nil
        let sources = try TileSources(maximumZoom: maximumZoom, tiles: tiles).under(block).filter { source in
            !isFar || Basemap.isKnown(source)
        }
        let background = isFar ? world?.markup(frame, theme) : nil
        let ground = GroundDrawing(frame: frame, theme: theme).markup(sources.filter { $0.overlaps(frame) })
        // Also where the frame itself has no map: a neighbour's name may extend into it.
        let names = worldNames(sources, in: block, isFar: isFar) + Labels.candidates(sources, in: block)
        let placed = LabelPlacement.place(names, in: block)
        return (background ?? Paper(frame: frame, theme: theme).markup(hasLabels: false)) + ground
            + LabelDrawing(frame: frame, block: block, theme: theme).markup(placed)
    }

    /// Whether a map is drawn over the built-in world. One without water would cover its seas with land, and a small one
    /// would be a stamp on it.
    private static func isKnown(_ source: TileSource) -> Bool {
        let side = source.cover.map { min($0.right - $0.left, $0.bottom - $0.top) } ?? leastSide
        return side >= leastSide && source.vector.map { $0.layers["water"] != nil } ?? true
    }

    /// Pixels.
    private static let leastSide = 160.0

    /// The names of the built-in world, without the towns that a map names: every place has one name. The two put a
    /// town at slightly different points, so close views leave out the names round the map too.
    private func worldNames(_ sources: [TileSource], in block: Frame, isFar: Bool) -> [Label] {
        let known =
            isFar
            ? []
            : areas.map {
                TileSources.cover($0, block.worldSize).moved(-block.left, -block.top)
                    .widened(Basemap.sameTown * block.worldSize)
            }
        let covered = sources.map { $0.area(block, margin: 0) } + known
        return (world?.labels(block) ?? []).filter { label in
            label.kind == .country || !covered.contains { $0.contains(label.path[0]) }
        }
    }

    /// How far apart two maps may put a town, as a part of the world's width: a kilometre in Helsinki.
    private static let sameTown = 0.000_05
}

extension Bounds {
    /// Whether the box contains all of another that does not cross the antimeridian.
    public func covers(_ other: Bounds) -> Bool {
        south <= other.south && north >= other.north
            && stretches.contains { $0.lowerBound <= other.west && $0.upperBound >= other.east }
    }
}
