/// Decides which addresses a link, a form or an image may have.
enum SafeURL {
    private static let schemes = ["https", "http", "mailto", "tel", "sms", "geo", "owntracks", "overland"]
    private static let images = ["data:image/png", "data:image/jpeg", "data:image/webp", "data:image/gif"]
    /// Bytes that suffice to recognize one.
    private static let maxImageLength = 40

    /// Whether an address cannot run script and cannot leave the site in disguise.
    ///
    /// Browsers strip tabs and line ends anywhere, and spaces and controls at the beginning, before they look for a
    /// scheme (WHATWG URL, 4.4), and read a backslash as a slash; so an address that contains any of these is refused.
    static func isSafe(_ address: String) -> Bool {
        var address = address
        return address.withUTF8 { isSafe($0) }
    }

    private static func isSafe(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if bytes.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }) { return false }
        if bytes.starts(with: "//".utf8) { return false }
        // A colon after the start of the path, query or fragment does not end a scheme.
        guard let end = bytes.firstIndex(where: { isDelimiter($0) }), bytes[end] == UInt8(ascii: ":") else {
            return true
        }
        let scheme = String(decoding: bytes[..<end], as: UTF8.self).lowercased()
        let start = String(decoding: bytes.prefix(maxImageLength), as: UTF8.self).lowercased()
        return schemes.contains(scheme) || images.contains { start.hasPrefix($0) }
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ":") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// Letters, digits and `-._~` (RFC 3986, 2.3).
    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
