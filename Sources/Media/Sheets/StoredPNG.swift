import Foundation

/// An uncompressed PNG (ISO/IEC 15948): the one format of pixels that vips reads from anybody.
enum StoredPNG {
    /// - Parameter pixels: RGB by rows.
    static func data(_ pixels: [UInt8], width: Int, height: Int) -> Data {
        var lines: [UInt8] = []
        lines.reserveCapacity(pixels.count + height)
        for y in 0..<height {
            // No filter.
            lines.append(0)
            lines += pixels[(3 * y * width)..<(3 * (y + 1) * width)]
        }
        let header = big(UInt32(width)) + big(UInt32(height)) + [8, 2, 0, 0, 0]
        return Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + chunk("IHDR", header)
            + chunk("IDAT", zlib(lines)) + chunk("IEND", [])
    }

    /// Stored blocks (RFC 1950, RFC 1951 3.2.4).
    private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        let most = 65_535
        var packed: [UInt8] = [0x78, 0x01]
        packed.reserveCapacity(bytes.count + bytes.count / 4_096 + 16)
        for start in stride(from: 0, to: bytes.count, by: most) {
            let end = min(start + most, bytes.count)
            let length = UInt16(end - start)
            packed.append(end == bytes.count ? 1 : 0)
            for number in [length, ~length] { packed += [UInt8(number & 255), UInt8(number >> 8)] }
            packed += bytes[start..<end]
        }
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return packed + big(b << 16 | a)
    }

    private static func chunk(_ type: String, _ body: [UInt8]) -> Data {
        let typed = Array(type.utf8) + body
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in typed { sum = table[Int((sum ^ UInt32(byte)) & 255)] ^ (sum >> 8) }
        return Data(big(UInt32(body.count)) + typed + big(~sum))
    }

    private static let table: [UInt32] = (0..<256).map { number in
        var rest = UInt32(number)
        for _ in 0..<8 { rest = (rest & 1 == 1 ? 0xEDB8_8320 : 0) ^ (rest >> 1) }
        return rest
    }

    private static func big(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    }
}
