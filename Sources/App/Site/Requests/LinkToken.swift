/// Tokens of links that people hand on: 144 bits in 24 characters, short enough for a small QR code. Derived from a seed that
/// is stored and the site's key, so that a copy of the database yields no valid links.
enum LinkToken {
    /// A new seed.
    static func seed(_ site: Site) -> String { Base64URL.encode(site.environment.randomBytes(18)) }

    /// The token of a seed. One for a purpose is none for another.
    static func of(_ purpose: String, _ seed: String, _ key: SecretKey) -> String {
        Base64URL.encode(Array(key.code(purpose, seed).prefix(18)))
    }

    /// The stored form of a token that somebody sent; nil for a text that can be none.
    static func hash(_ text: String) -> String? { (20...64).contains(text.utf8.count) ? TokenHash.of(text) : nil }
}
