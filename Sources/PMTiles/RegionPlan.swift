/// What an archive has of a region: which directories to read, then which bytes to load and how they become an archive.
///
/// ``init(first:size:box:zooms:)``, then ``wantedLeaves`` read into ``add(_:)`` until there are none, then ``finish(metadata:)``.
public struct RegionPlan: Sendable {
    let header: PMTilesHeader
    public let region: TileRegion
    private var pending: [(entry: TileDirectory.Entry, ids: Range<UInt64>)] = []
    private var entries: [TileDirectory.Entry] = []
    private var depth = 1
    private var leafBytes: UInt64 = 0
    /// Entries that were read, wanted or not.
    private var seen = 0
    /// So that directories which unpack to a thousand times their size cost seconds, not hours.
    var maxSeen = 20_000_000

    /// Of tiles or runs of equal ones, 24 bytes of memory each: a square of 500 km has at most 900,000 at 60° north.
    public static let maxEntries = 2_000_000

    /// Bytes of the archive that are loaded at once, and what lies between them unused.
    public struct Piece: Sendable, Equatable {
        /// In the archive's file.
        public let range: Range<UInt64>
        /// What is wanted of it: places in the archive's file, and where in the new file they go.
        public let copies: [Copy]
    }

    public struct Copy: Sendable, Equatable {
        public let from: Range<UInt64>
        public let to: UInt64
    }

    /// - Parameters:
    ///   - first: the beginning of the archive: as much as ``firstRange`` names, or all of a smaller one.
    ///   - size: of the archive, in bytes.
    ///   - box, zooms: what is wanted.
    /// - Throws: `PMTilesError`.
    public init(
        first: [UInt8], size: UInt64, box: PMTilesHeader.Box, zooms: ClosedRange<Int>
    ) throws(PMTilesError) {
        header = try PMTilesHeader(first, size: size)
        guard header.root.upperBound <= UInt64(first.count) else { throw PMTilesError("it is cut off") }
        guard zooms.overlaps(header.zooms) else {
            throw PMTilesError("it has zooms \(header.zooms.lowerBound) to \(header.zooms.upperBound) only")
        }
        // Where the archive ends, the new one ends as well.
        guard let part = header.box.intersection(box) else { throw RegionPlan.nothing }
        region = TileRegion(part, zooms: zooms.clamped(to: header.zooms))
        let root = try header.directory(Array(first[Int(header.root.lowerBound)..<Int(header.root.upperBound)]))
        try take(root, TileID.first(zoom: header.zooms.upperBound + 1))
        pending.sort { $0.entry.offset < $1.entry.offset }
    }

    /// What the first request asks for.
    public static let firstRange: Range<UInt64> = 0..<UInt64(PMTilesHeader.firstBytes)

    /// The packed metadata.
    public var metadataRange: Range<UInt64> { header.metadata }

    /// The packed directories to read next, by rising start; empty when everything is known.
    public var wantedLeaves: [Range<UInt64>] {
        let start = header.leaves.lowerBound
        return pending.map { start + $0.entry.offset..<start + $0.entry.end }
    }

    /// Takes the directories of ``wantedLeaves``, in that order.
    ///
    /// - Throws: `PMTilesError`.
    public mutating func add(_ leaves: [[UInt8]]) throws(PMTilesError) {
        let asked = pending
        pending = []
        depth += 1
        guard depth <= TileDirectory.maxDepth, leaves.count == asked.count else {
            throw PMTilesError("its directories lead nowhere")
        }
        for (leaf, packed) in zip(asked, leaves) {
            let directory = try header.directory(packed)
            guard let first = directory.entries.first, let last = directory.entries.last, leaf.ids.contains(first.id),
                leaf.ids.contains(last.id)
            else {
                throw PMTilesError("its tiles are out of order")
            }
            try take(directory, leaf.ids.upperBound)
        }
        pending.sort { $0.entry.offset < $1.entry.offset }
    }

    private mutating func take(_ directory: TileDirectory, _ end: UInt64) throws(PMTilesError) {
        seen += directory.entries.count
        guard seen <= maxSeen else { throw RegionPlan.tooMany }
        for (index, entry) in directory.entries.enumerated() {
            let ids = directory.ids(at: index, end: end)
            let runs = region.runs(in: ids)
            guard !entry.isLeaf else {
                if !runs.isEmpty { try want(entry, ids) }
                continue
            }
            guard runs.isEmpty || entry.length <= PMTilesArchive.maxTileBytes else {
                throw PMTilesError("a tile of it is too large")
            }
            for run in runs {
                var part = entry
                part.id = run.lowerBound
                part.runLength = UInt32(run.count)
                entries.append(part)
            }
            guard entries.count <= RegionPlan.maxEntries else { throw RegionPlan.tooMany }
        }
    }

    private mutating func want(_ entry: TileDirectory.Entry, _ ids: Range<UInt64>) throws(PMTilesError) {
        guard entry.length <= TileDirectory.maxBytes, pending.count < RegionPlan.maxLeaves else {
            throw RegionPlan.tooMany
        }
        leafBytes += UInt64(entry.length)
        guard leafBytes <= RegionPlan.maxLeafBytes else { throw RegionPlan.tooMany }
        pending.append((entry, ids))
    }

    private static let tooMany = PMTilesError("the region has too many tiles: choose a smaller one")
    private static let nothing = PMTilesError("it has nothing of this region")
    private static let maxLeaves = 50_000
    /// Packed directories are kept together until they are read.
    private static let maxLeafBytes: UInt64 = 64 << 20

    /// The new archive: its beginning, and the bytes that are to be loaded into it.
    ///
    /// - Parameter metadata: the bytes of ``metadataRange``.
    /// - Throws: `PMTilesError` where the archive has nothing of the region.
    public func finish(metadata: [UInt8]) throws(PMTilesError) -> RegionArchive {
        let said = try header.metadata(metadata)
        let sorted = entries.sorted { $0.id < $1.id }
        guard !sorted.isEmpty else { throw RegionPlan.nothing }
        let archive = RegionArchive(header, region: region, entries: sorted, packed: metadata, metadata: said)
        // Many entries for the same bytes would make the copy far larger than the archive.
        guard archive.tileBytes <= UInt64(header.tiles.count) else { throw PMTilesError("its tiles overlap") }
        return archive
    }
}
