/// The Cookie header field (RFC 6265, 4.2).
enum Cookies {
    static func value(of name: String, in headers: Headers) -> String? {
        for field in headers.all("cookie") {
            if let value = value(of: name, in: field) { return value }
        }
        return nil
    }

    static func value(of name: String, in field: String) -> String? {
        for pair in field.utf8.split(separator: Byte.semicolon) {
            let bytes = pair.drop { $0 == Byte.space || $0 == Byte.tab }
            guard let equals = bytes.firstIndex(of: Byte.equals) else { continue }
            guard bytes[..<equals].elementsEqual(name.utf8) else { continue }
            var value = bytes[bytes.index(after: equals)...]
            while let last = value.last, last == Byte.space || last == Byte.tab { value.removeLast() }
            return String(value)
        }
        return nil
    }
}
