/// Text in URLs.
enum PathText {
    /// Percent-encodes everything except letters, digits and `-._~/` (RFC 3986, 2.3; the slash is legal in a query).
    static func component(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E:
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }

    /// The path in a `next` field, or "/" for anything that could lead off the site.
    static func inside(_ next: String?) -> String {
        guard let next, next.utf8.count < 2_000, next.hasPrefix("/") else { return "/" }
        let isPlain = next.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x5C }
        return isPlain && !next.hasPrefix("//") ? next : "/"
    }
}
