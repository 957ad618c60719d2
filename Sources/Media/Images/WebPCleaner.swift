import Foundation

/// Removes EXIF, XMP and colour profiles from a WebP. libvips 8.14 writes EXIF, and the XMP it has read, even when
/// asked to strip.
enum WebPCleaner {
    /// Rewrites a file in place.
    ///
    /// - Throws: `MediaFault` when it cannot be read or written, or is not a WebP.
    static func clean(_ path: String) throws(MediaFault) {
        guard let data = FileManager.default.contents(atPath: path), let cleaned = cleaned(data) else {
            throw MediaFault("cannot read \(path) as WebP")
        }
        guard cleaned != data else { return }
        do { try cleaned.write(to: URL(fileURLWithPath: path)) } catch {
            throw .foundation("write", path: path, error: error)
        }
    }

    /// The same image without metadata; nil for data that is not a WebP.
    static func cleaned(_ data: Data) -> Data? {
        let bytes = FileBytes(data)
        guard bytes.isText("RIFF", at: 0), bytes.isText("WEBP", at: 8) else { return nil }
        var chunks = Data()
        var offset = 12
        while let type = bytes.code(offset), let size = bytes.number(offset + 4, 4, littleEndian: true) {
            guard var chunk = bytes.slice(offset, 8 + size).map({ Data($0) }) else { return nil }
            offset += 8 + size + size % 2
            guard pictures.contains(type) else { continue }
            // The flags of the removed chunks: ICC profile, EXIF, XMP (RFC 9649, 2.7).
            if type == "VP8X" && size > 0 { chunk[8] &= ~(0x20 | 0x08 | 0x04) }
            if size % 2 == 1 { chunk.append(0) }
            chunks += chunk
        }
        let size = UInt32(clamping: chunks.count + 4)
        let length = (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * UInt32($0))) }
        return Data("RIFF".utf8) + length + Data("WEBP".utf8) + chunks
    }

    private static let pictures: Set = ["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF"]
}
