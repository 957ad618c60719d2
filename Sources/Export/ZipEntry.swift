import Foundation

/// The limits above which ZIP64 is needed; smaller in tests.
struct ZipLimits {
    var largest: UInt64 = 0xFFFF_FFFF
    var maxEntries = 0xFFFF
}

/// The metadata of an entry, for its local header and the directory.
struct ZipEntry {
    let name: String
    let compression: ZipWriter.Compression
    let time: ZipTime
    /// The offset of its local header.
    let offset: UInt64
    /// Whether its local header has space for sizes of 64 bits.
    var isLarge = false
    var checksum: UInt32 = 0
    var size: UInt64 = 0
    var packedSize: UInt64 = 0

    static func isName(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return 1...0xFFFF ~= name.utf8.count && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
            && name.unicodeScalars.allSatisfy { $0 != "\\" && $0.properties.generalCategory != .control }
    }

    /// APPNOTE 4.3.7.
    var localHeader: [UInt8] {
        var bytes = LittleEndian()
        bytes.add(0x0403_4B50 as UInt32)
        addCommon(&bytes, version: isLarge ? 45 : 20)
        bytes.add(isLarge ? 0xFFFF_FFFF : UInt32(truncatingIfNeeded: packedSize))
        bytes.add(isLarge ? 0xFFFF_FFFF : UInt32(truncatingIfNeeded: size))
        bytes.add(UInt16(name.utf8.count))
        let extra = time.extra + (isLarge ? ZipEntry.extra([size, packedSize]) : [])
        bytes.add(UInt16(extra.count))
        bytes.bytes += name.utf8
        bytes.bytes += extra
        return bytes.bytes
    }

    /// APPNOTE 4.3.12. Values that do not fit go into the extra field, in this order.
    func directoryHeader(_ limits: ZipLimits) -> [UInt8] {
        var bytes = LittleEndian()
        let large = [size, packedSize, offset].filter { $0 >= limits.largest }
        bytes.add(0x0201_4B50 as UInt32)
        // Made on Unix (3), so that the upper half of the attributes is a mode.
        bytes.add(UInt16(3 << 8 | 45))
        addCommon(&bytes, version: isLarge || !large.isEmpty ? 45 : 20)
        bytes.add(packedSize >= limits.largest ? 0xFFFF_FFFF : UInt32(truncatingIfNeeded: packedSize))
        bytes.add(size >= limits.largest ? 0xFFFF_FFFF : UInt32(truncatingIfNeeded: size))
        bytes.add(UInt16(name.utf8.count))
        let extra = time.extra + (large.isEmpty ? [] : ZipEntry.extra(large))
        bytes.add(UInt16(extra.count))
        // Comment length, disk, internal attributes.
        for _ in 0..<3 { bytes.add(0 as UInt16) }
        bytes.add(UInt32(0o100644) << 16)
        bytes.add(offset >= limits.largest ? 0xFFFF_FFFF : UInt32(truncatingIfNeeded: offset))
        bytes.bytes += name.utf8
        bytes.bytes += extra
        return bytes.bytes
    }

    private func addCommon(_ bytes: inout LittleEndian, version: UInt16) {
        bytes.add(version)
        // Bit 11: the name is UTF-8.
        bytes.add(1 << 11 as UInt16)
        bytes.add(UInt16(compression == .deflated ? 8 : 0))
        bytes.add(time.clock)
        bytes.add(time.date)
        bytes.add(checksum)
    }

    /// Sizes of 64 bits (APPNOTE 4.5.3).
    private static func extra(_ values: [UInt64]) -> [UInt8] {
        var bytes = LittleEndian()
        bytes.add(1 as UInt16)
        bytes.add(UInt16(8 * values.count))
        for value in values { bytes.add(value) }
        return bytes.bytes
    }

    /// The end of the directory (APPNOTE 4.3.14 to 4.3.16).
    static func directoryEnd(count: Int, size: UInt64, start: UInt64, _ limits: ZipLimits) -> [UInt8] {
        var bytes = LittleEndian()
        let isLarge = count >= limits.maxEntries || size >= limits.largest || start >= limits.largest
        if isLarge {
            bytes.add(0x0606_4B50 as UInt32)
            bytes.add(44 as UInt64)
            bytes.add(UInt16(3 << 8 | 45))
            bytes.add(45 as UInt16)
            for _ in 0..<2 { bytes.add(0 as UInt32) }
            for value in [UInt64(count), UInt64(count), size, start] { bytes.add(value) }
            bytes.add(0x0706_4B50 as UInt32)
            bytes.add(0 as UInt32)
            bytes.add(start + size)
            bytes.add(1 as UInt32)
        }
        bytes.add(0x0605_4B50 as UInt32)
        for _ in 0..<2 { bytes.add(0 as UInt16) }
        for _ in 0..<2 { bytes.add(isLarge ? 0xFFFF : UInt16(count)) }
        bytes.add(isLarge ? 0xFFFF_FFFF : UInt32(size))
        bytes.add(isLarge ? 0xFFFF_FFFF : UInt32(start))
        bytes.add(0 as UInt16)
        return bytes.bytes
    }
}

/// Writes little-endian numbers.
struct LittleEndian {
    var bytes: [UInt8] = []

    mutating func add(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }
}
