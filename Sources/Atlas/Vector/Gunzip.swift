import CZlib

/// Decompresses gzip and zlib data (RFC 1952, 1950) up to a limit.
enum Gunzip {
    /// Limit for a decompressed tile: the largest seen in practice are under 4 MiB.
    static let maxBytes = 16 << 20

    /// The decompressed bytes; nil when they are damaged, truncated or more than `limit`.
    static func unpack(_ packed: [UInt8], limit: Int = maxBytes) -> [UInt8]? {
        var stream = z_stream()
        // 15 bits of window; 32 detects gzip or zlib from the header.
        guard inflateInit2_(&stream, 15 + 32, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return nil
        }
        defer { inflateEnd(&stream) }
        var packed = packed
        return packed.withUnsafeMutableBufferPointer { input -> [UInt8]? in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            var unpacked: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let (status, count) = chunk.withUnsafeMutableBufferPointer { output -> (Int32, Int) in
                    stream.next_out = output.baseAddress
                    stream.avail_out = UInt32(output.count)
                    let status = inflate(&stream, Z_NO_FLUSH)
                    return (status, output.count - Int(stream.avail_out))
                }
                unpacked.append(contentsOf: chunk[..<count])
                if unpacked.count > limit { return nil }
                if status == Z_STREAM_END { return unpacked }
                if status != Z_OK || count == 0 { return nil }
            }
        }
    }

    /// Whether data starts as gzip or zlib data does. No vector tile does: it starts with the tag of its first layer, 0x1A.
    static func isPacked(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first, let second = bytes.dropFirst().first else { return false }
        if first == 0x1F { return second == 0x8B }
        // Deflate with a window of up to 32 KiB, and the check that both bytes are a multiple of 31.
        return first & 0x0F == 8 && first >> 4 <= 7 && (Int(first) << 8 | Int(second)).isMultiple(of: 31)
    }
}
