/// The authority of a request: the value of Host, or part of an absolute-form target.
enum Authority {
    /// True for `uri-host [ ":" port ]` without user information (RFC 9110, 7.2; RFC 3986, 3.2): a reg-name, an IPv4
    /// address or an IP literal in brackets. False for an empty one, because an http URI names a host (RFC 9110,
    /// 4.2.1).
    static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let first = bytes.first, bytes.count <= 300 else { return false }
        var index = 0
        if first == 0x5B {
            index = 1
            while index < bytes.count,
                hexValue(bytes[index]) != nil || bytes[index] == Byte.colon
                    || bytes[index] == Byte.dot
            { index += 1 }
            guard index > 2, index < bytes.count, bytes[index] == 0x5D else { return false }
            index += 1
        } else {
            while index < bytes.count, bytes[index] != Byte.colon {
                guard isHostByte(bytes[index]) else { return false }
                index += 1
            }
            guard index > 0 else { return false }
        }
        guard index < bytes.count else { return true }
        return bytes[index] == Byte.colon && bytes.count - index <= 6 && bytes[(index + 1)...].allSatisfy(isDigit)
    }

    /// Unreserved characters and sub-delims of RFC 3986, but no percent sign: no host here needs one.
    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x2D, 0x2E, 0x5F, 0x7E: true
        case 0x21, 0x24, 0x26...0x2C, 0x3B, 0x3D: true
        default: false
        }
    }
}
