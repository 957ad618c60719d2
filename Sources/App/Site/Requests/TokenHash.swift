import Crypto

/// The stored form of a secret: a copy of the table reveals no secrets.
enum TokenHash {
    /// SHA-256 in 64 hexadecimal digits.
    static func of(_ token: String) -> String { SHA256.text(SHA256.hash(Array(token.utf8))) }
}
