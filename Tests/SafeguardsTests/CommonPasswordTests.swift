import Foundation
import Testing

@testable import Safeguards

struct CommonPasswordTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Public/passwords/common.bin")

    private func packed() throws -> [UInt8] { Array(try Data(contentsOf: CommonPasswordTests.file)) }

    private func common() throws -> CommonPasswords { try #require(CommonPasswords(packed())) }

    @Test func `the list is long and the file is small`() throws {
        #expect(try common().count >= 11_000)
        #expect(try packed().count < 100_000)
    }

    @Test(arguments: [
        "password", "12345678", "1234567890", "qwertyuiop", "iloveyou", "trustno1", "PASSWORD", "Password123",
        "Password123!", "iloveyou!!!", "Ｐａｓｓｗｏｒｄ",
    ])
    func `frequent passwords are common`(_ password: String) throws { #expect(try common().contains(password)) }

    @Test(arguments: [
        "", "!", "!!!!!!!!", "correct horse battery staple", "tunturi-kettu-42", "passwort-im-wald", "ääkköset",
    ])
    func `rare passwords are not common`(_ password: String) throws { #expect(try !common().contains(password)) }

    @Test func `no random password is refused`() throws {
        let common = try common()
        var state: UInt64 = 42
        for _ in 0..<50_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            #expect(!common.contains(String(state, radix: 36)))
        }
    }

    @Test func `an invalid password file is refused`() throws {
        let bytes = try packed()
        #expect(CommonPasswords([]) == nil)
        #expect(CommonPasswords(Array(bytes.dropLast())) == nil)
        #expect(CommonPasswords(Array(bytes.dropFirst())) == nil)
        #expect(CommonPasswords(bytes + bytes[8..<13]) == nil)
        #expect(CommonPasswords(Array(bytes[..<8]))?.contains("password") == false)
    }

    @Test func `the hash is FNV-1a`() {
        #expect(CommonPasswords.fnv1a("".utf8) == 0xCBF2_9CE4_8422_2325)
        #expect(CommonPasswords.fnv1a("foobar".utf8) == 0x8594_4171_F739_67E8)
    }

    @Test(
        arguments: [
            ("aino.virtanen", .name), ("Aino.Virtanen1", .name), ("12aino.virtanen34", .name), ("Cairn2026", .name),
            ("cairncairn1", .name), ("cairn.example", .name), ("Aino Virtanen!!!!!!!!", .name), ("password1", .common),
            ("cairn under the sky", nil),
            ("aino.virtanen-6merkkiä", nil), ("tunturi-kettu", nil), ("ai-tunturi", nil),
        ] as [(String, PasswordPolicy.Weakness?)])
    func `little more than a name is weak`(_ password: String, _ weakness: PasswordPolicy.Weakness?) throws {
        let policy = PasswordPolicy(common: try common(), siteNames: ["Cairn", "cairn.example"])
        #expect(policy.weakness(of: password, username: "Aino.Virtanen") == weakness)
        #expect(policy.weakness(of: "ai", username: "ai") == nil)
    }
}
