import Crypto

/// The key by which push services recognize the site (RFC 8292).
public struct VAPIDKey: Sendable {
    private let key: P256.Signing.PrivateKey

    /// A key from 32 bytes.
    ///
    /// - Returns: nil for bytes that are no key of the curve P-256, which one in 2³² is.
    public init?(bytes: [UInt8]) {
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes) else { return nil }
        self.key = key
    }

    /// The public key as browsers want it: 65 bytes, an uncompressed point.
    public var publicKey: [UInt8] { Array(key.publicKey.x963Representation) }

    /// The value of `Authorization` for a message.
    ///
    /// - Parameters:
    ///   - origin: of the push service.
    ///   - subject: whom the push service may write to: `mailto:` or `https:`.
    ///   - now: seconds since 1970.
    public func authorization(for origin: String, subject: String, now: Int64) -> String { "" }
}
