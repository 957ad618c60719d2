/// The drawing commands of a feature (Mapbox Vector Tile specification 2.1, 4.3).
enum TileGeometry {
    /// Coordinates farther out than this are invalid in any tile.
    private static let near: ClosedRange<Int64> = -(1 << 24)...1 << 24

    /// The parts of a geometry: points one by one, lines, or rings without their closing point.
    static func parts(_ raw: UnsafeRawBufferPointer, _ range: Range<Int>) throws(WireReader.Damage) -> [[Point]] {
        var reader = WireReader(raw, range)
        var parts: [[Point]] = []
        var part: [Point] = []
        var (x, y): (Int64, Int64) = (0, 0)
        while !reader.isAtEnd {
            let command = try reader.varint()
            let repeats = command >> 3
            switch command & 7 {
            case 1, 2:
                for _ in 0..<repeats {
                    if command & 7 == 1 && !part.isEmpty {
                        parts.append(part)
                        part = []
                    }
                    x &+= zigzag(try reader.varint())
                    y &+= zigzag(try reader.varint())
                    guard near.contains(x), near.contains(y) else { throw WireReader.Damage() }
                    part.append(Point(x: Double(x), y: Double(y)))
                }
            case 7:
                if !part.isEmpty { parts.append(part) }
                part = []
            default: throw WireReader.Damage()
            }
        }
        if !part.isEmpty { parts.append(part) }
        return parts
    }

    /// The bounding box of a geometry, computed without building its parts; nil when it has no point.
    static func bounds(_ raw: UnsafeRawBufferPointer, _ range: Range<Int>) throws(WireReader.Damage) -> Clipping? {
        var reader = WireReader(raw, range)
        var (x, y): (Int64, Int64) = (0, 0)
        var (left, top, right, bottom) = (Int64.max, Int64.max, Int64.min, Int64.min)
        while !reader.isAtEnd {
            let command = try reader.varint()
            guard command & 7 == 1 || command & 7 == 2 else { continue }
            for _ in 0..<command >> 3 {
                x &+= zigzag(try reader.varint())
                y &+= zigzag(try reader.varint())
                (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x), max(bottom, y))
            }
        }
        guard left <= right else { return nil }
        return Clipping(left: Double(left), top: Double(top), right: Double(right), bottom: Double(bottom))
    }

    /// Decodes a zigzag-encoded integer: 0, −1, 1, −2, …
    static func zigzag(_ value: UInt64) -> Int64 { Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1) }
}

/// Where a tile lies on the square of side 1 that is the Earth.
struct TileSquare {
    let left, top, side: Double

    /// The tile at a column and row, counted from the north.
    init(zoom: Int, x: Int, y: Int) {
        side = 1 / Double(1 << zoom)
        (left, top) = (Double(x) * side, Double(y) * side)
    }

    /// The parts of a feature there.
    func paths(_ tile: VectorTile, feature: VectorTile.Feature, layer: VectorTile.Layer) -> [[Point]] {
        let scale = side / Double(layer.extent)
        return tile.geometry(feature).map { part in
            part.map { Point(x: left + $0.x * scale, y: top + $0.y * scale) }
        }
    }
}
