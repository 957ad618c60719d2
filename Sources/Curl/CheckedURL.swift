/// An address that somebody else made up, checked before anything is asked there: that of a push service, of a map.
public struct CheckedURL: Sendable, Equatable {
    /// The longest address, in bytes.
    public static let maximumBytes = 1_000

    /// The address, made anew from its checked parts.
    public let url: String
    /// Scheme, host and port (RFC 6454, 6.2): what a signature is for (RFC 8292, 2).
    public let origin: String
    /// Whether the host of the site named its service: it may have a private address.
    public let isTrusted: Bool
    public let authority: HostPort

    /// Checks an address that a stranger may have made up.
    ///
    /// A name is not looked up here: every connection is checked (``SocketGuard``). libcurl reads the address made anew,
    /// never the stranger's text, so that both mean the same host.
    ///
    /// - Returns: nil for anything but https with a public host name or address, save what `hosts` names.
    public init?(_ url: String, trusting hosts: TrustedHosts) {
        let bytes = Array(url.utf8.prefix(CheckedURL.maximumBytes + 1))
        guard bytes.count <= CheckedURL.maximumBytes, bytes.allSatisfy({ CheckedURL.isAllowed($0) }),
            let scheme = Scheme.allCases.first(where: { $0.begins(bytes) })
        else { return nil }
        let rest = bytes[scheme.prefix.count...]
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        // No host has an @, so user info is refused as well.
        guard let authority = HostPort(rest[..<end], defaultPort: scheme.port) else { return nil }
        isTrusted = hosts.contains(authority)
        guard isTrusted || scheme == .https && authority.host.isPublic else { return nil }
        let port = authority.port == scheme.port ? "" : ":\(authority.port)"
        let path = String(decoding: rest[end...], as: UTF8.self)
        origin = "\(scheme.rawValue)://\(authority.host.text)\(port)"
        self.url = origin + (path.hasPrefix("/") ? "" : "/") + path
        self.authority = authority
        guard self.url.utf8.count <= CheckedURL.maximumBytes else { return nil }
    }

    private enum Scheme: String, CaseIterable {
        case https, http

        var port: Int { self == .https ? 443 : 80 }
        var prefix: [UInt8] { Array("\(rawValue)://".utf8) }

        func begins(_ bytes: [UInt8]) -> Bool {
            bytes.count >= prefix.count
                && zip(bytes, prefix).allSatisfy { $0 == $1 || $0.isLetter && $0 | 0x20 == $1 }
        }
    }

    /// What is visible in ASCII, without what stands in no URL (RFC 3986, 2). `#` and `\` are where readers of URLs
    /// disagree.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        0x21...0x7E ~= byte && !Array("\"#<>\\^`{|}".utf8).contains(byte)
    }
}
