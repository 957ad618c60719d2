import Decompression

/// A directory of an archive: where tiles lie, or further directories.
struct TileDirectory: Sendable {
    struct Entry: Sendable, Equatable {
        /// The first tile that it holds for.
        var id: UInt64
        /// Bytes after the start of the tiles, or of the leaf directories.
        var offset: UInt64
        var length: UInt32
        /// For how many tiles in a row it holds; 0 for a directory.
        var runLength: UInt32

        var isLeaf: Bool { runLength == 0 }
        /// Wraps for an offset that the check refuses.
        var end: UInt64 { offset &+ UInt64(length) }
        /// The tiles it holds for; nothing for a directory.
        var ids: Range<UInt64> { id..<id + UInt64(runLength) }
    }

    /// By rising id; not empty.
    let entries: [Entry]

    /// Bytes of one directory, packed or not.
    static let maxBytes = 8 << 20
    /// Entries of one directory, of 24 bytes in memory. Most programs write some thousands; tilemaker writes all tiles of a
    /// country into one.
    static let maxEntries = 800_000
    static let tooLarge = PMTilesError("a directory of it is too large: more than \(maxEntries) tiles")
    /// The reference readers stop after so many on the way to a tile.
    static let maxDepth = 4

    /// Reads a packed directory.
    ///
    /// - Parameters:
    ///   - leaves: bytes of the part of the file with the leaf directories, `tiles`: of that with the tiles.
    ///   - maxZoom: the closest zoom of the archive.
    /// - Throws: `PMTilesError` for anything that cannot be true.
    init(
        _ packed: [UInt8], _ compression: Compression, leaves: UInt64, tiles: UInt64, maxZoom: Int
    ) throws(PMTilesError) {
        guard let bytes = Decompression.unpack(packed, compression, limit: TileDirectory.maxBytes) else {
            throw PMTilesError("a directory of it is damaged")
        }
        var varints = Varints(bytes: bytes)
        let count = try varints.next()
        // Four numbers an entry, of one byte each at least: nothing is reserved by a claim alone.
        guard count >= 1, count <= UInt64(bytes.count / 4) else { throw PMTilesError("a directory of it is damaged") }
        guard count <= UInt64(TileDirectory.maxEntries) else { throw TileDirectory.tooLarge }
        var entries = [Entry](repeating: Entry(id: 0, offset: 0, length: 0, runLength: 0), count: Int(count))
        var id: UInt64 = 0
        for index in entries.indices {
            let (next, isTooLarge) = id.addingReportingOverflow(try varints.next())
            guard !isTooLarge, index == 0 || next > id else { throw PMTilesError("its tiles are out of order") }
            id = next
            entries[index].id = id
        }
        for index in entries.indices { entries[index].runLength = try varints.short() }
        for index in entries.indices { entries[index].length = try varints.short() }
        for index in entries.indices {
            let value = try varints.next()
            guard value > 0 || index > 0 else { throw PMTilesError("a directory of it is damaged") }
            entries[index].offset = value > 0 ? value - 1 : entries[index - 1].end
        }
        self.entries = entries
        try check(leaves: leaves, tiles: tiles, end: TileID.first(zoom: maxZoom + 1))
    }

    private func check(leaves: UInt64, tiles: UInt64, end: UInt64) throws(PMTilesError) {
        for (index, entry) in entries.enumerated() {
            let limit = entry.isLeaf ? leaves : tiles
            guard entry.length > 0, entry.offset <= limit, UInt64(entry.length) <= limit - entry.offset else {
                throw PMTilesError("it is cut off: a tile or a directory would lie past its end")
            }
            let next = index + 1 < entries.count ? entries[index + 1].id : end
            guard entry.id < end, UInt64(entry.runLength) <= next - min(next, entry.id) else {
                throw PMTilesError("its tiles are out of order")
            }
        }
    }

    /// The entry that holds for a tile, or the directory in which one may; nil where there is none.
    func entry(for id: UInt64) -> Entry? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].id <= id { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let entry = entries[low - 1]
        return entry.isLeaf || entry.ids.contains(id) ? entry : nil
    }

    /// The tiles of an entry; for a directory all those up to the next entry.
    ///
    /// - Parameter end: the first tile beyond this directory.
    func ids(at index: Int, end: UInt64) -> Range<UInt64> {
        let entry = entries[index]
        guard entry.isLeaf else { return entry.ids }
        let next = index + 1 < entries.count ? entries[index + 1].id : end
        return entry.id..<max(entry.id, next)
    }
}

/// Numbers of 7 bits a byte, least significant first.
private struct Varints {
    let bytes: [UInt8]
    var index = 0

    mutating func next() throws(PMTilesError) -> UInt64 {
        var (value, shift) = (UInt64(0), UInt64(0))
        while index < bytes.count, shift < 64 {
            let byte = bytes[index]
            index += 1
            // The tenth byte has room for one bit.
            if shift == 63, byte > 1 { break }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw PMTilesError("a directory of it is damaged")
    }

    mutating func short() throws(PMTilesError) -> UInt32 {
        guard let value = UInt32(exactly: try next()) else { throw PMTilesError("a directory of it is damaged") }
        return value
    }
}
