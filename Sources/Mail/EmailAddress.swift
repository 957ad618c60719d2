/// An e-mail address as people type it: `local@domain`, ASCII, at most 254 bytes (RFC 5321, 4.5.3.1.3, less the angle
/// brackets). The local part is a dot-atom (RFC 5322, 3.2.3), the domain two or more names, or `localhost`.
///
/// Quoted local parts, address literals and characters beyond ASCII are refused, so that an address cannot hide a line
/// break or a second address. Two addresses are equal when their folded forms are.
public struct EmailAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address as it was written.
    public let text: String
    /// The domain, in lower case.
    public let domain: String
    /// The form for comparison and look-up: both parts in lower case. The standard lets a server distinguish `Aino@`
    /// from `aino@`; none does, and people do not expect it.
    public let folded: String

    /// The maximum length in bytes.
    public static let maximumBytes = 254

    /// Parses an address; nil when it is invalid.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= EmailAddress.maximumBytes else { return nil }
        let parts = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, EmailAddress.isLocalPart(parts[0]), EmailAddress.isDomain(parts[1]) else { return nil }
        self.text = text
        domain = String(decoding: parts[1], as: UTF8.self).lowercased()
        folded = text.lowercased()
    }

    /// The sender of a site whose host is not a domain name.
    public static func noReply() -> EmailAddress {
        EmailAddress(trusted: "cairn@localhost", domain: "localhost")
    }

    private init(trusted text: String, domain: String) {
        self.text = text
        self.domain = domain
        folded = text
    }

    /// The address as it was written.
    public var description: String { text }

    /// Whether both reach the same person: case does not count.
    public static func == (left: EmailAddress, right: EmailAddress) -> Bool { left.folded == right.folded }

    /// Hashes the folded form.
    public func hash(into hasher: inout Hasher) { hasher.combine(folded) }

    private static func isLocalPart(_ bytes: ArraySlice<UInt8>) -> Bool {
        // RFC 5321, 4.5.3.1.1.
        guard 1...64 ~= bytes.count else { return false }
        return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { atom in
            !atom.isEmpty && atom.allSatisfy { ASCII.isAlphanumeric($0) || marks.contains($0) }
        }
    }

    /// Characters allowed in an atom besides letters and digits (RFC 5322, 3.2.3).
    private static let marks = Set("!#$%&'*+-/=?^_`{|}~".utf8)

    private static func isDomain(_ bytes: ArraySlice<UInt8>) -> Bool {
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard let last = labels.last, labels.allSatisfy({ isLabel($0) }) else { return false }
        // A last label of digits only would be a numeric address.
        guard labels.count > 1 else { return String(decoding: last, as: UTF8.self).lowercased() == "localhost" }
        return !last.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }

    private static func isLabel(_ bytes: ArraySlice<UInt8>) -> Bool {
        let hyphen = UInt8(ascii: "-")
        // RFC 1035, 2.3.4.
        return 1...63 ~= bytes.count && bytes.first != hyphen && bytes.last != hyphen
            && bytes.allSatisfy { ASCII.isAlphanumeric($0) || $0 == hyphen }
    }
}
