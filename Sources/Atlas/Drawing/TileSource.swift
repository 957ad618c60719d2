import Proximity

/// A parsed tile and its position: pixels of the projected world at the frame's zoom, from 180° west and 85° north.
struct TileSource {
    enum Content {
        case vector(VectorTile)
        case picture(RasterTile)
    }

    let content: Content
    /// The tile's corner and side.
    let left, top, size: Double
    /// The part of the tile to draw: all of it, or a part when it replaces a missing tile of a higher zoom.
    let window: Clipping
    /// The area that its map covers; nil for a tile outside the area that its map states.
    let cover: Clipping?
    /// How many more detailed maps lie over this one.
    var depth = 0

    var vector: VectorTile? {
        if case .vector(let tile) = content { tile } else { nil }
    }

    /// Whether the tile overlaps a frame.
    func overlaps(_ frame: Frame) -> Bool {
        let area = area(frame, margin: 0)
        return area.left < frame.width && area.right > 0 && area.top < frame.height && area.bottom > 0
    }

    /// The drawn area in the frame's pixels: the window and `margin` pixels around it, within the area that the map
    /// covers.
    func area(_ frame: Frame, margin: Double) -> Clipping {
        let wide = window.moved(-frame.left, -frame.top).widened(margin)
        return cover.map { wide.intersection($0.moved(-frame.left, -frame.top)) } ?? wide
    }

    /// Pixels; more than the margin of anything drawn beyond a frame.
    private static let reach = 128.0

    /// Whether any of a feature can be visible in a frame. Close views show a small part of a tile: features elsewhere
    /// are skipped without being decoded.
    func mayShow(_ feature: VectorTile.Feature, _ layer: VectorTile.Layer, in frame: Frame) -> Bool {
        guard let bounds = vector?.bounds(feature) else { return false }
        let scale = size / Double(layer.extent)
        let (x, y) = (left - frame.left, top - frame.top)
        return x + bounds.left * scale <= frame.width + TileSource.reach
            && x + bounds.right * scale >= -TileSource.reach
            && y + bounds.top * scale <= frame.height + TileSource.reach
            && y + bounds.bottom * scale >= -TileSource.reach
    }

    /// The points of a feature in a frame's pixels.
    func geometry(_ feature: VectorTile.Feature, _ layer: VectorTile.Layer, _ frame: Frame) -> [[Point]] {
        guard let vector else { return [] }
        let scale = size / Double(layer.extent)
        let (x, y) = (left - frame.left, top - frame.top)
        return vector.geometry(feature).map { part in part.map { Point(x: x + $0.x * scale, y: y + $0.y * scale) } }
    }
}

/// Finds the tiles under a frame.
struct TileSources {
    let maximumZoom: Int
    let tiles: (_ zoom: Int, _ x: Int, _ y: Int) throws -> [BasemapTile]

    /// How many zooms up to look for a tile that replaces a missing one.
    private static let maxZoomsUp = 8

    private struct Key: Hashable {
        let zoom, x, y: Int
    }

    /// A tile that is parsed when it is first drawn.
    private final class Opened {
        let tile: BasemapTile
        lazy var content = TileSources.content(tile)

        init(_ tile: BasemapTile) { self.tile = tile }
    }

    /// The parsed tiles under a frame; damaged ones are left out. Where the most detailed map ends or fades, the maps
    /// under it follow.
    ///
    /// - Throws: what reading a tile throws. A tile that cannot be read does not count as missing.
    func under(_ frame: Frame) throws -> [TileSource] {
        let zoom = min(maximumZoom, Int(frame.zoom))
        let count = 1 << zoom
        let size = frame.worldSize / Double(count)
        let (firstColumn, firstRow) = ((frame.left / size).rounded(.down), (frame.top / size).rounded(.down))
        let columns = Int(firstColumn)...Int(((frame.left + frame.width - 1e-6) / size).rounded(.down))
        let rows = Int(firstRow)...Int(((frame.top + frame.height - 1e-6) / size).rounded(.down))
        var opened: [Key: [Opened]] = [:]
        // A world narrower than the frame is drawn once.
        return try rows.filter { (0..<count).contains($0) }.flatMap { row in
            try columns.prefix(count).flatMap { column in
                try stack(zoom, column, row, size, &opened)
            }
        }
    }

    /// The tiles of one place, or the parts of tiles of lower zooms that cover it, the most detailed map's first.
    private func stack(
        _ zoom: Int, _ column: Int, _ row: Int, _ size: Double, _ opened: inout [Key: [Opened]]
    ) throws -> [TileSource] {
        let count = 1 << zoom
        let wrapped = (column % count + count) % count
        let (left, top) = (Double(column) * size, Double(row) * size)
        let window = Clipping(left: left, top: top, right: left + size, bottom: top + size)
        // The frame may extend beyond the date line: move the covered area along with the column.
        let shift = Double(column - wrapped) * size
        var stack: [TileSource] = []
        var seen: Set<Bounds> = []
        for up in 0...min(zoom, TileSources.maxZoomsUp) {
            let key = Key(zoom: zoom - up, x: wrapped >> up, y: row >> up)
            let side = size * Double(1 << up)
            for found in try open(key, &opened) where !seen.contains(found.tile.bounds) {
                let cover = TileSources.cover(found.tile.bounds, Double(count) * size).moved(shift, 0)
                guard cover.overlaps(window), let content = found.content else { continue }
                seen.insert(found.tile.bounds)
                stack.append(
                    TileSource(
                        content: content, left: Double(wrapped >> up) * side + shift, top: Double(row >> up) * side,
                        size: side, window: window, cover: cover, depth: stack.count))
                if MapEdge(cover: cover).isClear(of: window) { return stack }
            }
        }
        guard stack.isEmpty else { return stack }
        // A map may hold a tile outside its own bounds; but a tile of a lower zoom is not used there.
        let stray = try open(Key(zoom: zoom, x: wrapped, y: row), &opened).lazy.compactMap { $0.content }.first
        return stray.map {
            [TileSource(content: $0, left: left, top: top, size: size, window: window, cover: nil)]
        } ?? []
    }

    private func open(_ key: Key, _ opened: inout [Key: [Opened]]) throws -> [Opened] {
        if let known = opened[key] { return known }
        let found = try tiles(key.zoom, key.x, key.y).map { Opened($0) }
        opened[key] = found
        return found
    }

    /// The parsed content of a tile; nil when it is damaged.
    static func content(_ tile: BasemapTile) -> TileSource.Content? {
        if let picture = RasterTile(tile.data) { return .picture(picture) }
        return VectorTile(tile.data, schema: tile.schema).map { .vector($0) }
    }

    /// The rectangle of `bounds` in a world of this size; the whole world when they cross the date line. At the ends of
    /// the world it goes on, because a map of the whole world has no edge there.
    static func cover(_ bounds: Bounds, _ size: Double) -> Clipping {
        let whole = Clipping(left: -size, top: -size, right: 2 * size, bottom: 2 * size)
        guard !bounds.crossesAntimeridian,
            let northWest = Coordinate(latitude: bounds.north, longitude: bounds.west).map({ WebMercator.project($0) }),
            let southEast = Coordinate(latitude: bounds.south, longitude: bounds.west).map({ WebMercator.project($0) })
        else { return whole }
        return Clipping(
            left: bounds.west <= -179.9 ? whole.left : northWest.x * size,
            top: bounds.north >= 85 ? whole.top : northWest.y * size,
            right: bounds.east >= 179.9 ? whole.right : (bounds.east / 360 + 0.5) * size,
            bottom: bounds.south <= -85 ? whole.bottom : southEast.y * size)
    }
}
