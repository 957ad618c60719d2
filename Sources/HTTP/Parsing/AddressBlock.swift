/// An address, or a prefix such as `10.0.0.0/8` or `fd00::/8`.
public struct AddressBlock: Sendable {
    private let base: ClientAddress
    private let prefix: Int

    /// nil for anything that is neither an address nor a prefix such as `10.0.0.0/8`.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let base = ClientAddress(String(parts[0])) else { return nil }
        let width = base.isIPv4 ? 32 : 128
        var length = width
        if parts.count == 2 {
            guard let given = Int(parts[1]), 0...width ~= given else { return nil }
            length = given
        }
        self.base = base
        prefix = length + 128 - width
    }

    func contains(_ address: ClientAddress) -> Bool {
        func same(_ left: UInt64, _ right: UInt64, bits: Int) -> Bool {
            bits <= 0 || (left ^ right) >> UInt64(64 - min(bits, 64)) == 0
        }
        return same(address.high, base.high, bits: prefix) && same(address.low, base.low, bits: prefix - 64)
    }
}
