import Foundation
import Testing

@testable import HTTP

/// The client behind proxies: X-Forwarded-For, X-Forwarded-Proto, RFC 7239.
@Suite struct ProxyTests {
    private func client(_ peer: String, _ fields: String, trusted: [String] = ["10.0.0.0/8", "::1"]) -> String? {
        guard case .success(var head) = readHead(get("/", fields)), let address = ClientAddress(peer) else {
            return nil
        }
        head = head.with(client: address, proxied: nil)
        guard let applied = try? Forwarding(trusted: trusted).apply(head) else { return nil }
        return "\(applied.client)\(applied.isSecure ? " secure" : "")"
    }

    @Test(
        "RFC 7239: only fields from trusted hops are used",
        arguments: [
            ("192.0.2.1", "X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Proto: https\r\n", "192.0.2.1"),
            ("10.0.0.1", "", "10.0.0.1"),
            ("10.0.0.1", "X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Proto: https\r\n", "203.0.113.9 secure"),
            ("10.0.0.1", "X-Forwarded-For: 1.1.1.1, 203.0.113.9\r\n", "203.0.113.9"),
            ("10.0.0.1", "X-Forwarded-For: 1.1.1.1\r\nX-Forwarded-For: 203.0.113.9, 10.2.3.4\r\n", "203.0.113.9"),
            ("10.0.0.1", "X-Forwarded-For: 203.0.113.9, garbage\r\n", "10.0.0.1"),
            ("10.0.0.1", "X-Forwarded-For: [2001:db8::1]:99\r\n", "2001:db8::1"),
            ("::1", "X-Forwarded-For: 203.0.113.9:1234\r\nX-Forwarded-Proto: https, http\r\n", "203.0.113.9"),
            ("10.0.0.1", "Forwarded: for=1.1.1.1, for=\"[2001:db8::7]:80\";proto=https\r\n", "2001:db8::7 secure"),
            ("10.0.0.1", "Forwarded: for=203.0.113.9\r\nX-Forwarded-For: 203.0.113.9\r\n", "203.0.113.9"),
            ("10.0.0.1", "Forwarded: for=unknown\r\n", "10.0.0.1"),
        ])
    func hops(_ peer: String, _ fields: String, _ expected: String) { #expect(client(peer, fields) == expected) }

    @Test("RFC 7239 8.1: Forwarded and X-Forwarded-For that disagree are refused")
    func disagreement() {
        #expect(client("10.0.0.1", "Forwarded: for=1.1.1.1\r\nX-Forwarded-For: 203.0.113.9\r\n") == nil)
    }

    @Test(
        "A block contains its addresses and no others",
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("192.0.2.7", "192.0.2.7", true),
            ("192.0.2.7", "192.0.2.8", false), ("fd00::/8", "fdff::1", true), ("fd00::/8", "fe00::1", false),
            ("::/0", "2001:db8::1", true), ("2001:db8::/64", "2001:db8::ffff", true),
            ("2001:db8::/64", "2001:db8:0:1::", false), ("10.0.0.0/8", "::ffff:10.1.1.1", true),
        ])
    func blocks(_ block: String, _ address: String, _ expected: Bool) throws {
        #expect(try #require(AddressBlock(block)).contains(#require(ClientAddress(address))) == expected)
    }

    @Test(
        "Malformed addresses and blocks are refused",
        arguments: ["", "1.2.3", "10.0.0.0/33", "x", "1.2.3.4:80", "::/129", "1.2.3.4/"])
    func noAddress(_ text: String) { #expect(AddressBlock(text) == nil) }

    @Test("IPv6 addresses of one /64 share a network, IPv4 addresses do not")
    func networks() throws {
        #expect(ClientAddress("2001:db8::1")?.network == ClientAddress("2001:db8::2")?.network)
        #expect(ClientAddress("192.0.2.1")?.network != ClientAddress("192.0.2.2")?.network)
        #expect(ClientAddress("127.8.8.8")?.isLoopback == true)
        #expect(ClientAddress("::1")?.isLoopback == true)
        #expect(ClientAddress("128.0.0.1")?.isLoopback == false)
    }
}
