/// Decodes urlencoded text.
enum URLEncoded {
    /// - Parameter keepsBrokenEscapes: whether escapes without two hexadecimal digits, and an escaped NUL, stay as they are
    ///   instead of being refused.
    static func fields(
        _ bytes: UnsafeRawBufferPointer, keepsBrokenEscapes: Bool, limits: Limits
    ) throws(FormError) -> FormFields {
        var fields = FormFields()
        var start = 0
        while start < bytes.count {
            var end = start
            while end < bytes.count, bytes[end] != 0x26 { end += 1 }
            let pair = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            start = end + 1
            if pair.isEmpty { continue }
            if fields.values.count >= limits.formFields { throw .tooLarge("too many fields") }
            let equals = pair.firstIndex(of: Byte.equals) ?? pair.count
            let value = equals < pair.count ? UnsafeRawBufferPointer(rebasing: pair[(equals + 1)...]) : nil
            if value?.count ?? 0 > 3 * limits.formFieldBytes { throw .tooLarge("field too long") }
            let name = try decode(
                UnsafeRawBufferPointer(rebasing: pair[..<equals]), keepsBrokenEscapes: keepsBrokenEscapes)
            let text = if let value { try decode(value, keepsBrokenEscapes: keepsBrokenEscapes) } else { "" }
            if text.utf8.count > limits.formFieldBytes { throw .tooLarge("field too long") }
            fields.values.append((name: name, value: text))
        }
        return fields
    }

    /// The fields of a query, which the length of the request line bounds.
    static func query(_ bytes: UnsafeRawBufferPointer) -> FormFields {
        var limits = Limits()
        limits.formFields = bytes.count
        limits.formFieldBytes = 3 * bytes.count
        // A target contains no NUL, so nothing is left that could be refused.
        return (try? fields(bytes, keepsBrokenEscapes: true, limits: limits)) ?? FormFields()
    }

    private static func decode(
        _ bytes: UnsafeRawBufferPointer, keepsBrokenEscapes: Bool
    ) throws(FormError) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            var byte = bytes[index]
            if byte == Byte.percent {
                if let value = PercentPath.escape(bytes, at: index), value != 0 || !keepsBrokenEscapes {
                    byte = value
                    index += 2
                } else if !keepsBrokenEscapes {
                    throw .malformed("bad percent-escape")
                }
            } else if byte == 0x2B {
                byte = Byte.space
            }
            if byte == 0 { throw .malformed("NUL in a field") }
            decoded.append(byte)
            index += 1
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}
