/// A new archive with a region of another: what stands before its tiles, and what is to be loaded into it.
public struct RegionArchive: Sendable {
    /// Header, directories and metadata, for the start of the new file.
    public let beginning: [UInt8]
    /// What the other archive says of itself.
    public let metadata: MapMetadata
    /// What is to be loaded.
    public let pieces: [RegionPlan.Piece]
    /// Bytes of the new file, exactly.
    public let size: UInt64
    /// Bytes of tiles, each counted once.
    public let tileBytes: UInt64

    /// Bytes of one request, unless a single tile has more: a break loses no more.
    static let maxPieceBytes: UInt64 = 4 << 20
    /// Entries of one leaf directory.
    private static let leafEntries = 4_096

    /// Where a tile lies in the other archive.
    private struct Place: Hashable {
        let offset: UInt64
        let length: UInt32
    }

    /// - Parameters:
    ///   - entries: of the other archive, by rising id; not empty.
    ///   - packed: its metadata as it stands there.
    init(
        _ header: PMTilesHeader, region: TileRegion, entries: [TileDirectory.Entry], packed: [UInt8],
        metadata: MapMetadata
    ) {
        self.metadata = metadata
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
            header: header, region: region, root: root, leaves: leaves, metadata: packed, tileBytes: end,
            counts: PMTilesWriter.Counts(
                tiles: new.reduce(0) { $0 + UInt64($1.runLength) }, entries: UInt64(new.count),
                contents: UInt64(sources.count)))
        beginning = writer.bytes
        size = UInt64(beginning.count) + end
        pieces = RegionArchive.pieces(
            sources, places: places, from: header.tiles.lowerBound, to: UInt64(beginning.count))
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
        _ sources: [TileDirectory.Entry], places: [Place: UInt64], from base: UInt64, to start: UInt64
    ) -> [RegionPlan.Piece] {
        let copies = sources.sorted { ($0.offset, $0.end) < ($1.offset, $1.end) }.map { entry in
            RegionPlan.Copy(
                from: base + entry.offset..<base + entry.end,
                to: start + (places[Place(offset: entry.offset, length: entry.length)] ?? 0))
        }
        return ByteRanges.groups(of: copies.map { $0.from }, maxBytes: maxPieceBytes).map { members in
            let part = copies[members]
            let end = part.reduce(0) { max($0, $1.from.upperBound) }
            return RegionPlan.Piece(range: copies[members.lowerBound].from.lowerBound..<end, copies: Array(part))
        }
    }
}
