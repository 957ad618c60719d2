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
    /// The area that its map covers, if that is less than the window.
    let cover: Clipping?

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
    let tile: (_ zoom: Int, _ x: Int, _ y: Int) throws -> BasemapTile?

    /// How many zooms up to look for a tile that replaces a missing one.
    private static let maxZoomsUp = 8

    private struct Key: Hashable {
        let zoom, x, y: Int
    }

    /// The parsed tiles under a frame; damaged ones are left out.
    ///
    /// - Throws: what reading a tile throws. A tile that cannot be read does not count as missing.
    func under(_ frame: Frame) throws -> [TileSource] {
        let zoom = min(maximumZoom, Int(frame.zoom))
        let count = 1 << zoom
        let size = frame.worldSize / Double(count)
        let (firstColumn, firstRow) = ((frame.left / size).rounded(.down), (frame.top / size).rounded(.down))
        let columns = Int(firstColumn)...Int(((frame.left + frame.width - 1e-6) / size).rounded(.down))
        let rows = Int(firstRow)...Int(((frame.top + frame.height - 1e-6) / size).rounded(.down))
        var opened: [Key: (content: TileSource.Content, bounds: Bounds)?] = [:]
        // A world narrower than the frame is drawn once.
        return try rows.filter { (0..<count).contains($0) }.flatMap { row in
            try columns.prefix(count).compactMap { column in
                try source(zoom, column, row, size, &opened)
            }
        }
    }

    /// A tile, or the part of the nearest tile of a lower zoom that covers the same area.
    private func source(
        _ zoom: Int, _ column: Int, _ row: Int, _ size: Double,
        _ opened: inout [Key: (content: TileSource.Content, bounds: Bounds)?]
    ) throws -> TileSource? {
        let count = 1 << zoom
        let wrapped = (column % count + count) % count
        let (left, top) = (Double(column) * size, Double(row) * size)
        let window = Clipping(left: left, top: top, right: left + size, bottom: top + size)
        for up in 0...min(zoom, TileSources.maxZoomsUp) {
            let key = Key(zoom: zoom - up, x: wrapped >> up, y: row >> up)
            guard let (content, bounds) = try opened[key] ?? open(key, &opened) else { continue }
            // The frame may extend beyond the date line: move the covered area along with the column.
            let shift = Double(column - wrapped) * size
            let cover = TileSources.cover(bounds, Double(count) * size).moved(shift, 0)
            let shown = cover.intersection(window)
            let isCovered = shown.left < shown.right && shown.top < shown.bottom
            // A map may hold a tile outside its own bounds; but a tile of a lower zoom is not used there.
            if up > 0 && !isCovered { return nil }
            let side = size * Double(1 << up)
            return TileSource(
                content: content, left: Double(wrapped >> up) * side + shift, top: Double(row >> up) * side, size: side,
                window: window, cover: isCovered ? cover : nil)
        }
        return nil
    }

    private func open(
        _ key: Key, _ opened: inout [Key: (content: TileSource.Content, bounds: Bounds)?]
    ) throws -> (content: TileSource.Content, bounds: Bounds)? {
        let found = try tile(key.zoom, key.x, key.y).flatMap { found in
            TileSources.content(found.data).map { (content: $0, bounds: found.bounds) }
        }
        opened[key] = .some(found)
        return found
    }

    /// The parsed content of a tile; nil when it is damaged.
    static func content(_ data: [UInt8]) -> TileSource.Content? {
        if let picture = RasterTile(data) { return .picture(picture) }
        return VectorTile(data).map { .vector($0) }
    }

    /// The rectangle of `bounds` in a world of this size; the whole world when they cross the date line.
    private static func cover(_ bounds: Bounds, _ size: Double) -> Clipping {
        guard !bounds.crossesAntimeridian,
            let northWest = Coordinate(latitude: bounds.north, longitude: bounds.west).map({ WebMercator.project($0) }),
            let southEast = Coordinate(latitude: bounds.south, longitude: bounds.west).map({ WebMercator.project($0) })
        else { return Clipping(left: 0, top: 0, right: size, bottom: size) }
        return Clipping(
            left: northWest.x * size, top: northWest.y * size, right: (bounds.east / 360 + 0.5) * size,
            bottom: southEast.y * size)
    }
}
