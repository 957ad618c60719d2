import Foundation
import TestTools
import Testing

@testable import Crypto

/// The examples of the standards.
struct CryptoTests {
    private func bytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex.filter { !$0.isWhitespace })
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0..<$0 + 2]), radix: 16) ?? 0 }
    }

    @Test func `SHA-256 of FIPS 180-4, at once and in pieces`() {
        let digest = bytes("248d6a61 d20638b8 e5c02693 0c3e6039 a33ce459 64ff2167 f6ecedd4 19db06c1")
        let text = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
        #expect(SHA256.hash(Array(text.utf8)) == digest && SHA256.hash(Data(text.utf8)) == digest)
        let hash = SHA256()
        for piece in text.split(separator: "d", omittingEmptySubsequences: false) {
            if piece.startIndex != text.startIndex { hash.update(Array("d".utf8)) }
            hash.update(Array(piece.utf8))
        }
        #expect(hash.finalize() == digest)
        #expect(SHA256.hash([UInt8]()).starts(with: [0xE3, 0xB0, 0xC4, 0x42]))
        #expect(SHA256().finalize() == SHA256.hash([UInt8]()))
    }

    @Test func `HMAC of RFC 4231`() {
        let code = bytes("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        let text = Array("what do ya want for nothing?".utf8)
        #expect(SHA256.authenticationCode(of: text, key: Array("Jefe".utf8)) == code)
        let long = bytes("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
        let test = Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
        #expect(SHA256.authenticationCode(of: test, key: [UInt8](repeating: 0xAA, count: 131)) == long)
        #expect(SHA256.authenticationCode(of: [], key: []).starts(with: [0xB6, 0x13, 0x67, 0x9A]))
    }

    @Test func `scrypt of RFC 7914, and refused factors`() throws {
        func derive(_ password: String, salt: String, rounds: UInt64, block: UInt64, parallel: UInt64) throws
            -> [UInt8]
        {
            try KeyDerivation.scrypt(
                Array(password.utf8), salt: Array(salt.utf8), byteCount: 64, rounds: rounds, blockSize: block,
                parallelism: parallel, maximumMemory: 1 << 25)
        }
        #expect(
            try derive("", salt: "", rounds: 16, block: 1, parallel: 1)
                == bytes(
                    """
                    77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442
                    fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906
                    """))
        #expect(
            try derive("password", salt: "NaCl", rounds: 1_024, block: 8, parallel: 16)
                == bytes(
                    """
                    fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162
                    2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640
                    """))
        for (rounds, block) in [(15, 8), (1, 8), (0, 8), (1 << 20, 8)] as [(UInt64, UInt64)] {
            #expect(throws: CryptoError.self) {
                try derive("password", salt: "NaCl", rounds: rounds, block: block, parallel: 1)
            }
        }
    }

    @Test func `HKDF of RFC 5869`() throws {
        let secret = [UInt8](repeating: 0x0B, count: 22)
        let key = try KeyDerivation.hkdf(
            secret, salt: bytes("000102030405060708090a0b0c"), info: bytes("f0f1f2f3f4f5f6f7f8f9"), byteCount: 42)
        #expect(
            key
                == bytes("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"))
        let plain = try KeyDerivation.hkdf(secret, salt: [], info: [], byteCount: 42)
        #expect(
            plain
                == bytes("8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"))
        #expect(throws: CryptoError.self) { try KeyDerivation.hkdf(secret, salt: [], info: [], byteCount: 8_161) }
    }

    @Test func `AES-GCM of its specification, opened again, and not once it is changed`() throws {
        // Test case 3 of McGrew and Viega.
        let (key, nonce) = (bytes("feffe9928665731c6d6a8f9467308308"), bytes("cafebabefacedbaddecaf888"))
        let message = bytes(
            """
            d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72
            1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255
            """)
        let sealed = try AESGCM.seal(message, key: key, nonce: nonce)
        #expect(
            sealed
                == bytes(
                    """
                    42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e
                    21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091473f5985
                    4d5c2af327cd64a62cf35abd2ba6fab4
                    """))
        #expect(try AESGCM.seal([], key: key, nonce: nonce).count == AESGCM.tagBytes)
        #expect(Opened.message(sealed, key: key, nonce: nonce) == message)
        #expect(Opened.message(sealed.dropLast() + [0], key: key, nonce: nonce) == nil)
        for (key, nonce) in [(Array(key.dropLast()), nonce), (key, nonce + [0]), ([], nonce)] {
            #expect(throws: CryptoError.self) { try AESGCM.seal(message, key: key, nonce: nonce) }
        }
    }

    @Test func `ECDH of RFC 5903`() throws {
        let one = try #require(
            P256Key(bytes: bytes("c88f01f510d9ac3f70a292daa2316de544e9aab8afe84049c62a9c57862d1433")))
        let other = try #require(
            P256Key(bytes: bytes("c6ef9c5d78ae012a011164acb397ce2088685d8f06bf9be0b283ab46476bee53")))
        #expect(
            one.point
                == bytes(
                    """
                    04dad0b65394221cf9b051e1feca5787d098dfe637fc90b9ef945d0c37725811805271a0461cdb8252d61f1c456fa3e59ab1f45b33accf
                    5f58389e0577b8990bb3
                    """))
        let secret = bytes("d6840f6b42f6edafd13116e0e12565202fef8e9ece7dce03812464d04b9442de")
        #expect(try one.sharedSecret(with: other.point) == secret && other.sharedSecret(with: one.point) == secret)
        for point in [
            [], [4] + [UInt8](repeating: 0, count: 64), Array(one.point.dropLast()), [6] + one.point.dropFirst(),
        ] {
            #expect(!P256Key.isPoint(point))
            #expect(throws: CryptoError.self) { try one.sharedSecret(with: point) }
        }
        #expect(P256Key.isPoint(one.point))
    }

    @Test func `a signature is valid for its message and key alone, whatever its numbers are`() throws {
        let (key, other) = (P256Key.fresh(), P256Key.fresh())
        #expect(key.bytes != other.bytes && key.bytes.count == 32 && P256Key(bytes: key.bytes)?.point == key.point)
        // One number in 256 begins with a zero byte, which DER leaves out.
        for number in 0..<600 {
            let message = Array("message \(number)".utf8)
            let signature = try key.signature(for: message)
            #expect(signature.count == 64 && Opened.isSigned(message, signature, by: key.point))
            guard number < 5 else { continue }
            #expect(!Opened.isSigned(message + [0], signature, by: key.point))
            #expect(!Opened.isSigned(message, signature, by: other.point))
        }
    }

    @Test func `many threads share a key`() {
        let (key, peer) = (P256Key.fresh(), P256Key.fresh())
        let expected = try? peer.sharedSecret(with: key.point)
        DispatchQueue.concurrentPerform(iterations: 200) { _ in
            #expect((try? key.sharedSecret(with: peer.point)) == expected)
            #expect((try? key.signature(for: [1]))?.count == 64)
        }
    }
}
