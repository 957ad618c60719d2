import CZlib

@testable import PMTiles

/// Makes PMTiles archives.
public struct TestArchive: Sendable {
    public struct Tile: Sendable {
        public let position: TilePosition
        public let bytes: [UInt8]

        public init(_ zoom: Int, x: Int, y: Int, bytes: [UInt8]) {
            (position, self.bytes) = (TilePosition(zoom: zoom, x: x, y: y), bytes)
        }

        /// - Parameter code: as of ``TestArchive/tileCompression``.
        public func packed(by code: UInt8) -> Tile {
            Tile(position.zoom, x: position.x, y: position.y, bytes: TestArchive.packed(bytes, by: code))
        }
    }

    public var metadata =
        #"{"vector_layers": [{"id": "water"}, {"id": "transportation"}], "attribution": "© <b>Test</b>"}"#
    /// West, south, east, north, in 10⁻⁷ degrees.
    public var bounds: [Int32] = [-1_800_000_000, -850_000_000, 1_800_000_000, 850_000_000]
    /// Entries of one leaf directory; nil for a root alone.
    public var leafEntries: Int?
    /// The code of how directories and metadata are packed: 1 not at all, 2 by zlib, 3 by brotli, 4 by zstd.
    public var directoryCompression: UInt8 = 2
    /// The codes of how tiles are packed, and what they are.
    public var (tileCompression, tileKind): (UInt8, UInt8) = (1, 1)

    public init() {}

    /// An archive with some tiles; equal ones are kept once, neighbouring equal ones in one entry.
    public func bytes(_ tiles: [Tile]) -> [UInt8] {
        let sorted = tiles.map { (id: TileID.of($0.position) ?? 0, bytes: $0.bytes) }
            .sorted { $0.id < $1.id }
        var (entries, data, places) = ([TileDirectory.Entry](), [UInt8](), [[UInt8]: UInt64]())
        for (id, bytes) in sorted {
            let offset = places[bytes] ?? UInt64(data.count)
            if places[bytes] == nil { data += bytes }
            places[bytes] = offset
            if let last = entries.last, last.offset == offset, last.ids.upperBound == id {
                entries[entries.count - 1].runLength += 1
            } else {
                entries.append(.init(id: id, offset: offset, length: UInt32(bytes.count), runLength: 1))
            }
        }
        let zooms = tiles.map { UInt8($0.position.zoom) }
        return whole(entries, data, zooms: (zooms.min() ?? 0, zooms.max() ?? 0))
    }

    /// An archive with these entries, however wrong they are.
    func whole(_ entries: [TileDirectory.Entry], _ data: [UInt8], zooms: (UInt8, UInt8)) -> [UInt8] {
        var (leaves, tops) = ([UInt8](), entries)
        if let leafEntries {
            tops = []
            for start in stride(from: 0, to: entries.count, by: leafEntries) {
                let leaf = packed(TileDirectory.bytes(Array(entries[start..<min(entries.count, start + leafEntries)])))
                tops.append(
                    .init(id: entries[start].id, offset: UInt64(leaves.count), length: UInt32(leaf.count), runLength: 0)
                )
                leaves += leaf
            }
        }
        return parts(root: packed(TileDirectory.bytes(tops)), leaves: leaves, data, zooms: zooms)
    }

    /// An archive of directories that are packed already.
    public func parts(root: [UInt8], leaves: [UInt8], _ data: [UInt8], zooms: (UInt8, UInt8)) -> [UInt8] {
        let metadata = packed(Array(metadata.utf8))
        var bytes = Array("PMTiles".utf8) + [3]
        var offset = 127
        for part in [root, metadata, leaves, data] {
            bytes += TestArchive.number(offset, 8) + TestArchive.number(part.count, 8)
            offset += part.count
        }
        bytes += [UInt8](repeating: 0, count: 24)
        bytes += [1, directoryCompression, tileCompression, tileKind, zooms.0, zooms.1]
        for degrees in bounds { bytes += TestArchive.number(Int(degrees), 4) }
        bytes += [zooms.1] + [UInt8](repeating: 0, count: 8)
        return bytes + root + metadata + leaves + data
    }

    public func packed(_ bytes: [UInt8]) -> [UInt8] { TestArchive.packed(bytes, by: directoryCompression) }

    /// - Parameter code: as of ``directoryCompression``; what it does not name stays as it is.
    public static func packed(_ bytes: [UInt8], by code: UInt8) -> [UInt8] {
        switch code {
        case 2: zlib(bytes)
        case 3: brotli(bytes)
        case 4: zstd(bytes)
        default: bytes
        }
    }

    /// A stream of RFC 7932 that holds the bytes as they are, 64 KiB in a block: all of the format but its codes.
    private static func brotli(_ bytes: [UInt8]) -> [UInt8] {
        var (stream, bits, count) = ([UInt8](), 0, 0)
        func write(_ value: Int, _ width: Int) {
            bits |= value << count
            count += width
            while count >= 8 {
                stream.append(UInt8(bits & 0xFF))
                (bits, count) = (bits >> 8, count - 8)
            }
        }
        func fillByte() { if count > 0 { write(0, 8 - count) } }
        // A window of 64 KiB.
        write(0, 1)
        for start in stride(from: 0, to: bytes.count, by: 1 << 16) {
            let block = bytes[start..<min(bytes.count, start + 1 << 16)]
            // Not the last, a length of four digits, and not compressed.
            write(0, 1)
            write(0, 2)
            write(block.count - 1, 16)
            write(1, 1)
            fillByte()
            stream += block
        }
        // The last, and empty.
        write(3, 2)
        fillByte()
        return stream
    }

    /// A frame of RFC 8878 that holds the bytes as they are, up to 64 KiB in a block.
    private static func zstd(_ bytes: [UInt8]) -> [UInt8] {
        var frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x70]
        for start in stride(from: 0, to: bytes.count, by: 1 << 16) {
            let block = bytes[start..<min(bytes.count, start + 1 << 16)]
            frame += number(block.count << 3, 3) + block
        }
        // The last, and empty.
        return frame + [1, 0, 0]
    }

    /// Readers of gzip take zlib as well here.
    private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var size = compressBound(UInt(bytes.count))
        var packed = [UInt8](repeating: 0, count: Int(size))
        compress2(&packed, &size, bytes, UInt(bytes.count), 9)
        return Array(packed[..<Int(size)])
    }

    private static func number(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
