import Crypto
import Foundation

/// Message encryption for Web Push (RFC 8291 with the content coding `aes128gcm` of RFC 8188).
public enum PushEncryption {
    /// The most that a message may hold: 4,096 bytes less what encryption adds.
    public static let maximumBytes = 3_993

    /// Messages are padded to the next of these, because the push service sees lengths, and the length of a notice would
    /// tell its kind and often whom it is about.
    static let paddedLengths = [512, 1_024, 2_048, maximumBytes]
    /// Larger than any message, because a message is a single record (RFC 8291, 4).
    private static let recordSize: [UInt8] = [0, 0, 0x10, 0]
    private static let saltBytes = 16

    /// Encrypts a message. Padded, so that its length does not tell the push service what it says.
    ///
    /// - Returns: nil for a message that is too long.
    public static func encrypt(_ plaintext: [UInt8], for keys: PushSubscriptionKeys) -> [UInt8]? {
        guard let length = paddedLengths.first(where: { $0 >= plaintext.count }) else { return nil }
        // Fresh for every message: two with the same key and nonce would give each other away.
        let salt = (0..<saltBytes).map { _ in UInt8.random(in: .min ... .max) }
        // Throws only for a point that is not on the curve, which keys cannot hold.
        return try? encrypt(plaintext, paddedTo: length, for: keys, salt: salt, sender: .fresh())
    }

    /// Encrypts a message with a given salt of 16 bytes and sender's key.
    ///
    /// - Parameter length: of the message with its padding, in bytes.
    /// - Throws: `CryptoError` when the keys do not fit each other.
    static func encrypt(
        _ plaintext: [UInt8], paddedTo length: Int, for keys: PushSubscriptionKeys, salt: [UInt8],
        sender: P256Key
    ) throws(CryptoError) -> [UInt8] {
        let input = try KeyDerivation.hkdf(
            sender.sharedSecret(with: keys.p256dh), salt: keys.auth,
            info: Array("WebPush: info\0".utf8) + keys.p256dh + sender.point, byteCount: 32)
        func derive(_ name: String, _ count: Int) throws(CryptoError) -> [UInt8] {
            let info = Array("Content-Encoding: \(name)\0".utf8)
            return try KeyDerivation.hkdf(input, salt: salt, info: info, byteCount: count)
        }
        // The number of the record is part of its nonce, and changes nothing for the first.
        let nonce = try derive("nonce", 12)
        let padding = [UInt8](repeating: 0, count: length - plaintext.count)
        // 2 begins the padding of the last record (RFC 8188, 2).
        let record = try AESGCM.seal(plaintext + [2] + padding, key: derive("aes128gcm", 16), nonce: nonce)
        let header = salt + recordSize + [UInt8(sender.point.count)] + sender.point
        return header + record
    }
}
