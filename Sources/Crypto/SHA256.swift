import COpenSSL
import Foundation

/// SHA-256 (FIPS 180-4) of bytes that come in pieces.
public final class SHA256 {
    private let context = EVP_MD_CTX_new()

    /// The length of a digest.
    public static let byteCount = 32

    public init() { EVP_DigestInit_ex(context, EVP_sha256(), nil) }

    deinit { EVP_MD_CTX_free(context) }

    /// Takes the next bytes.
    public func update(_ bytes: some ContiguousBytes) {
        bytes.withUnsafeBytes { _ = EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
    }

    /// The digest of all bytes so far: 32 bytes. Afterwards it is of no use.
    public func finalize() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: SHA256.byteCount)
        EVP_DigestFinal_ex(context, &digest, nil)
        return digest
    }

    /// The digest of some bytes: 32 bytes.
    public static func hash(_ bytes: some ContiguousBytes) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: byteCount)
        bytes.withUnsafeBytes { _ = EVP_Digest($0.baseAddress, $0.count, &digest, nil, EVP_sha256(), nil) }
        return digest
    }

    /// The HMAC (RFC 2104) of some bytes: 32 bytes.
    public static func authenticationCode(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: byteCount)
        HMAC(EVP_sha256(), key, Int32(key.count), bytes, bytes.count, &code, nil)
        return code
    }
}
