import COpenSSL
import Foundation

/// SHA-256 (FIPS 180-4) of bytes that come in pieces.
///
/// Where libcrypto cannot compute one, as without memory, the process ends: a digest of zeros would fit every secret.
public final class SHA256 {
    private let context = EVP_MD_CTX_new()

    /// The length of a digest.
    public static let byteCount = 32

    public init() { precondition(EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1) }

    deinit { EVP_MD_CTX_free(context) }

    /// Takes the next bytes.
    public func update(_ bytes: some ContiguousBytes) {
        bytes.withUnsafeBytes { precondition(EVP_DigestUpdate(context, $0.baseAddress, $0.count) == 1) }
    }

    /// The digest of all bytes so far: 32 bytes. Afterwards it is of no use.
    public func finalize() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: SHA256.byteCount)
        precondition(EVP_DigestFinal_ex(context, &digest, nil) == 1)
        return digest
    }

    /// The digest of some bytes: 32 bytes.
    public static func hash(_ bytes: some ContiguousBytes) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: byteCount)
        let isDone = bytes.withUnsafeBytes { EVP_Digest($0.baseAddress, $0.count, &digest, nil, EVP_sha256(), nil) }
        precondition(isDone == 1)
        return digest
    }

    /// The HMAC (RFC 2104) of some bytes: 32 bytes.
    public static func authenticationCode(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: byteCount)
        precondition(HMAC(EVP_sha256(), key, Int32(key.count), bytes, bytes.count, &code, nil) != nil)
        return code
    }
}

extension SHA256 {
    /// A digest in 64 hexadecimal digits.
    public static func text(_ digest: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * digest.count)
        for byte in digest {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
