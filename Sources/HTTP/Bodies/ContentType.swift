/// A media type with parameters (RFC 9110, 8.3.1); also parses Content-Disposition.
struct ContentType {
    /// "type/subtype" in lower case.
    let essence: String
    /// The parameters in order, with names in lower case.
    let parameters: [(name: String, value: String)]

    init(_ text: String) {
        var rest = Substring(text).utf8[...]
        let end = rest.firstIndex(of: Byte.semicolon) ?? rest.endIndex
        essence = String(decoding: rest[..<end].filter { $0 != Byte.space && $0 != Byte.tab }, as: UTF8.self)
            .lowercased()
        rest = rest[end...]
        var found: [(name: String, value: String)] = []
        while let parameter = ContentType.nextParameter(&rest) { found.append(parameter) }
        parameters = found
    }

    /// Parses `; name=value` or `; name="value"`; nil for anything else.
    static func nextParameter(_ rest: inout Substring.UTF8View) -> (name: String, value: String)? {
        while let byte = rest.first, byte == Byte.semicolon || byte == Byte.space || byte == Byte.tab {
            rest.removeFirst()
        }
        guard let equals = rest.firstIndex(of: Byte.equals) else { return nil }
        let name = rest[..<equals]
        guard !name.isEmpty, name.allSatisfy(isToken) else { return nil }
        rest = rest[rest.index(after: equals)...]
        guard let value = nextValue(&rest) else { return nil }
        return (name: String(decoding: name, as: UTF8.self).lowercased(), value: value)
    }

    /// Parses a token or a quoted string. `\"` and `\\` are escapes; any other backslash is kept, because old browsers
    /// send Windows paths.
    private static func nextValue(_ rest: inout Substring.UTF8View) -> String? {
        guard rest.first == Byte.quote else {
            let end = rest.firstIndex { $0 == Byte.semicolon || $0 == Byte.space || $0 == Byte.tab } ?? rest.endIndex
            let value = rest[..<end]
            rest = rest[end...]
            return String(decoding: value, as: UTF8.self)
        }
        rest.removeFirst()
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == Byte.quote { return String(decoding: bytes, as: UTF8.self) }
            if byte == Byte.backslash, let next = rest.first, next == Byte.quote || next == Byte.backslash {
                bytes.append(next)
                rest.removeFirst()
            } else {
                bytes.append(byte)
            }
        }
        return nil
    }
}
