import Foundation

/// A rectangle of the world and some zooms, as runs of tile numbers: a town is a few hundred runs, whatever it has of tiles.
public struct TileRegion: Sendable, Equatable {
    public let box: PMTilesHeader.Box
    public let zooms: ClosedRange<Int>
    /// Rising, not touching each other.
    public let runs: [Range<UInt64>]

    /// - Parameters:
    ///   - box: does not cross the antimeridian.
    ///   - zooms: within 0…``TileID/maxZoom``.
    public init(_ box: PMTilesHeader.Box, zooms: ClosedRange<Int>) {
        (self.box, self.zooms) = (box, zooms)
        var runs: [Range<UInt64>] = []
        for zoom in zooms {
            let columns = TileRegion.columns(box, zoom)
            let rows = TileRegion.rows(box, zoom)
            TileRegion.collect(0, x: 0, y: 0, to: zoom, columns: columns, rows: rows, runs: &runs)
        }
        self.runs = TileRegion.joined(runs)
    }

    /// How many tiles there are.
    public var tileCount: Int { runs.reduce(0) { $0 + $1.count } }

    private static func columns(_ box: PMTilesHeader.Box, _ zoom: Int) -> ClosedRange<Int> {
        let count = Double(1 << zoom)
        func column(_ longitude: Double) -> Int {
            min(Int(count) - 1, max(0, Int(((longitude / 360 + 0.5) * count).rounded(.down))))
        }
        return column(box.west)...max(column(box.west), column(box.east))
    }

    /// From the north.
    private static func rows(_ box: PMTilesHeader.Box, _ zoom: Int) -> ClosedRange<Int> {
        let count = Double(1 << zoom)
        func row(_ latitude: Double) -> Int {
            let angle = min(85.051_128, max(-85.051_128, latitude)) * .pi / 180
            let y = 0.5 - asinh(tan(angle)) / (2 * .pi)
            return min(Int(count) - 1, max(0, Int((y * count).rounded(.down))))
        }
        return row(box.north)...max(row(box.north), row(box.south))
    }

    /// Goes down from a tile to those of the region; a tile that is in it as a whole is one run.
    private static func collect(
        _ zoom: Int, x: Int, y: Int, to end: Int, columns: ClosedRange<Int>, rows: ClosedRange<Int>,
        runs: inout [Range<UInt64>]
    ) {
        let levels = end - zoom
        let (left, right) = (x << levels, (x + 1) << levels - 1)
        let (top, bottom) = (y << levels, (y + 1) << levels - 1)
        guard columns.overlaps(left...right), rows.overlaps(top...bottom) else { return }
        let isWhole =
            columns.contains(left) && columns.contains(right) && rows.contains(top) && rows.contains(bottom)
        guard !isWhole else {
            runs.append(TileID.descendants(of: TilePosition(zoom: zoom, x: x, y: y), levels: levels))
            return
        }
        for (right, down) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            collect(zoom + 1, x: 2 * x + right, y: 2 * y + down, to: end, columns: columns, rows: rows, runs: &runs)
        }
    }

    private static func joined(_ runs: [Range<UInt64>]) -> [Range<UInt64>] {
        var joined: [Range<UInt64>] = []
        for run in runs.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, last.upperBound >= run.lowerBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, run.upperBound)
            } else {
                joined.append(run)
            }
        }
        return joined
    }

    /// The runs that share a tile with some numbers, cut to these.
    func runs(in ids: Range<UInt64>) -> [Range<UInt64>] {
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].upperBound <= ids.lowerBound { low = middle + 1 } else { high = middle }
        }
        return runs[low...].prefix { $0.lowerBound < ids.upperBound }.map { $0.clamped(to: ids) }
            .filter { !$0.isEmpty }
    }
}
