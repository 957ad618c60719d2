import Foundation
import TestTools
import Testing

@testable import Curl

struct NetworkAddressTests {
    private func address(_ text: String) -> NetworkAddress? {
        NetworkAddress(four: text.utf8) ?? NetworkAddress(six: text.utf8)
    }

    @Test func `first and last addresses of special blocks are not public`() throws {
        for text in [
            "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1",
            "127.255.255.255", "169.254.169.254", "172.16.0.0", "172.31.255.255", "192.0.0.170", "192.0.2.1",
            "192.88.99.1", "192.168.0.0", "192.168.255.255", "198.18.0.0", "198.19.255.255", "198.51.100.9",
            "203.0.113.9", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::1", "::7f00:1",
            "::ffff:0:0", "::ffff:8.8.8.8", "::ffff:0:8.8.8.8", "64:ff9b::a00:1", "64:ff9b:1::1", "100::1", "2001::1",
            "2001:1ff::1", "2001:db8::1", "2002:808:808::1", "3fff::1", "3fff:fff::1", "4000::1", "5f00::1", "fc00::1",
            "fdff::1", "fe80::1", "febf::1", "fec0::1", "ff02::1", "ffff::1",
        ] {
            #expect(try #require(address(text)).isPublic == false, "\(text)")
        }
    }

    @Test func `their neighbours are public`() throws {
        for text in [
            "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
            "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.0.3.0",
            "192.88.98.255", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255",
            "2000::1", "2001:200::1", "2001:db7::1", "2001:db9::1", "2003::1", "2606:4700::1111", "2a00:1450::1",
            "3ffe:ffff::1", "3fff:1000::1",
        ] {
            #expect(try #require(address(text)).isPublic, "\(text)")
        }
    }

    @Test(arguments: [
        ("127.1", "127.0.0.1"), ("127.0.1", "127.0.0.1"), ("1.2.772", "1.2.3.4"), ("0x7f.1", "127.0.0.1"),
        ("0X7F.0x0.0.01", "127.0.0.1"), ("2130706433", "127.0.0.1"), ("0x7f000001", "127.0.0.1"),
        ("017700000001", "127.0.0.1"), ("0177.0.0.1", "127.0.0.1"), ("0", "0.0.0.0"), ("4294967295", "255.255.255.255"),
        ("::FFFF:1.2.3.4", "::ffff:1.2.3.4"), ("2606:4700:0:0:0:0:0:1", "2606:4700::1"),
    ])
    func everyFormOfAnAddressIsRead(_ text: String, _ plain: String) {
        #expect(address(text)?.text == plain)
    }

    @Test(arguments: [
        "", ".", "1.", ".1", "1..2", "1.2.3.4.5", "256.1.1.1", "1.2.3.256", "1.2.65536", "1.16777216", "4294967296",
        "08",
        "0x", "0xg", "1e3", "+1", "-1", "1 ", "1.2.3.4/8", ":", ":::", "1::2::3", "fe80::1%eth0", "fe80::1%1", "[::1]",
        "12345::", "1:2:3:4:5:6:7", "::1\u{0}",
    ])
    func whatIsNoAddressIsNotRead(_ text: String) {
        #expect(address(text) == nil)
    }

    /// The resolver's own reading is the measure.
    @Test func `numbers are read as the resolver reads them`() {
        var random = SeededGenerator()
        for _ in 0..<20_000 {
            let parts = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                let bits = Int.random(in: 1...33, using: &random)
                let number = UInt64.random(in: 0..<(1 << UInt64(bits)), using: &random)
                return switch Int.random(in: 0..<4, using: &random) {
                case 0: "0x" + String(number, radix: 16, uppercase: Bool.random(using: &random))
                case 1: "0" + String(number, radix: 8)
                default: "\(number)"
                }
            }
            let text = parts.joined(separator: ".")
            var four = in_addr()
            let isAddress = inet_aton(text, &four) != 0
            let wanted = isAddress ? withUnsafeBytes(of: four) { Array($0) } : nil
            #expect(NetworkAddress(four: text.utf8)?.bytes == wanted, "\(text)")
        }
    }
}
