import COpenSSL

/// Keys that are made of other secrets.
public enum KeyDerivation {
    /// scrypt (RFC 7914): slow by design.
    ///
    /// - Parameters:
    ///   - rounds: the work factor N, a power of two.
    ///   - maximumMemory: bytes that it may take.
    /// - Throws: `CryptoError` for factors that do not fit each other or need more memory.
    public static func scrypt(
        _ password: [UInt8], salt: [UInt8], byteCount: Int, rounds: UInt64, blockSize: UInt64, parallelism: UInt64,
        maximumMemory: UInt64
    ) throws(CryptoError) -> [UInt8] {
        var key = [UInt8](repeating: 0, count: byteCount)
        let isDone = password.withUnsafeBytes { password in
            EVP_PBE_scrypt(
                password.bindMemory(to: CChar.self).baseAddress, password.count, salt, salt.count, rounds, blockSize,
                parallelism, maximumMemory, &key, byteCount)
        }
        guard isDone == 1 else { throw CryptoError(function: "EVP_PBE_scrypt") }
        return key
    }

    /// HKDF with SHA-256 (RFC 5869).
    ///
    /// - Throws: `CryptoError` for more than 8,160 bytes.
    public static func hkdf(
        _ secret: [UInt8], salt: [UInt8], info: [UInt8], byteCount: Int
    ) throws(CryptoError) -> [UInt8] {
        let method = EVP_KDF_fetch(nil, "HKDF", nil)
        defer { EVP_KDF_free(method) }
        let context = EVP_KDF_CTX_new(method)
        defer { EVP_KDF_CTX_free(context) }
        var (digest, secret, salt, info) = (Array("SHA256".utf8CString), secret, salt, info)
        var key = [UInt8](repeating: 0, count: byteCount)
        let isDone = digest.withUnsafeMutableBufferPointer { digest in
            secret.withUnsafeMutableBytes { secret in
                salt.withUnsafeMutableBytes { salt in
                    info.withUnsafeMutableBytes { info in
                        let parameters = [
                            OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest.baseAddress, 0),
                            OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, secret.baseAddress, secret.count),
                            OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, salt.baseAddress, salt.count),
                            OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, info.baseAddress, info.count),
                            OSSL_PARAM_construct_end(),
                        ]
                        return EVP_KDF_derive(context, &key, byteCount, parameters)
                    }
                }
            }
        }
        guard isDone == 1 else { throw CryptoError(function: "EVP_KDF_derive") }
        return key
    }
}

/// A function of libcrypto that refused its arguments.
public struct CryptoError: Error, Equatable {
    public let function: String
}
