import Foundation

/// The address of a client. IPv4 is stored in the mapped form (RFC 4291, 2.5.5.2), so that both forms compare equal.
public struct ClientAddress: Hashable, Sendable, CustomStringConvertible {
    let high: UInt64
    let low: UInt64

    /// 127.0.0.1; also the client of requests made without a socket.
    public static let loopback = ClientAddress(ipv4: 0x7F00_0001)

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    init(ipv4: UInt32) {
        high = 0
        low = 0xFFFF_0000_0000 | UInt64(ipv4)
    }

    /// Parses a numeric IPv4 or IPv6 address without port, brackets or zone; nil for anything else.
    public init?(_ text: String) {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(ipv4: UInt32(bigEndian: four.s_addr))
            return
        }
        var six = in6_addr()
        guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        self.init(six)
    }

    init(_ six: in6_addr) {
        (high, low) = withUnsafeBytes(of: six) {
            (
                UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
                UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }

    init(_ storage: sockaddr_storage) {
        var storage = storage
        let family = Int32(storage.ss_family)
        self = withUnsafeBytes(of: &storage) { raw in
            if family == AF_INET6 { return ClientAddress(raw.load(as: sockaddr_in6.self).sin6_addr) }
            return ClientAddress(ipv4: UInt32(bigEndian: raw.load(as: sockaddr_in.self).sin_addr.s_addr))
        }
    }

    /// True for IPv4 addresses, mapped ones included.
    public var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// True for 127.0.0.0/8 and ::1.
    public var isLoopback: Bool { isIPv4 ? low >> 24 & 0xFF == 127 : high == 0 && low == 1 }

    /// The unit that limits count: the IPv4 address, or the /64 of an IPv6 address, because a household gets a /64.
    public var network: ClientAddress { isIPv4 ? self : ClientAddress(high: high, low: 0) }

    /// Dotted quad, or IPv6 as in RFC 5952.
    public var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        if isIPv4 {
            var four = in_addr(s_addr: UInt32(truncatingIfNeeded: low).bigEndian)
            inet_ntop(AF_INET, &four, &text, socklen_t(text.count))
        } else {
            var words = (high.bigEndian, low.bigEndian)
            inet_ntop(AF_INET6, &words, &text, socklen_t(text.count))
        }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
