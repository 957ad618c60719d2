import Crypto
import Foundation

/// What a browser gives for encrypting messages to it (Push API, `PushSubscription.getKey()`).
public struct PushSubscriptionKeys: Sendable, Equatable {
    /// A point on the curve P-256, uncompressed: 65 bytes.
    public let p256dh: [UInt8]
    /// The authentication secret: 16 bytes.
    public let auth: [UInt8]

    /// - Returns: nil for keys of another length, and for what is no point on the curve.
    public init?(p256dh: [UInt8], auth: [UInt8]) {
        guard p256dh.count == 65, auth.count == 16,
            (try? P256.KeyAgreement.PublicKey(x963Representation: p256dh)) != nil
        else { return nil }
        self.p256dh = p256dh
        self.auth = auth
    }
}
