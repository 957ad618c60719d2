/// Who really asked, when a trusted proxy stands between: X-Forwarded-For and -Proto, or Forwarded (RFC 7239).
struct Forwarding: Sendable {
    private let trusted: [AddressBlock]

    init(trusted: [String]) { self.trusted = trusted.compactMap { AddressBlock($0) } }

    func isTrusted(_ address: ClientAddress) -> Bool {
        trusted.contains { $0.contains(address) }
    }

    /// Reads the forwarding fields of a head that came from a trusted proxy; any other head stays as it is.
    ///
    /// - Throws: a refusal when both families name different clients: a proxy sets one, the other is the client's own
    ///   invention, and nobody can tell which.
    func apply(_ head: RequestHead) throws(Refusal) -> RequestHead {
        guard !trusted.isEmpty, isTrusted(head.client) else { return head }
        let headers = head.headers
        let hops = headers.all("x-forwarded-for").joined(separator: ",").split(separator: ",")
        let plain = hops.map { Forwarding.node($0) }
        let standard = Forwarding.elements(headers.all("forwarded"))
        let client = walk(plain, from: head.client)
        let other = walk(standard.map { $0.client }, from: head.client)
        if !plain.isEmpty, !standard.isEmpty, client != other {
            throw Refusal(.badRequest, "X-Forwarded-For and Forwarded disagree (RFC 7239, 8.1)")
        }
        let scheme =
            headers.all("x-forwarded-proto").joined(separator: ",").split(separator: ",").last.map {
                Forwarding.trimmed($0).lowercased()
            } ?? standard.last?.scheme
        return head.with(
            headers: headers, client: plain.isEmpty ? other : client, isSecure: scheme == "https")
    }

    /// From the nearest hop backwards as long as the hop is trusted; stops at what is no address.
    private func walk(_ hops: [ClientAddress?], from peer: ClientAddress) -> ClientAddress {
        var client = peer
        for hop in hops.reversed() {
            guard isTrusted(client), let hop else { break }
            client = hop
        }
        return client
    }

    private static func elements(_ fields: [String]) -> [(client: ClientAddress?, scheme: String?)] {
        fields.flatMap { $0.split(separator: ",") }.map { element in
            var rest = Substring(";" + trimmed(element)).utf8[...]
            var client: ClientAddress?
            var scheme: String?
            while let parameter = ContentType.nextParameter(&rest) {
                if parameter.name == "for" { client = node(Substring(parameter.value)) }
                if parameter.name == "proto" { scheme = parameter.value.lowercased() }
            }
            return (client: client, scheme: scheme)
        }
    }

    /// An address with or without port: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]:80`.
    private static func node(_ text: Substring) -> ClientAddress? {
        let text = trimmed(text)
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            return ClientAddress(String(text[text.index(after: text.startIndex)..<end]))
        }
        if let colon = text.firstIndex(of: ":"), text.lastIndex(of: ":") == colon {
            return ClientAddress(String(text[..<colon]))
        }
        return ClientAddress(text)
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
