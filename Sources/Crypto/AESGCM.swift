import COpenSSL

/// AES in Galois/Counter Mode (NIST SP 800-38D).
public enum AESGCM {
    /// Bytes of the tag.
    public static let tagBytes = 16

    /// Encrypts and authenticates a message.
    ///
    /// - Parameters:
    ///   - key: 16 bytes.
    ///   - nonce: 12 bytes, which no other message with this key has.
    /// - Returns: the ciphertext, as long as the message, and the tag.
    /// - Throws: `CryptoError` for a key or nonce of another length.
    public static func seal(_ message: [UInt8], key: [UInt8], nonce: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard key.count == 16, nonce.count == 12, message.count <= Int(Int32.max) - tagBytes else {
            throw CryptoError(function: "EVP_EncryptInit_ex")
        }
        let context = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(context) }
        var (sealed, written, rest) = ([UInt8](repeating: 0, count: message.count + tagBytes), Int32(0), Int32(0))
        let isDone = sealed.withUnsafeMutableBufferPointer { sealed in
            EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), nil, key, nonce) == 1
                && EVP_EncryptUpdate(context, sealed.baseAddress, &written, message, Int32(message.count)) == 1
                && EVP_EncryptFinal_ex(context, sealed.baseAddress! + Int(written), &rest) == 1
                && EVP_CIPHER_CTX_ctrl(
                    context, EVP_CTRL_AEAD_GET_TAG, Int32(tagBytes), sealed.baseAddress! + message.count) == 1
        }
        guard isDone else { throw CryptoError(function: "EVP_EncryptUpdate") }
        return sealed
    }
}
