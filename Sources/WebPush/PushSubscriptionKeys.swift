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
        guard auth.count == 16, P256Key.isPoint(p256dh) else { return nil }
        self.p256dh = p256dh
        self.auth = auth
    }
}
