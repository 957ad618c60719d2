/// Finds the client behind trusted proxies: X-Forwarded-For and X-Forwarded-Proto, or Forwarded (RFC 7239).
struct Forwarding: Sendable {
    private let trusted: [AddressBlock]

    init(trusted: [String]) { self.trusted = trusted.compactMap { AddressBlock($0) } }

    func isTrusted(_ address: ClientAddress) -> Bool {
        trusted.contains { $0.contains(address) }
    }

    /// Applies the forwarding fields of a head from a trusted proxy; returns any other head unchanged.
    ///
    /// - Throws: a refusal when the two kinds of fields name different clients: the proxy sets one kind, the client forged
    ///   the other, and the server does not know which.
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
        let last = plain.isEmpty ? standard.last?.client : plain.last ?? nil
        return head.with(
            client: plain.isEmpty ? other : client,
            proxied: RequestHead.Proxied(namesClient: last != nil, scheme: scheme))
    }

    /// Goes from the last hop backwards while hops are trusted; stops at text that is not an address.
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
