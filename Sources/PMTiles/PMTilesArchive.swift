import Decompression
import Synchronization

/// A PMTiles archive (version 3) in a local file, read in place. Thread-safe.
public final class PMTilesArchive: Sendable {
    public let header: PMTilesHeader
    public let metadata: MapMetadata
    private let file: ArchiveFile
    private let root: TileDirectory
    private let leaves = Mutex(LeafCache())

    /// Bytes of a tile, packed and unpacked: the largest seen in practice are under 4 MiB.
    public static let maxTileBytes = 16 << 20

    /// Opens a file, and checks what its header, root directory and metadata claim.
    ///
    /// - Throws: `PMTilesError`.
    public init(path: String) throws(PMTilesError) {
        file = try ArchiveFile(path: path)
        let first = try file.bytes(0..<min(file.size, UInt64(PMTilesHeader.firstBytes)))
        header = try PMTilesHeader(first, size: file.size)
        root = try header.directory(Array(first[Int(header.root.lowerBound)..<Int(header.root.upperBound)]))
        guard header.metadata.count <= MapMetadata.maxBytes else { throw PMTilesError("its metadata is too large") }
        metadata = try header.metadata(try file.bytes(header.metadata))
    }

    /// The bytes of a tile, those of a vector tile unpacked or packed by gzip; nil if there is none.
    ///
    /// - Throws: `PMTilesError` if the file cannot be read or is damaged there: whether it has the tile is then unknown.
    public func tile(_ position: TilePosition) throws(PMTilesError) -> [UInt8]? {
        guard header.zooms.contains(position.zoom), let id = TileID.of(position) else { return nil }
        var directory = root
        for _ in 0..<TileDirectory.maxDepth {
            guard let entry = directory.entry(for: id) else { return nil }
            guard entry.isLeaf else { return try content(entry) }
            directory = try leaf(entry)
        }
        throw PMTilesArchive.tooDeep
    }

    private static let tooDeep = PMTilesError("its directories lead nowhere")

    private func content(_ entry: TileDirectory.Entry) throws(PMTilesError) -> [UInt8] {
        guard entry.length <= PMTilesArchive.maxTileBytes else { throw PMTilesError("a tile of it is too large") }
        let start = header.tiles.lowerBound + entry.offset
        let packed = try file.bytes(start..<start + UInt64(entry.length))
        // Whoever draws a vector tile unpacks gzip: most files of other formats have it as well.
        if header.kind == .vector, header.tileCompression == .gzip { return packed }
        guard let bytes = Decompression.unpack(packed, header.tileCompression, limit: PMTilesArchive.maxTileBytes)
        else {
            throw PMTilesError("a tile of it is damaged, or larger than 16 MB")
        }
        return bytes
    }

    /// - Parameter keeps: whether it is going to be asked for again.
    private func leaf(_ entry: TileDirectory.Entry, keeps: Bool = true) throws(PMTilesError) -> TileDirectory {
        if let known = leaves.withLock({ $0.known(entry.offset) }) { return known }
        guard entry.length <= TileDirectory.maxBytes else { throw TileDirectory.tooLarge }
        let start = header.leaves.lowerBound + entry.offset
        let read = try header.directory(try file.bytes(start..<start + UInt64(entry.length)))
        if keeps { leaves.withLock { $0.keep(read, entry.offset) } }
        return read
    }
}

extension PMTilesArchive {
    /// Some of its tiles of one zoom.
    ///
    /// - Throws: `PMTilesError` where a directory on the way to them is damaged.
    public func someTiles(zoom: Int, limit: Int) throws(PMTilesError) -> [TilePosition] {
        guard header.zooms.contains(zoom) else { return [] }
        var found: [TilePosition] = []
        let wanted = TileID.first(zoom: zoom)..<TileID.first(zoom: zoom + 1)
        try visit(root, Way(end: end), wanted: wanted) { ids in
            found += ids.clamped(to: wanted).prefix(limit - found.count).compactMap { TileID.tile($0) }
            return found.count < limit
        }
        return found
    }

    /// Entries of directories that ``checkDirectories()`` looks at: 0.7 s, and more than a continent has.
    private static let maxChecked = 20_000_000

    /// Reads the directories before the file is used as a map: one in the middle may be damaged.
    ///
    /// - Throws: `PMTilesError` for one that is, and for an archive without tiles.
    public func checkDirectories() throws(PMTilesError) {
        var count = 0
        try visit(root, Way(end: end), wanted: 0..<end) { _ in
            count += 1
            return count < PMTilesArchive.maxChecked
        }
        guard count > 0 else { throw PMTilesError("it holds no tiles") }
    }

    /// The first number beyond its tiles.
    private var end: UInt64 { TileID.first(zoom: header.zooms.upperBound + 1) }

    /// How a directory was reached.
    private struct Way {
        /// The first number beyond the directory.
        let end: UInt64
        var depth = 1
        /// Of the directories above, which are in memory with it.
        var entries = 0
    }

    /// Goes through the entries with wanted tiles, by rising number, until `each` says that it has enough.
    ///
    /// A directory holds but a part of the one above, so that no archive can send this in circles.
    @discardableResult
    private func visit(
        _ directory: TileDirectory, _ way: Way, wanted: Range<UInt64>, each: (Range<UInt64>) -> Bool
    ) throws(PMTilesError) -> Bool {
        let entries = way.entries + directory.entries.count
        guard entries <= TileDirectory.maxEntries else { throw TileDirectory.tooLarge }
        for index in directory.entries.indices {
            let (entry, ids) = (directory.entries[index], directory.ids(at: index, end: way.end))
            guard ids.overlaps(wanted) else { continue }
            guard entry.isLeaf else {
                if each(ids) { continue }
                return false
            }
            guard way.depth < TileDirectory.maxDepth else { throw PMTilesArchive.tooDeep }
            let below = try leaf(entry, keeps: false)
            guard let first = below.entries.first, let last = below.entries.last, ids.contains(first.id),
                ids.contains(last.id)
            else { throw PMTilesError("its tiles are out of order") }
            let next = Way(end: ids.upperBound, depth: way.depth + 1, entries: entries)
            guard try visit(below, next, wanted: wanted, each: each) else { return false }
        }
        return true
    }
}

extension PMTilesHeader {
    /// Reads a packed directory of the archive.
    func directory(_ packed: [UInt8]) throws(PMTilesError) -> TileDirectory {
        try TileDirectory(
            packed, directoryCompression, leaves: UInt64(leaves.count), tiles: UInt64(tiles.count),
            maxZoom: zooms.upperBound)
    }

    /// Reads the packed metadata of the archive.
    func metadata(_ packed: [UInt8]) throws(PMTilesError) -> MapMetadata {
        guard let metadata = MapMetadata(json: unpackedMetadata(packed)) else {
            throw PMTilesError("its metadata is no JSON")
        }
        return metadata
    }

    /// Nothing where it is damaged.
    func unpackedMetadata(_ packed: [UInt8]) -> [UInt8] {
        Decompression.unpack(packed, directoryCompression, limit: MapMetadata.maxBytes) ?? []
    }
}
