/// Decodes urlencoded text.
enum URLEncoded {
    static func strict(_ bytes: UnsafeRawBufferPointer, limits: Limits) throws(FormError) -> FormFields {
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
            let name = try decode(UnsafeRawBufferPointer(rebasing: pair[..<equals]))
            let text = if let value { try decode(value) } else { "" }
            if text.utf8.count > limits.formFieldBytes { throw .tooLarge("field too long") }
            fields.values.append((name: name, value: text))
        }
        return fields
    }

    /// The fields of a query: text that cannot be decoded stays as it is.
    static func lenient(_ bytes: UnsafeRawBufferPointer) -> FormFields {
        var limits = Limits()
        limits.formFields = Int.max
        if let fields = try? strict(bytes, limits: limits) { return fields }
        var fields = FormFields()
        for pair in bytes.split(separator: 0x26) {
            let parts = pair.split(separator: Byte.equals, maxSplits: 1, omittingEmptySubsequences: false)
            let texts = parts.map { part in
                let raw = UnsafeRawBufferPointer(rebasing: part)
                return (try? decode(raw)) ?? String(decoding: raw, as: UTF8.self)
            }
            fields.values.append((name: texts[0], value: texts.count > 1 ? texts[1] : ""))
        }
        return fields
    }

    static func decode(_ bytes: UnsafeRawBufferPointer) throws(FormError) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            var byte = bytes[index]
            if byte == Byte.percent {
                guard let value = PercentPath.escape(bytes, at: index) else { throw .malformed("bad percent-escape") }
                byte = value
                index += 2
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
