import Proximity

/// An opened tile and where it lies. Pixels of the world's plane at the frame's zoom, from 180° west and 85° north.
struct TileSource {
    enum Content {
        case vector(VectorTile)
        case picture(RasterTile)
    }

    let content: Content
    /// The tile's corner and side.
    let left, top, size: Double
    /// What is asked of it: all of it, or a part when it stands in for a closer tile that is missing.
    let window: Clipping
    /// What its map covers, if that is less than the window.
    let cover: Clipping?

    var vector: VectorTile? {
        if case .vector(let tile) = content { tile } else { nil }
    }

    /// Whether any of it is in a frame.
    func overlaps(_ frame: Frame) -> Bool {
        let area = area(frame, margin: 0)
        return area.left < frame.width && area.right > 0 && area.top < frame.height && area.bottom > 0
    }

    /// What is drawn of it, in a frame's pixels. `margin` pixels beyond the window, never beyond what its map covers.
    func area(_ frame: Frame, margin: Double) -> Clipping {
        let wide = window.moved(-frame.left, -frame.top).widened(margin)
        return cover.map { wide.intersection($0.moved(-frame.left, -frame.top)) } ?? wide
    }

    /// More than the margin by which anything is drawn beyond a frame, pixels.
    private static let reach = 128.0

    /// Whether any of a feature can be seen in a frame. Close views show a small part of a tile: what lies elsewhere in it is
    /// passed over without being unpacked.
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

/// Finding of the tiles under a frame.
struct TileSources {
    let maximumZoom: Int
    let tile: (_ zoom: Int, _ x: Int, _ y: Int) throws -> BasemapTile?

    /// How many zooms a missing tile may be stood in for by one that holds it.
    private static let mostStandIn = 8

    private struct Key: Hashable {
        let zoom, x, y: Int
    }

    /// The tiles under a frame, opened; damaged ones are left out.
    ///
    /// - Throws: what reading a tile throws: one that cannot be read is not one that is missing.
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

    /// A tile, or the part of the nearest one above it that stands in for it.
    private func source(
        _ zoom: Int, _ column: Int, _ row: Int, _ size: Double,
        _ opened: inout [Key: (content: TileSource.Content, bounds: Bounds)?]
    ) throws -> TileSource? {
        let count = 1 << zoom
        let wrapped = (column % count + count) % count
        let (left, top) = (Double(column) * size, Double(row) * size)
        let window = Clipping(left: left, top: top, right: left + size, bottom: top + size)
        for up in 0...min(zoom, TileSources.mostStandIn) {
            let key = Key(zoom: zoom - up, x: wrapped >> up, y: row >> up)
            guard let (content, bounds) = try opened[key] ?? open(key, &opened) else { continue }
            // The plane goes on beyond the date line: what is covered moves along with the column.
            let shift = Double(column - wrapped) * size
            let cover = TileSources.cover(bounds, Double(count) * size).moved(shift, 0)
            let shown = cover.intersection(window)
            let isCovered = shown.left < shown.right && shown.top < shown.bottom
            // A map may hold a tile outside its own bounds; but far from them, none of its tiles stands in.
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

    /// A tile opened; nil when it is damaged.
    static func content(_ data: [UInt8]) -> TileSource.Content? {
        if let picture = RasterTile(data) { return .picture(picture) }
        return VectorTile(data).map { .vector($0) }
    }

    /// The rectangle of some bounds in a world of a size; all of it when they cross the date line.
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
