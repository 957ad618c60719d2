import COpenSSL

/// A private key of the curve P-256 (FIPS 186-4, D.1.2.3), with its public one.
public final class P256Key: Sendable {
    /// The public key: an uncompressed point, 65 bytes.
    public let point: [UInt8]
    /// The private key: 32 bytes, big-endian.
    public let bytes: [UInt8]
    // libcrypto counts its references under a lock, and nothing changes a key that is made.
    private nonisolated(unsafe) let key: OpaquePointer

    /// - Parameter bytes: 32 bytes, big-endian.
    /// - Returns: nil for what is no key of the curve.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32, let point = P256Key.point(of: bytes) else { return nil }
        guard let key = P256Key.key(point: point, secret: bytes) else { return nil }
        (self.bytes, self.point, self.key) = (bytes, point, key)
    }

    /// A random key.
    public static func fresh() -> P256Key {
        while true {
            // One in 2³² is no key.
            if let key = P256Key(bytes: (0..<32).map { _ in .random(in: .min ... .max) }) { return key }
        }
    }

    deinit { EVP_PKEY_free(key) }

    /// Whether 65 bytes are an uncompressed point on the curve.
    public static func isPoint(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 65, bytes[0] == 4, let key = key(point: bytes) else { return false }
        EVP_PKEY_free(key)
        return true
    }

    /// What this key and the owner of another one can both compute (ECDH): 32 bytes.
    ///
    /// - Parameter point: the other public key.
    /// - Throws: `CryptoError` for what is no point on the curve.
    public func sharedSecret(with point: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard point.count == 65, point[0] == 4, let other = P256Key.key(point: point) else {
            throw CryptoError(function: "EVP_PKEY_fromdata")
        }
        defer { EVP_PKEY_free(other) }
        let context = EVP_PKEY_CTX_new(key, nil)
        defer { EVP_PKEY_CTX_free(context) }
        var (secret, count) = ([UInt8](repeating: 0, count: 32), 32)
        guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, other) == 1,
            EVP_PKEY_derive(context, &secret, &count) == 1, count == 32
        else { throw CryptoError(function: "EVP_PKEY_derive") }
        return secret
    }

    /// The signature of a message (ECDSA with SHA-256): 64 bytes, as ES256 has it (RFC 7518, 3.4).
    ///
    /// - Throws: `CryptoError` when libcrypto has no random numbers.
    public func signature(for message: [UInt8]) throws(CryptoError) -> [UInt8] {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        // DER has at most 72 bytes for this curve.
        var (encoded, count) = ([UInt8](repeating: 0, count: 80), 80)
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
            EVP_DigestSign(context, &encoded, &count, message, message.count) == 1
        else { throw CryptoError(function: "EVP_DigestSign") }
        let parts = encoded.withUnsafeBufferPointer { encoded in
            var start = encoded.baseAddress
            return d2i_ECDSA_SIG(nil, &start, count)
        }
        defer { ECDSA_SIG_free(parts) }
        var (r, s) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 32))
        guard BN_bn2binpad(ECDSA_SIG_get0_r(parts), &r, 32) == 32, BN_bn2binpad(ECDSA_SIG_get0_s(parts), &s, 32) == 32
        else { throw CryptoError(function: "d2i_ECDSA_SIG") }
        return r + s
    }

    /// The public key of a private one; nil for zero and for numbers that are not below the curve's order.
    private static func point(of secret: [UInt8]) -> [UInt8]? {
        let group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1)
        defer { EC_GROUP_free(group) }
        let (number, point) = (BN_bin2bn(secret, 32, BN_secure_new()), EC_POINT_new(group))
        defer {
            BN_clear_free(number)
            EC_POINT_free(point)
        }
        guard BN_is_zero(number) == 0, BN_cmp(number, EC_GROUP_get0_order(group)) < 0,
            EC_POINT_mul(group, point, number, nil, nil, nil) == 1
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: 65)
        return EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, &bytes, 65, nil) == 65 ? bytes : nil
    }

    /// A key as libcrypto has it; nil for what is no point on the curve.
    private static func key(point: [UInt8], secret: [UInt8]? = nil) -> OpaquePointer? {
        let build = OSSL_PARAM_BLD_new()
        defer { OSSL_PARAM_BLD_free(build) }
        OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0)
        let number = secret.map { BN_bin2bn($0, 32, BN_secure_new()) } ?? nil
        defer { BN_clear_free(number) }
        if let number { OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number) }
        return point.withUnsafeBytes { point in
            OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point.baseAddress, point.count)
            let parameters = OSSL_PARAM_BLD_to_param(build)
            defer { OSSL_PARAM_free(parameters) }
            let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
            defer { EVP_PKEY_CTX_free(context) }
            var key: OpaquePointer?
            let selection = secret == nil ? PUBLIC_KEY_SELECTION : KEY_PAIR_SELECTION
            guard EVP_PKEY_fromdata_init(context) == 1,
                EVP_PKEY_fromdata(context, &key, Int32(selection), parameters) == 1
            else { return nil }
            return key
        }
    }
}
