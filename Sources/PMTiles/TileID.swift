/// Where a tile lies: rows are counted from the north.
public struct TilePosition: Sendable, Hashable {
    public let zoom, x, y: Int

    public init(zoom: Int, x: Int, y: Int) { (self.zoom, self.x, self.y) = (zoom, x, y) }
}

/// The number of a tile in an archive: tiles of lower zooms first, those of one zoom along a Hilbert curve.
public enum TileID {
    /// The closest zoom that archives may have here. Numbers of zoom 31 still fit 64 bits.
    public static let maxZoom = 22

    /// The first number of a zoom, 0…``maxZoom`` + 1: (4^z − 1) / 3.
    static func first(zoom: Int) -> UInt64 { ((1 << UInt64(2 * zoom)) - 1) / 3 }

    /// The number of a tile; nil when there is no such tile.
    public static func of(_ tile: TilePosition) -> UInt64? {
        guard 0...maxZoom ~= tile.zoom, 0..<1 << tile.zoom ~= tile.x, 0..<1 << tile.zoom ~= tile.y else { return nil }
        var (x, y, position) = (UInt64(tile.x), UInt64(tile.y), UInt64(0))
        for step in (0..<tile.zoom).reversed() {
            let side: UInt64 = 1 << UInt64(step)
            let (right, down) = (x & side != 0, y & side != 0)
            position += side * side * ((right ? 3 : 0) ^ (down ? 1 : 0))
            (x, y) = turned(x & (side - 1), y & (side - 1), side: side, right: right, down: down)
        }
        return first(zoom: tile.zoom) + position
    }

    /// The tile of a number; nil beyond ``maxZoom``.
    public static func tile(_ id: UInt64) -> TilePosition? {
        guard let zoom = (0...maxZoom).first(where: { id < first(zoom: $0 + 1) }) else { return nil }
        var (x, y, rest) = (UInt64(0), UInt64(0), id - first(zoom: zoom))
        for step in 0..<zoom {
            let side: UInt64 = 1 << UInt64(step)
            let (right, down) = (rest & 2 != 0, (rest ^ rest >> 1) & 1 != 0)
            (x, y) = turned(x, y, side: side, right: right, down: down)
            (x, y) = (x + (right ? side : 0), y + (down ? side : 0))
            rest >>= 2
        }
        return TilePosition(zoom: zoom, x: Int(x), y: Int(y))
    }

    /// All descendants of a tile that are `levels` zooms closer: they are one run of numbers.
    static func descendants(of tile: TilePosition, levels: Int) -> Range<UInt64> {
        let count: UInt64 = 1 << UInt64(2 * levels)
        let number = (of(tile) ?? first(zoom: tile.zoom)) - first(zoom: tile.zoom)
        let start = first(zoom: tile.zoom + levels) + number * count
        return start..<start + count
    }

    /// Turns a quarter of the curve, whose side this is, so that the curve enters and leaves it at the right corners.
    private static func turned(
        _ x: UInt64, _ y: UInt64, side: UInt64, right: Bool, down: Bool
    ) -> (UInt64, UInt64) {
        guard !down else { return (x, y) }
        return right ? (side - 1 - y, side - 1 - x) : (y, x)
    }
}
