import Decompression
import Foundation
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

    /// A tile, unpacked or packed by gzip; nil if there is none. Rows are counted from the north.
    ///
    /// - Throws: `PMTilesError` if the file cannot be read or is damaged there: whether it has the tile is then unknown.
    public func tile(zoom: Int, x: Int, y: Int) throws(PMTilesError) -> [UInt8]? {
        guard header.zooms.contains(zoom), let id = TileID.of(zoom: zoom, x: x, y: y) else { return nil }
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
        switch header.tileCompression {
        // Whoever draws the tile unpacks it.
        case .none, .gzip: return packed
        case .brotli, .zstd: return try PMTilesArchive.unpacked(packed, header.tileCompression)
        }
    }

    private static func unpacked(_ packed: [UInt8], _ compression: Compression) throws(PMTilesError) -> [UInt8] {
        guard let bytes = Decompression.unpack(packed, compression, limit: maxTileBytes) else {
            throw PMTilesError("a tile of it is damaged, or larger than 16 MB")
        }
        return bytes
    }

    private func leaf(_ entry: TileDirectory.Entry) throws(PMTilesError) -> TileDirectory {
        if let known = leaves.withLock({ $0.known(entry.offset) }) { return known }
        guard entry.length <= TileDirectory.maxPackedBytes else { throw PMTilesError("a directory of it is too large") }
        let start = header.leaves.lowerBound + entry.offset
        let read = try header.directory(try file.bytes(start..<start + UInt64(entry.length)))
        leaves.withLock { $0.keep(read, entry.offset) }
        return read
    }
}

extension PMTilesArchive {
    /// How many tiles ``validate()`` unpacks: the largest ones and others spread over the archive.
    private static let (maxLargest, maxSpread) = (16, 32)

    /// Reads every directory and unpacks some tiles, the largest among them.
    ///
    /// - Throws: `PMTilesError` for an archive that some tile's visitor would stumble over.
    public func validate() throws(PMTilesError) {
        var walk = Walk()
        try visit(root, end: TileID.first(zoom: header.zooms.upperBound + 1), depth: 1, walk: &walk)
        guard walk.count > 0 else { throw PMTilesError("it holds no tiles") }
        for entry in walk.largest + walk.spread {
            let bytes = try content(entry)
            if header.tileCompression == .gzip || Decompression.isGzip(bytes) {
                _ = try PMTilesArchive.unpacked(bytes, .gzip)
            }
        }
    }

    private struct Walk {
        var seen: Set<UInt64> = []
        var count = 0
        var largest: [TileDirectory.Entry] = []
        var spread: [TileDirectory.Entry] = []
        /// Every so many tiles one is kept; doubled when there are too many.
        var stride = 1

        mutating func add(_ entry: TileDirectory.Entry) {
            if count % stride == 0 { spread.append(entry) }
            if spread.count > maxSpread {
                spread = spread.enumerated().filter { $0.offset % 2 == 0 }.map { $0.element }
                stride *= 2
            }
            if largest.count < maxLargest || entry.length > (largest.last?.length ?? 0) {
                largest.append(entry)
                largest.sort { $0.length > $1.length }
                largest = Array(largest.prefix(maxLargest))
            }
            count += 1
        }
    }

    private func visit(
        _ directory: TileDirectory, end: UInt64, depth: Int, walk: inout Walk
    ) throws(PMTilesError) {
        for entry in directory.entries where !entry.isLeaf { walk.add(entry) }
        for (entry, ids) in directory.leaves(below: end) {
            guard depth < TileDirectory.maxDepth, walk.seen.insert(entry.offset).inserted else {
                throw PMTilesArchive.tooDeep
            }
            let below = try leaf(entry)
            guard let first = below.entries.first, let last = below.entries.last, ids.contains(first.id),
                last.id < ids.upperBound
            else { throw PMTilesError("its tiles are out of order") }
            try visit(below, end: ids.upperBound, depth: depth + 1, walk: &walk)
        }
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

/// Some leaf directories, bounded by their entries of 24 bytes.
private struct LeafCache {
    private var kept: [UInt64: (directory: TileDirectory, used: Int)] = [:]
    private var (entries, clock) = (0, 0)

    private static let maxEntries = 300_000

    mutating func known(_ offset: UInt64) -> TileDirectory? {
        clock += 1
        kept[offset]?.used = clock
        return kept[offset]?.directory
    }

    mutating func keep(_ directory: TileDirectory, _ offset: UInt64) {
        guard directory.entries.count <= LeafCache.maxEntries / 4, kept[offset] == nil else { return }
        clock += 1
        kept[offset] = (directory, clock)
        entries += directory.entries.count
        guard entries > LeafCache.maxEntries else { return }
        // The older half at once: rarely, and no ordered list is needed.
        for (old, value) in kept.sorted(by: { $0.value.used < $1.value.used })
        where entries > LeafCache.maxEntries / 2 {
            kept[old] = nil
            entries -= value.directory.entries.count
        }
    }
}

/// A file of which parts are read, by any number of threads. Goes on when another file takes its name.
private final class ArchiveFile: Sendable {
    let size: UInt64
    private let descriptor: Int32

    init(path: String) throws(PMTilesError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        var status = stat()
        guard descriptor >= 0 else { throw PMTilesError("it cannot be opened") }
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw PMTilesError("it is no file")
        }
        self.descriptor = descriptor
        size = UInt64(max(0, status.st_size))
    }

    deinit { close(descriptor) }

    /// - Throws: `PMTilesError` also when the file has become shorter.
    func bytes(_ range: Range<UInt64>) throws(PMTilesError) -> [UInt8] {
        guard range.upperBound <= size else { throw PMTilesError("it is cut off") }
        var bytes = [UInt8](repeating: 0, count: range.count)
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                pread(
                    descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done,
                    off_t(range.lowerBound) + off_t(done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw PMTilesError("it cannot be read") }
            done += count
        }
        return bytes
    }
}
