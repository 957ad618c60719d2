import Crypto

/// The stored form of a secret: a copy of the table reveals no secrets.
enum TokenHash {
    /// SHA-256 in 64 hexadecimal digits.
    static func of(_ token: String) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * SHA256.byteCount)
        for byte in SHA256.hash(Array(token.utf8)) {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
