/// A new archive with a region of another: what stands before its tiles, and what is to be loaded into it.
public struct RegionArchive: Sendable {
    /// Header, directories and metadata, for the start of the new file.
    public let beginning: [UInt8]
    /// What is to be loaded.
    public let pieces: [RegionPlan.Piece]
    /// Bytes of the new file, exactly.
    public let size: UInt64
    /// Bytes of tiles, each counted once.
    public let tileBytes: UInt64

    /// Bytes that are loaded without being used, at most, as a part of the tiles.
    static let overfetch = 0.15
    /// Bytes of one request, unless a single tile has more: a break loses no more.
    static let maxPieceBytes: UInt64 = 4 << 20
    /// Entries of one leaf directory.
    private static let leafEntries = 4_096

    /// Where a tile lies in the other archive.
    private struct Place: Hashable {
        let offset: UInt64
        let length: UInt32
    }

    /// - Parameter entries: of the other archive, by rising id; not empty.
    init(
        _ header: PMTilesHeader, region: TileRegion, entries: [TileDirectory.Entry], metadata: [UInt8]
    ) {
        var places: [Place: UInt64] = [:]
        var sources: [TileDirectory.Entry] = []
        var end: UInt64 = 0
        var new = entries
        // Tiles follow their ids; one that repeats an earlier one is kept once.
        for index in new.indices {
            let place = Place(offset: new[index].offset, length: new[index].length)
            if let known = places[place] {
                new[index].offset = known
                continue
            }
            places[place] = end
            sources.append(new[index])
            new[index].offset = end
            end += UInt64(new[index].length)
        }
        tileBytes = end
        let (root, leaves) = RegionArchive.directories(new)
        var writer = PMTilesWriter()
        writer.write(
            header: header, region: region, root: root, leaves: leaves, metadata: metadata, tileBytes: end,
            counts: (new.reduce(0) { $0 + UInt64($1.runLength) }, UInt64(new.count), UInt64(sources.count)))
        beginning = writer.bytes
        size = UInt64(beginning.count) + end
        pieces = RegionArchive.pieces(
            sources, places: places, from: header.tiles.lowerBound, to: UInt64(beginning.count), wanted: end)
    }

    /// Packed directories are read without unpacking, so they are written as they are: a town has some kilobytes of them.
    private static func directories(_ entries: [TileDirectory.Entry]) -> (root: [UInt8], leaves: [UInt8]) {
        let whole = TileDirectory.bytes(entries)
        if whole.count <= PMTilesHeader.firstBytes - PMTilesHeader.bytes { return (whole, []) }
        var size = leafEntries
        while true {
            var (leaves, tops) = ([UInt8](), [TileDirectory.Entry]())
            for start in stride(from: 0, to: entries.count, by: size) {
                let leaf = TileDirectory.bytes(Array(entries[start..<min(entries.count, start + size)]))
                tops.append(
                    TileDirectory.Entry(
                        id: entries[start].id, offset: UInt64(leaves.count), length: UInt32(leaf.count), runLength: 0))
                leaves += leaf
            }
            let root = TileDirectory.bytes(tops)
            if root.count <= PMTilesHeader.firstBytes - PMTilesHeader.bytes { return (root, leaves) }
            size *= 2
        }
    }

    /// Joins what lies near each other in the other archive, the cheapest gaps first.
    private static func pieces(
        _ sources: [TileDirectory.Entry], places: [Place: UInt64], from base: UInt64, to start: UInt64,
        wanted: UInt64
    ) -> [RegionPlan.Piece] {
        let sorted = sources.sorted { $0.offset < $1.offset }
        let gaps = ByteRanges.joinedGaps(
            sorted.map { $0.offset..<$0.end }, budget: UInt64(Double(wanted) * overfetch))
        var pieces: [RegionPlan.Piece] = []
        var copies: [RegionPlan.Copy] = []
        func close() {
            guard let first = copies.first else { return }
            let end = copies.reduce(0) { max($0, $1.from.upperBound) }
            pieces.append(RegionPlan.Piece(range: first.from.lowerBound..<end, copies: copies))
            copies = []
        }
        for (index, entry) in sorted.enumerated() {
            let from = base + entry.offset..<base + entry.end
            if let first = copies.first {
                let isLong = from.upperBound - first.from.lowerBound > maxPieceBytes
                if isLong || !gaps.contains(index) { close() }
            }
            copies.append(
                RegionPlan.Copy(
                    from: from, to: start + (places[Place(offset: entry.offset, length: entry.length)] ?? 0)))
        }
        close()
        return pieces
    }
}

/// Ranges of bytes that are worth one request.
public enum ByteRanges {
    /// The indices of ranges that are loaded together with the one before.
    ///
    /// - Parameters:
    ///   - ranges: by rising start.
    ///   - budget: how many unused bytes may be loaded in all.
    static func joinedGaps(_ ranges: [Range<UInt64>], budget: UInt64) -> Set<Int> {
        let gaps = ranges.indices.dropFirst().map { index -> (index: Int, bytes: UInt64) in
            let (before, after) = (ranges[index - 1].upperBound, ranges[index].lowerBound)
            return (index, after > before ? after - before : 0)
        }
        var (joined, left) = (Set<Int>(), budget)
        for gap in gaps.sorted(by: { ($0.bytes, $0.index) < ($1.bytes, $1.index) }) {
            guard gap.bytes <= left else { break }
            left -= gap.bytes
            joined.insert(gap.index)
        }
        return joined
    }

    /// Neighbouring ranges as one, with up to `maxBytes` each.
    ///
    /// - Parameter ranges: by rising start.
    public static func joined(_ ranges: [Range<UInt64>], maxBytes: UInt64) -> [Range<UInt64>] {
        let wanted = ranges.reduce(0) { $0 + UInt64($1.count) }
        let gaps = joinedGaps(ranges, budget: UInt64(Double(wanted) * RegionArchive.overfetch))
        var joined: [Range<UInt64>] = []
        for (index, range) in ranges.enumerated() {
            if let last = joined.last, gaps.contains(index), range.upperBound - last.lowerBound <= maxBytes {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined
    }
}
