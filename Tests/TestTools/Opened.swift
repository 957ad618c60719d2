import COpenSSL

/// What receivers of messages do, and the program never does.
public enum Opened {
    /// The message of AES-128-GCM; nil for what was changed or sealed with another key.
    ///
    /// - Parameter sealed: the ciphertext and its tag of 16 bytes.
    public static func message(_ sealed: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8]? {
        guard sealed.count >= 16 else { return nil }
        let context = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(context) }
        var (message, tag) = ([UInt8](repeating: 0, count: sealed.count), Array(sealed.suffix(16)))
        let (count, length) = (sealed.count - 16, Int32(sealed.count - 16))
        var (written, rest, end) = (Int32(0), Int32(0), [UInt8](repeating: 0, count: 16))
        guard EVP_DecryptInit_ex(context, EVP_aes_128_gcm(), nil, key, nonce) == 1,
            EVP_DecryptUpdate(context, &message, &written, sealed, length) == 1,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, &tag) == 1,
            EVP_DecryptFinal_ex(context, &end, &rest) == 1
        else { return nil }
        return Array(message[..<count])
    }

    /// Whether 64 bytes are the signature of a message by the owner of a point on P-256 (ES256).
    public static func isSigned(_ message: [UInt8], _ signature: [UInt8], by point: [UInt8]) -> Bool {
        guard signature.count == 64 else { return false }
        let parts = ECDSA_SIG_new()
        defer { ECDSA_SIG_free(parts) }
        ECDSA_SIG_set0(
            parts, BN_bin2bn(Array(signature[..<32]), 32, nil), BN_bin2bn(Array(signature[32...]), 32, nil))
        var encoded: UnsafeMutablePointer<UInt8>?
        let count = i2d_ECDSA_SIG(parts, &encoded)
        defer { CRYPTO_free(encoded, nil, 0) }
        // SubjectPublicKeyInfo of an uncompressed point (RFC 5480).
        let prefix: [UInt8] = [
            0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
            0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
        ]
        let info = prefix + point
        let key = info.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            return d2i_PUBKEY(nil, &start, info.count)
        }
        defer { EVP_PKEY_free(key) }
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
            && EVP_DigestVerify(context, encoded, Int(count), message, message.count) == 1
    }
}
