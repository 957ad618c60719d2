import Foundation
import Testing

@testable import Mail

struct MessageTests {
    private func message(_ subject: String, _ body: String = "", fromName: String = "") throws -> MailMessage {
        let from = try #require(EmailAddress("cairn@Example.org"))
        let to = try #require(EmailAddress("eero.virtanen@example.net"))
        return try MailMessage(
            from: from, fromName: fromName, to: to, subject: subject, body: body, id: "0a-1B", date: 1_795_248_386_123)
    }

    private func text(_ message: MailMessage) -> String { String(decoding: message.bytes, as: UTF8.self) }

    private func subject(_ text: String) throws -> String {
        let lines = self.text(try message(text)).components(separatedBy: "\r\n")
        let first = try #require(lines.firstIndex { $0.hasPrefix("Subject: ") })
        let rest = lines[(first + 1)...].prefix { $0.hasPrefix(" ") }
        return ([String(lines[first].dropFirst(9))] + rest).joined(separator: "\n")
    }

    @Test func `a message follows RFC 5322 and MIME`() throws {
        let expected = [
            "Date: Sat, 21 Nov 2026 08:06:26 +0000", "From: Cairn in Helsinki <cairn@Example.org>",
            "To: eero.virtanen@example.net", "Message-ID: <0a-1B@example.org>", "Subject: A new password",
            "Auto-Submitted: auto-generated", "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: quoted-printable", "", "Hyv=C3=A4=C3=A4 p=C3=A4iv=C3=A4=C3=A4", "",
            "https://example.org/password/reset?token=3Dabc", "",
        ]
        let body = "Hyvää päivää\n\nhttps://example.org/password/reset?token=abc"
        let message = try message("A new password", body, fromName: "Cairn in Helsinki")
        #expect(text(message) == expected.joined(separator: "\r\n"))
    }

    @Test func `text other than short ASCII becomes encoded-words of whole characters`() throws {
        #expect(try subject("Terve") == "Terve")
        #expect(try subject("Hyvää päivää") == "=?UTF-8?B?SHl2w6TDpCBww6RpdsOkw6Q=?=")
        #expect(try subject("=?UTF-8?Q?Bcc?=") == "=?UTF-8?B?PT9VVEYtOD9RP0JjYz89?=")
        let long = try subject(String(repeating: "ä🙂", count: 20)).split(separator: "\n")
        #expect(long.count > 1)
        var decoded = ""
        for word in long {
            let inner = word.trimmingCharacters(in: .whitespaces).dropFirst(10).dropLast(2)
            let bytes = try #require(Data(base64Encoded: String(inner)))
            decoded += try #require(String(data: bytes, encoding: .utf8))
        }
        #expect(decoded == String(repeating: "ä🙂", count: 20))
    }

    @Test func `no line is longer than 76, and no blank ends one`() throws {
        let body = [
            String(repeating: "x", count: 300), String(repeating: "ä", count: 100), "blank at the end \t",
            String(repeating: "y", count: 76), String(repeating: "z", count: 77), " ", "=",
        ]
        let name = String(repeating: "Tuuli ", count: 12) + "Å"
        let message = try message(String(repeating: "word ", count: 40), body.joined(separator: "\n"), fromName: name)
        let lines = text(message).components(separatedBy: "\r\n")
        for line in lines {
            #expect(line.utf8.count <= 76 && !line.hasSuffix(" ") && !line.hasSuffix("\t"))
            #expect(line.utf8.allSatisfy { 0x20...0x7E ~= $0 })
        }
        #expect(lines.contains(String(repeating: "y", count: 76)))
        #expect(lines.contains("blank at the end =09"))
    }

    @Test func `every end of line becomes CRLF`() throws {
        #expect(
            String(decoding: MIME.quotedPrintable("a\nb\r\nc\rd\n\ne\n"), as: UTF8.self)
                == "a\r\nb\r\nc\r\nd\r\n\r\ne\r\n")
        #expect(MIME.quotedPrintable("").isEmpty)
        #expect(String(decoding: MIME.quotedPrintable("nul \0."), as: UTF8.self) == "nul =00.\r\n")
    }

    @Test(arguments: ["a\r\nBcc: x@example.org", "a\nb", "a\rb", "a\0", "a\u{7F}", "a\u{85}b", "tab\there"])
    func `a control character in a header is refused`(_ text: String) throws {
        #expect(throws: MailError.self) { try message(text) }
        #expect(throws: MailError.self) { try message("fine", fromName: text) }
    }

    @Test func `headers have a maximum length, and ids a limited alphabet`() throws {
        _ = try message(String(repeating: "x", count: 500))
        #expect(throws: MailError.self) { try message(String(repeating: "x", count: 501)) }
        let address = try #require(EmailAddress("a@example.org"))
        for id in ["", "a b", "a>b", "ä", String(repeating: "x", count: 65)] {
            #expect(throws: MailError.self, "\(id)") {
                try MailMessage(from: address, to: address, subject: "", body: "", id: id, date: 0)
            }
        }
    }
}
