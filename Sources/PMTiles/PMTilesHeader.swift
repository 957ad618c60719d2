import Decompression

/// The first 127 bytes of an archive (PMTiles version 3), checked against the size of its file.
public struct PMTilesHeader: Sendable, Equatable {
    /// What the tiles are.
    public enum TileKind: UInt8, Sendable {
        case vector = 1
        case png, jpeg, webp
    }

    /// Degrees; none is outside the world, and the box is not empty.
    public struct Box: Sendable, Equatable {
        public let west, south, east, north: Double

        public init(west: Double, south: Double, east: Double, north: Double) {
            (self.west, self.south, self.east, self.north) = (west, south, east, north)
        }

        /// What lies in both; nil for nothing.
        func intersection(_ other: Box) -> Box? {
            let both = Box(
                west: max(west, other.west), south: max(south, other.south), east: min(east, other.east),
                north: min(north, other.north))
            return both.west < both.east && both.south < both.north ? both : nil
        }
    }

    /// Parts of the file, as ranges of bytes.
    public let root, metadata, leaves, tiles: Range<UInt64>
    /// How directories and metadata are packed, and how tiles are.
    public let directoryCompression, tileCompression: Compression
    public let kind: TileKind
    public let zooms: ClosedRange<Int>
    public let box: Box

    static let bytes = 127
    /// The root directory ends within so many bytes, so that one request brings both.
    static let firstBytes = 16_384

    /// - Parameter size: of the file, in bytes.
    /// - Throws: `PMTilesError`.
    init(_ bytes: [UInt8], size: UInt64) throws(PMTilesError) {
        guard bytes.count >= PMTilesHeader.bytes else { throw PMTilesError("it is no PMTiles file") }
        let fields = PMTilesFields(bytes: bytes)
        guard bytes.starts(with: Array("PMTiles".utf8)) else {
            // Versions 1 and 2 begin with "PM" and a number.
            let isOld = bytes.starts(with: [0x50, 0x4D, 1, 0]) || bytes.starts(with: [0x50, 0x4D, 2, 0])
            throw PMTilesError(isOld ? "it is PMTiles of an old version" : "it is no PMTiles file")
        }
        guard bytes[7] == 3 else { throw PMTilesError("it is PMTiles of version \(bytes[7]): version 3 can be read") }
        root = try fields.section("root directory", at: 8, size)
        metadata = try fields.section("metadata", at: 24, size)
        leaves = try fields.section("directories", at: 40, size)
        tiles = try fields.section("tiles", at: 56, size)
        guard root.upperBound <= UInt64(PMTilesHeader.firstBytes), !root.isEmpty else {
            throw PMTilesError("its root directory is not where it belongs")
        }
        directoryCompression = try PMTilesHeader.compression(bytes[97])
        tileCompression = try PMTilesHeader.compression(bytes[98])
        guard let kind = TileKind(rawValue: bytes[99]) else {
            let names = [5: "AVIF", 6: "MapLibre tiles"]
            throw PMTilesError(
                "its tiles are \(names[Int(bytes[99])] ?? "of an unknown kind"): vector tiles, PNG, JPEG and WebP can be drawn"
            )
        }
        self.kind = kind
        let (low, high) = (Int(bytes[100]), Int(bytes[101]))
        guard low <= high, high <= TileID.maxZoom else { throw PMTilesError("its zooms are \(low) to \(high)") }
        zooms = low...high
        box = Box(
            west: fields.degrees(at: 102), south: fields.degrees(at: 106), east: fields.degrees(at: 110),
            north: fields.degrees(at: 114))
        guard -180...180 ~= box.west, -180...180 ~= box.east, -90...90 ~= box.south, -90...90 ~= box.north,
            box.west < box.east, box.south < box.north
        else { throw PMTilesError("it covers no part of the world") }
    }

    private static func compression(_ code: UInt8) throws(PMTilesError) -> Compression {
        switch code {
        case 1: .none
        case 2: .gzip
        case 3: .brotli
        case 4: .zstd
        default: throw PMTilesError("it does not say how its data is packed")
        }
    }
}

extension Compression {
    /// As it stands in a header.
    var code: UInt8 {
        switch self {
        case .none: 1
        case .gzip: 2
        case .brotli: 3
        case .zstd: 4
        }
    }
}

/// Numbers at fixed places, little-endian.
struct PMTilesFields {
    let bytes: [UInt8]

    func number(at offset: Int) -> UInt64 {
        (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
    }

    /// Stored as a whole number of 10⁻⁷ degrees.
    func degrees(at offset: Int) -> Double {
        let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
        return Double(Int32(bitPattern: bits)) / 1e7
    }

    /// An offset and a length that lie in the file.
    func section(_ name: String, at offset: Int, _ size: UInt64) throws(PMTilesError) -> Range<UInt64> {
        let (start, length) = (number(at: offset), number(at: offset + 8))
        let (end, isTooLarge) = start.addingReportingOverflow(length)
        guard !isTooLarge, end <= size else { throw PMTilesError("it is cut off: its \(name) would lie past its end") }
        return start..<end
    }
}
