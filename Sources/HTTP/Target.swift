/// The authority of a request: the value of Host or the middle of an absolute-form target.
enum Authority {
    /// `uri-host [ ":" port ]` without user information (RFC 9110, 7.2; RFC 3986, 3.2): a reg-name, an IPv4 address or
    /// an IP literal in brackets. Empty is refused, for an http URI names a host (RFC 9110, 4.2.1).
    static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let first = bytes.first, bytes.count <= 300 else { return false }
        var index = 0
        if first == 0x5B {
            index = 1
            while index < bytes.count,
                hexValue(bytes[index]) != nil || bytes[index] == Byte.colon
                    || bytes[index] == Byte.dot
            { index += 1 }
            guard index > 2, index < bytes.count, bytes[index] == 0x5D else { return false }
            index += 1
        } else {
            while index < bytes.count, bytes[index] != Byte.colon {
                guard isHostByte(bytes[index]) else { return false }
                index += 1
            }
            guard index > 0 else { return false }
        }
        guard index < bytes.count else { return true }
        return bytes[index] == Byte.colon && bytes.count - index <= 6 && bytes[(index + 1)...].allSatisfy(isDigit)
    }

    /// Unreserved characters and sub-delims of RFC 3986. A percent sign is left out: no host here needs one.
    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x2D, 0x2E, 0x5F, 0x7E: true
        case 0x21, 0x24, 0x26...0x2C, 0x3B, 0x3D: true
        default: false
        }
    }
}

/// A request target (RFC 9112, 3.2) in parts.
struct Target {
    /// Percent-decoded, always beginning with "/"; "*" for `OPTIONS *`.
    let path: String
    /// Where the query stands in the bytes given, without its "?".
    let query: Range<Int>?
    /// Where the authority of an absolute-form target stands.
    let authority: Range<Int>?

    /// Reads origin-form, absolute-form with http or https, and for OPTIONS also `*`.
    init(_ bytes: UnsafeRawBufferPointer, method: Method) throws(Refusal) {
        if bytes.count == 1, bytes[0] == 0x2A, method == .options {
            path = "*"
            query = nil
            authority = nil
            return
        }
        var start = 0
        if bytes[0] == Byte.slash {
            authority = nil
        } else {
            let found = try Target.absoluteAuthority(bytes)
            authority = found
            start = found.upperBound
        }
        var end = start
        while end < bytes.count, bytes[end] != Byte.question { end += 1 }
        path = try PercentPath.decode(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        if end < bytes.count {
            query = end + 1..<bytes.count
            try Target.checkQuery(UnsafeRawBufferPointer(rebasing: bytes[(end + 1)...]))
        } else {
            query = nil
        }
    }

    private static func absoluteAuthority(_ bytes: UnsafeRawBufferPointer) throws(Refusal) -> Range<Int> {
        func begins(_ scheme: StaticString) -> Bool {
            let count = scheme.utf8CodeUnitCount
            return bytes.count > count && isWord(UnsafeRawBufferPointer(rebasing: bytes[0..<count]), scheme)
        }
        let start = begins("http://") ? 7 : begins("https://") ? 8 : 0
        guard start > 0 else { throw Refusal(.badRequest, "target is neither a path nor an http URI (RFC 9112, 3.2)") }
        var end = start
        while end < bytes.count, bytes[end] != Byte.slash, bytes[end] != Byte.question { end += 1 }
        guard Authority.isValid(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) else {
            throw Refusal(.badRequest, "bad authority in the target (RFC 9112, 3.2.2)")
        }
        return start..<end
    }

    /// Escapes must be whole and must not hide a NUL. Browsers send more than RFC 3986 allows in a query (`[`, `|`, `{`),
    /// so every visible character but the delimiters `"<>#` passes.
    private static func checkQuery(_ bytes: UnsafeRawBufferPointer) throws(Refusal) {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == Byte.percent {
                guard let value = PercentPath.escape(bytes, at: index), value != 0 else {
                    throw Refusal(.badRequest, "bad percent-escape in the query (RFC 3986, 2.1)")
                }
                index += 3
            } else if byte == 0x22 || byte == 0x23 || byte == 0x3C || byte == 0x3E {
                throw Refusal(.badRequest, "bad character in the query (RFC 3986, 3.4)")
            } else {
                index += 1
            }
        }
    }
}

/// Decodes the path of a target, so that a path has one meaning only.
enum PercentPath {
    /// Refuses broken escapes, escaped NUL, control characters and slashes, text that is not UTF-8, and dot segments
    /// (plain or escaped): a client resolves those before it sends (RFC 3986, 5.2.4, 6.2.2). Empty becomes "/".
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

    /// The byte that a `%XX` at this place stands for, or nil.
    static func escape(_ bytes: UnsafeRawBufferPointer, at index: Int) -> UInt8? {
        guard index + 2 < bytes.count, let high = hexValue(bytes[index + 1]), let low = hexValue(bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }
}
