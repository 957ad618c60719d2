/// Writes the parts of an archive that stand before its tiles. Directories and metadata are not packed: a town has some kilobytes
/// of them.
struct PMTilesWriter {
    private(set) var bytes: [UInt8] = []

    /// What the header says of an archive's size.
    struct Counts {
        let tiles, entries, contents: UInt64
    }

    /// - Parameters:
    ///   - header: of the archive that the tiles are from.
    ///   - tileBytes: of all contents, which follow.
    mutating func write(
        header: PMTilesHeader, region: TileRegion, root: [UInt8], leaves: [UInt8], metadata: [UInt8],
        tileBytes: UInt64, counts: Counts
    ) {
        // One number says how directories and metadata are packed, so metadata is unpacked like them.
        let metadata = header.unpackedMetadata(metadata)
        bytes = Array("PMTiles".utf8) + [3]
        var offset = UInt64(PMTilesHeader.bytes)
        for length in [UInt64(root.count), UInt64(metadata.count), UInt64(leaves.count), tileBytes] {
            add(offset)
            add(length)
            offset += length
        }
        for count in [counts.tiles, counts.entries, counts.contents] { add(count) }
        // Tiles follow their numbers, and directories are not packed.
        bytes += [1, 1, header.tileCompression.code, header.kind.rawValue]
        bytes += [UInt8(region.zooms.lowerBound), UInt8(region.zooms.upperBound)]
        let box = region.box
        for degrees in [box.west, box.south, box.east, box.north] { add(degrees: degrees) }
        bytes.append(UInt8(region.zooms.upperBound))
        add(degrees: (box.west + box.east) / 2)
        add(degrees: (box.south + box.north) / 2)
        bytes += root + metadata + leaves
    }

    private mutating func add(_ number: UInt64) {
        bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    }

    private mutating func add(degrees: Double) {
        let bits = UInt32(bitPattern: Int32((degrees * 1e7).rounded()))
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: bits >> UInt32(8 * $0)) }
    }
}

extension TileDirectory {
    /// Entries as they stand in an archive, not packed.
    static func bytes(_ entries: [Entry]) -> [UInt8] {
        var bytes: [UInt8] = []
        func add(_ value: UInt64) {
            var value = value
            while value >= 0x80 {
                bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
                value >>= 7
            }
            bytes.append(UInt8(value))
        }
        add(UInt64(entries.count))
        var id: UInt64 = 0
        for entry in entries {
            add(entry.id - id)
            id = entry.id
        }
        for entry in entries { add(UInt64(entry.runLength)) }
        for entry in entries { add(UInt64(entry.length)) }
        for (index, entry) in entries.enumerated() {
            let isNext = index > 0 && entry.offset == entries[index - 1].end
            add(isNext ? 0 : entry.offset + 1)
        }
        return bytes
    }
}
