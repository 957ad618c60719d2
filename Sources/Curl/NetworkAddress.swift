import Foundation

/// A numeric IPv4 or IPv6 address, without port and zone.
public struct NetworkAddress: Sendable, Hashable {
    /// In network order: 4 bytes of IPv4, 16 of IPv6.
    let bytes: [UInt8]

    /// An IPv4 address in any form that `inet_aton`, browsers and libcurl read: one to four numbers, each decimal, octal
    /// or hexadecimal, the last of which fills the rest. So `127.0.0.1` is `0x7f.1` and `2130706433` as well.
    init?(four text: some Collection<UInt8>) {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 4 else { return nil }
        var value: UInt64 = 0
        for (index, part) in parts.enumerated() {
            let bits = index == parts.count - 1 ? 8 * (5 - parts.count) : 8
            guard let number = NetworkAddress.number(Array(part)), number < 1 << UInt64(bits) else { return nil }
            value = value << UInt64(bits) | number
        }
        bytes = (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt64(24 - 8 * $0)) }
    }

    /// An IPv6 address without brackets (RFC 4291, 2.2). One with a zone is refused: it is link-local.
    init?(six text: some Collection<UInt8>) {
        var address = in6_addr()
        let isPlain = text.allSatisfy { $0.isHexDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
        guard isPlain, inet_pton(AF_INET6, String(decoding: text, as: UTF8.self), &address) == 1 else { return nil }
        bytes = withUnsafeBytes(of: address) { Array($0) }
    }

    /// The address of a socket; nil for a family other than IPv4 and IPv6.
    public init?(_ address: UnsafePointer<sockaddr>, length: Int) {
        let raw = UnsafeRawPointer(address)
        let (offset, count) =
            switch Int32(address.pointee.sa_family) {
            case AF_INET: (MemoryLayout<sockaddr_in>.offset(of: \.sin_addr), 4)
            case AF_INET6: (MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr), 16)
            default: (Int?.none, 0)
            }
        guard let offset, length >= offset + count else { return nil }
        bytes = Array(UnsafeRawBufferPointer(start: raw + offset, count: count))
    }

    /// "192.0.2.7" or "2001:db8::7" (RFC 5952).
    var text: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether anybody on the internet can have the address. Everything else may be a machine of the host's own network.
    public var isPublic: Bool {
        if bytes.count == 4 { return !NetworkAddress.special.contains { $0.contains(self) } }
        return NetworkAddress.global.contains(self) && !NetworkAddress.special.contains { $0.contains(self) }
    }

    private static func number(_ digits: [UInt8]) -> UInt64? {
        let isHex = digits.starts(with: [0x30, 0x78]) || digits.starts(with: [0x30, 0x58])
        let radix = isHex ? 16 : digits.first == 0x30 ? 8 : 10
        let rest = isHex ? digits[2...] : digits[...]
        // The initializer itself takes a sign.
        guard rest.allSatisfy({ $0.isHexDigit }) else { return nil }
        return UInt64(String(decoding: rest, as: UTF8.self), radix: radix)
    }
}

extension NetworkAddress {
    /// All addresses that begin with the same bits.
    private struct Block: Sendable {
        let start: [UInt8]
        let bits: Int

        /// Such as `10.0.0.0/8`.
        init(_ text: String) {
            let parts = text.split(separator: "/")
            let address = Array(parts[0].utf8)
            start = (NetworkAddress(four: address) ?? NetworkAddress(six: address))!.bytes
            bits = Int(parts[1])!
        }

        func contains(_ address: NetworkAddress) -> Bool {
            guard address.bytes.count == start.count else { return false }
            return (0..<bits).allSatisfy { bit in
                let mask: UInt8 = 0x80 >> UInt8(bit % 8)
                return address.bytes[bit / 8] & mask == start[bit / 8] & mask
            }
        }
    }

    /// All of IPv6 that is given out for use between networks (RFC 4291, 2.4). Outside are loopback, link-local, unique
    /// local and multicast addresses and every form that carries an IPv4 address, save those of `special`.
    private static let global = Block("2000::/3")

    /// The IANA registries of special-purpose addresses (RFC 6890), multicast and the reserved rest.
    private static let special = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4",
        // Teredo and other assignments for protocols, documentation, 6to4, documentation.
        "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
    ].map { Block($0) }
}

extension UInt8 {
    package var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
    /// In ASCII.
    package var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
    package var isHexDigit: Bool { isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= self | 0x20 }
}
