import Crypto
import Foundation
import TestTools
import Testing

@testable import WebPush

struct PushEncryptionTests {
    @Test func `the example of RFC 8291 is encrypted to the same bytes`() throws {
        let p256dh = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        let keys = try #require(
            PushSubscriptionKeys(
                p256dh: bytes(base64URL: p256dh), auth: bytes(base64URL: "BTBZMqHH6r4Tts7J_aSIgg")))
        let sender = try #require(
            P256Key(bytes: bytes(base64URL: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")))
        let plaintext = Array("When I grow up, I want to be a watermelon".utf8)
        let body = try PushEncryption.encrypt(
            plaintext, paddedTo: plaintext.count, for: keys, salt: bytes(base64URL: "DGv6ra1nlYgDCS1FRnbzlw"),
            sender: sender)
        let expected =
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBr"
            + "u3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        #expect(Data(body).base64URL == expected)
    }

    @Test(.enabled(if: Receiver.canRead, "python3 has no http_ece"))
    func `http-ece decrypts messages of every length`() throws {
        let (receiver, random) = (Receiver(), SeededBytes())
        let lengths = [0, 1, 511, 512, 513, 1_024, 1_025, 2_048, 2_049, 3_992, 3_993]
        // Zeros at the end and the byte that begins padding must not be taken for it.
        let messages =
            lengths.map { random($0) }
            + [Array("Löysit kätkön – “Töölönlahti” 🪨".utf8), [2, 0, 0], [0], [UInt8](repeating: 0, count: 512)]
        let bodies = try messages.map { try #require(PushEncryption.encrypt($0, for: receiver.keys)) }
        #expect(try receiver.read(bodies) == messages)
    }

    @Test(.enabled(if: Receiver.canRead, "python3 has no http_ece"))
    func `nobody else can read a message, and nobody can change it`() throws {
        let receiver = Receiver()
        let body = try #require(PushEncryption.encrypt(Array("for one alone".utf8), for: receiver.keys))
        var changed = body
        changed[body.count - 20] ^= 1
        #expect(try Receiver().read([body]) == [nil])
        #expect(try receiver.read([body, changed]) == [Array("for one alone".utf8), nil])
    }

    @Test(
        arguments: [
            (0, 512), (1, 512), (512, 512), (513, 1_024), (1_024, 1_024), (1_025, 2_048), (2_048, 2_048),
            (2_049, 3_993), (3_993, 3_993),
        ])
    func `the length of a body says only which of four lengths the message fits`(_ count: Int, _ padded: Int) throws {
        let message = [UInt8](repeating: 7, count: count)
        let body = try #require(PushEncryption.encrypt(message, for: Receiver().keys))
        // Salt, size of the record, the key with its length; the byte that ends the message; the tag.
        #expect(body.count == 16 + 4 + 1 + 65 + padded + 1 + 16)
        #expect(body.count <= 4_096)
    }

    @Test func `a message that does not fit into 4,096 bytes is not encrypted`() {
        let keys = Receiver().keys
        #expect(PushEncryption.encrypt([UInt8](repeating: 7, count: PushEncryption.maximumBytes + 1), for: keys) == nil)
        #expect(PushEncryption.encrypt([UInt8](repeating: 7, count: 100_000), for: keys) == nil)
    }

    @Test func `each message has a salt and a key of its own`() throws {
        let keys = Receiver().keys
        let bodies = try (0..<20).map { _ in try #require(PushEncryption.encrypt([1, 2, 3], for: keys)) }
        #expect(Set(bodies.map { Array($0[0..<16]) }).count == bodies.count)
        #expect(Set(bodies.map { Array($0[21..<86]) }).count == bodies.count)
        #expect(Set(bodies.map { Array($0[86...]) }).count == bodies.count)
        for body in bodies {
            #expect(body[16..<22] == [0, 0, 0x10, 0, 65, 4])
            #expect(P256Key.isPoint(Array(body[21..<86])))
        }
    }
}
