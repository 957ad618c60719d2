/// Services on the host's own network, as the host names them (`CAIRN_PUSH_HOSTS`, `CAIRN_BASEMAP_HOSTS`). Only these may have private
/// addresses or speak plain http.
public struct TrustedHosts: Sendable, Equatable {
    /// None.
    public static let none = TrustedHosts()

    private let services: Set<HostPort>

    private init() { services = [] }

    /// Reads a list such as `ntfy.home:80, 127.0.0.1:8090, [fd00::7]:8443`.
    ///
    /// - Throws: `TrustedHostsError` for an entry that is no host with a port.
    public init(_ text: String) throws(TrustedHostsError) {
        var services: Set<HostPort> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            var entry = part.drop { $0 == " " }
            while entry.last == " " { entry.removeLast() }
            guard let service = HostPort(entry.utf8, defaultPort: nil) else {
                throw TrustedHostsError(entry: String(entry.prefix(100).map { $0.isNewline ? " " : $0 }))
            }
            services.insert(service)
        }
        self.services = services
    }

    func contains(_ service: HostPort) -> Bool { services.contains(service) }
}

/// An entry that names no service.
public struct TrustedHostsError: Error, Sendable, CustomStringConvertible {
    /// The entry, at most 100 characters of it.
    public let entry: String

    /// What is wrong and how to mend it, in one line.
    public var description: String {
        "“\(entry)” is no host with a port: write ntfy.home:80 or [fd00::7]:8080, several with commas between"
    }
}

/// Host and port of a service.
public struct HostPort: Sendable, Hashable {
    public let host: RemoteHost
    /// 1…65,535.
    public let port: Int

    /// Reads `host:port`, or `host` where there is a default port.
    init?(_ text: some Collection<UInt8>, defaultPort: Int?) {
        let text = Array(text)
        let isBracketed = text.first == UInt8(ascii: "[")
        let start = isBracketed ? text.firstIndex(of: UInt8(ascii: "]")) ?? text.count : 0
        let colon = text[start...].firstIndex(of: UInt8(ascii: ":"))
        guard let host = RemoteHost(text[..<(colon ?? text.count)]) else { return nil }
        self.host = host
        guard let colon else {
            guard let defaultPort else { return nil }
            port = defaultPort
            return
        }
        let digits = text[(colon + 1)...]
        guard digits.count <= 5, digits.allSatisfy({ $0.isDigit }),
            let number = Int(String(decoding: digits, as: UTF8.self)), 1...65_535 ~= number
        else { return nil }
        port = number
    }
}

/// The host of a service.
public enum RemoteHost: Sendable, Hashable {
    /// In lower case.
    case name(String)
    case address(NetworkAddress)

    /// Reads a host as it stands in a URL (RFC 3986, 3.2.2): IPv6 in brackets.
    init?(_ text: some Collection<UInt8>) {
        if text.first == UInt8(ascii: "[") {
            let inner = Array(text.dropFirst())
            guard inner.last == UInt8(ascii: "]"), let address = NetworkAddress(six: inner.dropLast()) else {
                return nil
            }
            self = .address(address)
            return
        }
        let labels = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { Array($0) }
        // An empty label is the trailing dot as well, which makes another name for the same host.
        guard text.count <= 253, labels.allSatisfy({ RemoteHost.isLabel($0) }), let last = labels.last else {
            return nil
        }
        if RemoteHost.isNumber(last) {
            guard let address = NetworkAddress(four: text) else { return nil }
            self = .address(address)
        } else {
            self = .name(String(decoding: text, as: UTF8.self).lowercased())
        }
    }

    /// As it stands in a URL.
    var text: String {
        switch self {
        case .name(let name): name
        case .address(let address): address.bytes.count == 4 ? address.text : "[\(address.text)]"
        }
    }

    /// Whether it can be a host of the internet, as far as one sees without looking the name up.
    var isPublic: Bool {
        switch self {
        case .address(let address): address.isPublic
        case .name(let name): name.contains(".") && !name.hasSuffix(".localhost") && !name.contains("_")
        }
    }

    /// Letters, digits and hyphens (RFC 1123, 2.1), and the underscore, which names of containers have.
    private static func isLabel(_ label: [UInt8]) -> Bool {
        1...63 ~= label.count && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
            && label.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }

    /// Whether resolvers take a name with this last label for an IPv4 address.
    private static func isNumber(_ label: [UInt8]) -> Bool {
        let isHex = label.count >= 2 && label[0] == UInt8(ascii: "0") && label[1] | 0x20 == UInt8(ascii: "x")
        return label.allSatisfy { $0.isDigit } || isHex && label[2...].allSatisfy { $0.isHexDigit }
    }
}
