/// The number of a tile in a PMTiles archive: tiles of lower zooms first, those of one zoom along a Hilbert curve.
public enum TileID {
    /// The closest zoom that archives may have here. Numbers of zoom 31 still fit 64 bits.
    public static let maxZoom = 22

    /// The first number of a zoom, 0…``maxZoom`` + 1: (4^z − 1) / 3.
    static func first(zoom: Int) -> UInt64 { ((1 << UInt64(2 * zoom)) - 1) / 3 }

    /// The number of a tile; nil when there is no such tile. Rows are counted from the north.
    public static func of(zoom: Int, x: Int, y: Int) -> UInt64? {
        guard 0...maxZoom ~= zoom, x >= 0, y >= 0, x < 1 << zoom, y < 1 << zoom else { return nil }
        return first(zoom: zoom) + hilbert(zoom: zoom, x: UInt64(x), y: UInt64(y))
    }

    /// All descendants of a tile that are `levels` zooms closer: they are one run of numbers.
    static func descendants(zoom: Int, x: Int, y: Int, levels: Int) -> Range<UInt64> {
        let count: UInt64 = 1 << UInt64(2 * levels)
        let start = first(zoom: zoom + levels) + hilbert(zoom: zoom, x: UInt64(x), y: UInt64(y)) * count
        return start..<start + count
    }

    /// The position on a Hilbert curve of order `zoom`.
    private static func hilbert(zoom: Int, x: UInt64, y: UInt64) -> UInt64 {
        var (x, y, position) = (x, y, UInt64(0))
        for step in (0..<zoom).reversed() {
            let side: UInt64 = 1 << UInt64(step)
            let (right, down) = (x & side != 0, y & side != 0)
            position += side * side * ((right ? 3 : 0) ^ (down ? 1 : 0))
            guard !down else { continue }
            // Turns the quarter, so that the curve enters and leaves it at the right corners.
            if right { (x, y) = (side &- 1 &- x, side &- 1 &- y) }
            (x, y) = (y & (side &- 1), x & (side &- 1))
        }
        return position
    }
}
