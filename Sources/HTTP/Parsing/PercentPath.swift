/// Decodes the path of a target, so that a path has only one meaning.
enum PercentPath {
    /// Refuses broken escapes, escaped control characters and slashes, text that is not UTF-8, and dot segments (plain
    /// or escaped), which a client resolves before it sends (RFC 3986, 5.2.4, 6.2.2). An empty path becomes "/".
    static func decode(_ bytes: UnsafeRawBufferPointer) throws(Refusal) -> String {
        if bytes.isEmpty { return "/" }
        var isPlain = true
        var previous: UInt8 = 0
        for byte in bytes {
            switch byte {
            case Byte.percent: isPlain = false
            case Byte.dot where previous == Byte.slash: isPlain = false
            case 0x22, 0x23, 0x3C, 0x3E, Byte.backslash:
                throw Refusal(.badRequest, "bad character in the path (RFC 3986, 3.3)")
            default: break
            }
            previous = byte
        }
        if isPlain { return String(decoding: bytes, as: UTF8.self) }
        return try decodeEscapes(bytes)
    }

    private static func decodeEscapes(_ bytes: UnsafeRawBufferPointer) throws(Refusal) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == Byte.percent else {
                decoded.append(bytes[index])
                index += 1
                continue
            }
            guard let value = escape(bytes, at: index), value >= 0x20, value != 0x7F, value != Byte.slash else {
                throw Refusal(.badRequest, "bad percent-escape in the path (RFC 3986, 2.1)")
            }
            decoded.append(value)
            index += 3
        }
        for segment in decoded.split(separator: Byte.slash) where segment.count <= 2 {
            if segment.allSatisfy({ $0 == Byte.dot }) {
                throw Refusal(.badRequest, "dot segment in the path (RFC 3986, 6.2.2.3)")
            }
        }
        guard let text = String(validating: decoded, as: UTF8.self) else {
            throw Refusal(.badRequest, "path is not UTF-8 (RFC 3986, 2.5)")
        }
        return text
    }

    /// The byte that `%XX` at this offset encodes, or nil.
    static func escape(_ bytes: UnsafeRawBufferPointer, at index: Int) -> UInt8? {
        guard index + 2 < bytes.count, let high = hexValue(bytes[index + 1]), let low = hexValue(bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }
}
