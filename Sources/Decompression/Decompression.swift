/// A way in which bytes are packed.
public enum Compression: Sendable {
    case none
    /// gzip or zlib (RFC 1952, 1950), whichever the first bytes say.
    case gzip
    /// RFC 7932.
    case brotli
    /// RFC 8878.
    case zstd
}

/// Unpacks bytes from an untrusted source, up to a limit.
public enum Decompression {
    /// The unpacked bytes; nil when they are damaged, truncated or more than `limit`.
    ///
    /// Memory is reserved as bytes come out, never by what the packed bytes claim.
    public static func unpack(_ packed: [UInt8], _ compression: Compression, limit: Int) -> [UInt8]? {
        switch compression {
        case .none: packed.count <= limit ? packed : nil
        case .gzip: Inflating.unpack(packed, limit: limit)
        case .brotli: BrotliStream.unpack(packed, limit: limit)
        case .zstd: ZstdStream.unpack(packed, limit: limit)
        }
    }

    /// Whether data starts as gzip or zlib data does.
    public static func isGzip(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first, let second = bytes.dropFirst().first else { return false }
        if first == 0x1F { return second == 0x8B }
        // Deflate with a window of up to 32 KiB, and the check that both bytes are a multiple of 31.
        return first & 0x0F == 8 && first >> 4 <= 7 && (Int(first) << 8 | Int(second)).isMultiple(of: 31)
    }
}

/// What one step of a decoder did.
enum DecodingStep {
    /// Wrote so many bytes and wants to go on.
    case wrote(Int)
    /// Wrote so many bytes, and the data is complete.
    case ended(Int)
    case failed
}

/// Collects what a decoder writes, piece by piece.
enum DecodedPieces {
    private static let pieceBytes = 1 << 16

    /// Everything that `step` writes until the data ends; nil when it fails or writes more than `limit` bytes.
    static func collect(limit: Int, _ step: (UnsafeMutableBufferPointer<UInt8>) -> DecodingStep) -> [UInt8]? {
        var unpacked: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: pieceBytes)
        while true {
            switch piece.withUnsafeMutableBufferPointer({ step($0) }) {
            case .failed: return nil
            // Nothing more comes in, so a step without output never ends.
            case .wrote(0): return nil
            case .wrote(let count):
                unpacked.append(contentsOf: piece[..<count])
                if unpacked.count > limit { return nil }
            case .ended(let count):
                unpacked.append(contentsOf: piece[..<count])
                return unpacked.count <= limit ? unpacked : nil
            }
        }
    }
}
