import Foundation

/// What counts as one visitor on the network: an IPv4 address, also one mapped into IPv6 (RFC 4291, 2.5.5.2), or the
/// /64 of an IPv6 address, because one household has a /64 and can use any address in it.
///
/// Some providers give a customer a /48, which holds 65,536 of those: wider counters use ``Width/site``.
public struct AddressKey: Hashable, Sendable, CustomStringConvertible {
    /// How much of an IPv6 address a key keeps.
    public enum Width: Int, Sendable {
        /// The first 64 bits: one household.
        case household = 64
        /// The first 48 bits: the largest block that one customer gets.
        case site = 48
    }

    /// "192.0.2.7", "2001:db8:0:1::/64" or "2001:db8::/48" (RFC 5952).
    public let description: String

    /// The key of a numeric address without port, brackets or zone; nil for anything else. Nil for the site of an IPv4
    /// address, which has no wider key.
    public init?(_ address: String, _ width: Width = .household) {
        var four = in_addr()
        if inet_pton(AF_INET, address, &four) == 1 {
            guard width == .household else { return nil }
            description = AddressKey.text(AF_INET, &four)
            return
        }
        var six = in6_addr()
        guard inet_pton(AF_INET6, address, &six) == 1 else { return nil }
        var bytes = withUnsafeBytes(of: six) { Array($0) }
        if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
            guard width == .household else { return nil }
            description = bytes[12...].map(String.init).joined(separator: ".")
        } else {
            for index in width.rawValue / 8..<16 { bytes[index] = 0 }
            description = AddressKey.text(AF_INET6, &bytes) + "/\(width.rawValue)"
        }
    }

    private static func text(_ family: Int32, _ address: UnsafeRawPointer) -> String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(family, address, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
