import Foundation
import TestTools
import Testing

@testable import WebPush

struct VAPIDKeyTests {
    private static let canVerify = Tool.has("py_vapid")

    private let key = VAPIDKey(bytes: [UInt8](repeating: 7, count: 32))!

    /// What a header says: the signed text, its signature and the key.
    private func parts(_ header: String) throws -> (signed: String, signature: [UInt8], key: [UInt8]) {
        let match = try #require(header.wholeMatch(of: #/vapid t=([\w-]+\.[\w-]+)\.([\w-]+),k=([\w-]+)/#))
        return (String(match.1), bytes(base64URL: match.2), bytes(base64URL: match.3))
    }

    /// The two parts of a signed text.
    private func texts(_ signed: String) -> [String] {
        signed.split(separator: ".").map { String(decoding: bytes(base64URL: $0), as: UTF8.self) }
    }

    @Test func `the header says for whom, until when and by whom it is signed`() throws {
        let header = key.authorization(
            for: "https://push.example.net:8443", subject: "mailto:host@example.org", now: 1_764_000_000)
        let parts = try parts(header)
        #expect(
            texts(parts.signed) == [
                #"{"typ":"JWT","alg":"ES256"}"#,
                #"{"aud":"https://push.example.net:8443","exp":1764043200,"sub":"mailto:host@example.org"}"#,
            ])
        #expect(parts.key == key.publicKey)
    }

    @Test func `the signature is the 64 bytes of ES256`() throws {
        let parts = try parts(key.authorization(for: "https://a.example", subject: "mailto:a@b.example", now: 0))
        #expect(parts.signature.count == 64)
        #expect(Opened.isSigned(Array(parts.signed.utf8), parts.signature, by: parts.key))
    }

    @Test(.enabled(if: canVerify, "python3 has no py_vapid"))
    func `py-vapid accepts the header, and refuses one with other claims, signature or key`() throws {
        let now: Int64 = 1_764_000_000
        let subject = "https://cairn.example"
        let header = key.authorization(for: "https://one.example", subject: subject, now: now)
        let other = key.authorization(for: "https://two.example", subject: subject, now: now)
        let (ours, theirs) = (try parts(header), try parts(other))
        let stranger = try #require(VAPIDKey(bytes: [UInt8](repeating: 8, count: 32)))
        let headers = [
            header, other, header.replacing(ours.signed, with: theirs.signed),
            header.replacing(Data(ours.signature).base64URL, with: Data(theirs.signature).base64URL),
            header.replacing(Data(key.publicKey).base64URL, with: Data(stranger.publicKey).base64URL),
        ]
        let script = """
            import sys
            from py_vapid import Vapid02
            for header in sys.argv[1:]:
                print(Vapid02.verify(header))
            """
        let verified = try Tool.run(Tool.python, ["-c", script] + headers).output
        #expect(verified == "True\nTrue\nFalse\nFalse\nFalse\n")
    }

    @Test(arguments: ["mailto:\"a b\"@example.org", "https://cairn.example/a?b=\\\n\u{1}", "mailto:töölö🪨@example.org"])
    func `claims are JSON whatever the subject is`(_ subject: String) throws {
        let parts = try parts(key.authorization(for: "https://a.example", subject: subject, now: 1))
        let claims = try #require(
            try JSONSerialization.jsonObject(with: Data(texts(parts.signed)[1].utf8)) as? [String: Any])
        #expect(claims.count == 3)
        #expect(claims["sub"] as? String == subject)
        #expect(claims["aud"] as? String == "https://a.example")
        #expect(claims["exp"] as? Int == 43_201)
    }

    @Test func `a site without an address for push services names none`() throws {
        let parts = try parts(key.authorization(for: "https://a.example", subject: nil, now: 1))
        #expect(texts(parts.signed)[1] == #"{"aud":"https://a.example","exp":43201}"#)
    }

    @Test func `the same claims are the same text`() throws {
        let signed = try (0..<20).map { _ in
            try parts(key.authorization(for: "https://a.example", subject: "mailto:a@b.example", now: 5)).signed
        }
        #expect(Set(signed).count == 1)
    }

    @Test func `the public key is an uncompressed point`() throws {
        let one = try #require(VAPIDKey(bytes: [UInt8](repeating: 0, count: 31) + [1]))
        // The generator of the curve (FIPS 186-4, D.1.2.3).
        let generator =
            "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
            + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"
        #expect(hex(one.publicKey) == generator)
    }

    @Test func `numbers that are no key of the curve are refused`() {
        let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
        #expect(VAPIDKey(bytes: bytes(hex: order)) == nil)
        #expect(VAPIDKey(bytes: Array(bytes(hex: order).dropLast()) + [0x50]) != nil)
        for bytes in [[UInt8](repeating: 255, count: 32), [UInt8](repeating: 0, count: 32)] {
            #expect(VAPIDKey(bytes: bytes) == nil)
        }
        for count in [0, 31, 33, 65] { #expect(VAPIDKey(bytes: [UInt8](repeating: 7, count: count)) == nil) }
    }
}
