import Crypto
import Foundation

/// The key by which push services recognize the site (RFC 8292).
public struct VAPIDKey: Sendable {
    private let key: P256Key

    /// A key from 32 bytes.
    ///
    /// - Returns: nil for bytes that are no key of the curve P-256, which one in 2³² is.
    public init?(bytes: [UInt8]) {
        guard let key = P256Key(bytes: bytes) else { return nil }
        self.key = key
    }

    /// The public key as browsers want it: 65 bytes, an uncompressed point.
    public var publicKey: [UInt8] { key.point }

    /// The value of `Authorization` for a message.
    ///
    /// - Parameters:
    ///   - origin: of the push service.
    ///   - subject: whom the push service may write to: `mailto:` or `https:`; nil for nobody (RFC 8292, 2.1).
    ///   - now: seconds since 1970.
    public func authorization(for origin: String, subject: String?, now: Int64) -> String {
        let claims = Claims(aud: origin, exp: now + VAPIDKey.lifetime, sub: subject)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Text and a whole number are always JSON, and a key that exists can sign.
        let signed = "\(VAPIDKey.header).\((try! encoder.encode(claims)).base64URL)"
        let signature = Data(try! key.signature(for: Array(signed.utf8)))
        // Without the space that RFC 9110 allows after the comma: some readers split there.
        return "vapid t=\(signed).\(signature.base64URL),k=\(Data(key.point).base64URL)"
    }

    /// What the signature is for, in the names of RFC 7519.
    private struct Claims: Encodable {
        let aud: String
        let exp: Int64
        let sub: String?
    }

    /// Seconds. Half of the most that is allowed (RFC 8292, 2), so that a clock that is wrong by hours does no harm.
    private static let lifetime: Int64 = 12 * 3_600
    private static let header = Data(#"{"typ":"JWT","alg":"ES256"}"#.utf8).base64URL
}

extension Data {
    /// Base64 for URLs, without padding (RFC 4648, 5).
    var base64URL: String {
        let digits = base64EncodedData().lazy.filter { $0 != UInt8(ascii: "=") }.map { digit in
            switch digit {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: digit
            }
        }
        return String(decoding: Array(digits), as: UTF8.self)
    }
}
