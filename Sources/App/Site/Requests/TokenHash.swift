import Crypto

/// The stored form of a secret: a copy of the table reveals no secrets.
enum TokenHash {
    /// SHA-256 in 64 hexadecimal digits.
    static func of(_ token: String) -> String {
        SHA256.hash(data: Array(token.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
