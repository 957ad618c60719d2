/// Decides which addresses a link, a form or an image may have.
enum SafeURL {
    private static let schemes = ["https", "http", "mailto", "tel"]
    private static let images = ["data:image/png", "data:image/jpeg", "data:image/webp", "data:image/gif"]

    /// Whether an address cannot run script and cannot leave the site in disguise.
    ///
    /// Browsers strip tabs and line ends anywhere, and spaces and controls at the beginning, before they look for a
    /// scheme (WHATWG URL, 4.4), and read a backslash as a slash; so an address that contains any of these is refused.
    static func isSafe(_ address: some StringProtocol) -> Bool {
        let bytes = address.utf8
        if bytes.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }) { return false }
        if bytes.starts(with: "//".utf8) { return false }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return true }
        let beforeColon = address[..<colon]
        // A colon after the start of the path, query or fragment does not end a scheme.
        if beforeColon.utf8.contains(where: { "/?#".utf8.contains($0) }) { return true }
        let folded = address.prefix(40).lowercased()
        return schemes.contains(beforeColon.lowercased()) || images.contains { folded.hasPrefix($0) }
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
