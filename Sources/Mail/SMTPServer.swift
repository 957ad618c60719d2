import Foundation

/// The address of a mail server and how to connect, given as a URL: `smtp://user:password@host:port` or `smtps://…`.
public struct SMTPServer: Sendable, Equatable {
    /// What protects the connection.
    public enum Encryption: Sendable, Equatable {
        /// TLS from the first byte (RFC 8314, 3.3).
        case implicit
        /// STARTTLS (RFC 3207); without it nothing is sent.
        case required
        /// STARTTLS when the server offers it.
        case offered
        /// None: the server is on this machine, so the connection never leaves it. Such a server's certificate is
        /// usually self-signed and would fail verification.
        case none
    }

    /// A user and a password.
    public struct Credentials: Sendable, Equatable {
        /// Not empty.
        public let user: String
        /// Not empty.
        public let password: String
    }

    /// A name, an IPv4 address or an IPv6 address without brackets.
    public let host: String
    /// 1…65,535. Without one in the URL: 465 for smtps, 587 with credentials, 25 otherwise.
    public let port: Int
    /// Nil for a server that takes mail from anybody, or from this machine.
    public let credentials: Credentials?
    /// Derived from the scheme, the credentials and the host.
    public let encryption: Encryption

    /// Parses a URL. User and password are percent-encoded; the last `@` ends them.
    ///
    /// - Throws: `MailError.badURL`, with the reason and without the URL, which may contain a password.
    public init(_ url: String) throws(MailError) {
        guard let colon = url.range(of: "://") else { throw .badURL("it begins with neither smtp:// nor smtps://") }
        let scheme = url[..<colon.lowerBound].lowercased()
        guard scheme == "smtp" || scheme == "smtps" else {
            throw .badURL("it begins with neither smtp:// nor smtps://")
        }
        var rest = url[colon.upperBound...]
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        let at = rest.lastIndex(of: "@")
        credentials = try at.map { (at) throws(MailError) in try SMTPServer.credentials(rest[..<at]) }
        let authority = at.map { rest[rest.index(after: $0)...] } ?? rest
        let (host, port) = try SMTPServer.split(authority)
        self.host = host
        self.port = port ?? (scheme == "smtps" ? 465 : credentials == nil ? 25 : 587)
        encryption =
            scheme == "smtps" ? .implicit : credentials != nil ? .required : isLoopback(host) ? .none : .offered
    }

    private static func credentials(_ text: Substring) throws(MailError) -> Credentials {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let user = parts[0].removingPercentEncoding,
            let password = parts[1].removingPercentEncoding
        else { throw .badURL("before the @ there is no user:password in percent-encoding") }
        let isClean = (user + password).unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard !user.isEmpty, !password.isEmpty, isClean else {
            throw .badURL("user or password is empty or has a control character")
        }
        return Credentials(user: user, password: password)
    }

    private static func split(_ authority: Substring) throws(MailError) -> (String, Int?) {
        var host = authority
        var port: Substring?
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            host = authority[authority.index(after: authority.startIndex)..<end]
            let rest = authority[authority.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { throw .badURL("something stands after the ]") }
            port = rest.isEmpty ? nil : rest.dropFirst()
            var six = in6_addr()
            guard inet_pton(AF_INET6, String(host), &six) == 1 else { throw .badURL("no IPv6 address in brackets") }
        } else if let colon = authority.firstIndex(of: ":") {
            host = authority[..<colon]
            port = authority[authority.index(after: colon)...]
        }
        // An IPv6 address has been checked already.
        let isHost =
            host.contains(":")
            || host.utf8.allSatisfy { byte in
                ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
                    || byte == UInt8(ascii: "_")
            }
        guard !host.isEmpty, isHost else { throw .badURL("the host is missing or has an odd character") }
        guard let port else { return (String(host), nil) }
        guard let number = Int(port), 1...65_535 ~= number, port.first != "+" else {
            throw .badURL("the port is no number from 1 to 65535")
        }
        return (String(host), number)
    }
}

/// Whether a host name or address is this machine, without a look-up (RFC 6761, 6.3; RFC 5735, 3).
private func isLoopback(_ host: String) -> Bool {
    var four = in_addr()
    if inet_pton(AF_INET, host, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
    return host.lowercased() == "localhost" || host == "::1"
}
