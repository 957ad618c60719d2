import Foundation
import Testing

@testable import Contacts

struct VCardTests {
    private func parse(_ lines: String..., ending: String = "\r\n") throws -> [ContactCard] {
        try VCard.parse(Array((lines.joined(separator: ending) + ending).utf8)).cards
    }

    private func card(_ lines: String...) throws -> ContactCard? {
        try parse("BEGIN:VCARD", "VERSION:3.0", lines.joined(separator: "\r\n"), "END:VCARD").first
    }

    private func fixture(_ name: String) throws -> [ContactCard] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        let book = try VCard.parse(Array(Data(contentsOf: folder.appending(path: name + ".vcf"))))
        #expect(book.leftOut == 0)
        return book.cards
    }

    @Test func `exports of phones and mail programs are read`() throws {
        #expect(
            try fixture("gmail-list") == [
                ContactCard(name: "Arnold Smith", emails: ["asmithk@gmail.com"]),
                ContactCard(name: "Chris Beatle", emails: ["chrisy55d@yahoo.com"]),
                ContactCard(name: "Doug White", emails: ["dwhite@gmail.com"]),
            ])
        #expect(
            try fixture("John_Doe_GMAIL") == [
                ContactCard(name: "Mr. John Richter, James Doe Sr.", emails: ["john.doe@ibm.com"])
            ])
        #expect(
            try fixture("John_Doe_MS_OUTLOOK") == [
                ContactCard(name: "Mr. John Richter James Doe Sr.", emails: ["john.doe@ibm.cm"])
            ])
        #expect(
            try fixture("rfc6350-example") == [
                ContactCard(name: "Simon Perreault", emails: ["simon.perreault@viagenie.ca"])
            ])
        let full = try fixture("fullcontact")
        #expect(full.map(\.name) == ["Prefix FirstName MiddleName LastName Suffix"])
        #expect(full.first?.emails.map { $0.prefix { $0 != "@" } } == ["home", "work", "school", "other", "custom"])
        let android = try fixture("John_Doe_ANDROID")
        #expect(android.count == 6 && android[2].name == "Ñ Ñ Ñ Ñ Ñ")
        #expect(android.flatMap(\.emails).filter { $0.hasSuffix("@company.com") }.count == 4)
    }

    @Test func `folds are undone within names, values and characters`() throws {
        let lines = "FN:Ai\r\n no P\r\n\tä\r\nEMAIL;TYPE=ho\r\n me:aino\r\n @example.org\r\n"
        let bytes = Array("BEGIN:VCARD\r\nVERSION:3.0\r\n\(lines)".utf8)
        let split = try #require(bytes.firstIndex(of: 0xC3)) + 1
        let folded = bytes[..<split] + Array("\r\n ".utf8) + bytes[split...] + Array("END:VCARD".utf8)
        #expect(try VCard.parse(Array(folded)).cards == [ContactCard(name: "Aino Pä", emails: ["aino@example.org"])])
    }

    @Test(arguments: ["\r\n", "\n", "\r"])
    func `lines may end in CRLF, LF or CR`(_ ending: String) throws {
        let cards = try parse(
            "\u{FEFF}BEGIN:VCARD", "VERSION:4.0", "FN:Eero", "EMAIL:eero@", " example.org", "END:VCARD", "",
            ending: ending)
        #expect(cards == [ContactCard(name: "Eero", emails: ["eero@example.org"])])
    }

    @Test func `groups, parameters and quotes are skipped`() throws {
        let card = try card(
            "item1.FN;CHARSET=utf-8:Aino", "item2.email;type=INTERNET;type=pref:aino@example.org",
            "EMAIL;X-LABEL=\"home: mine; yes\":second@example.org", "Email;PREF=1:mailto:third@example.org",
            "EMAIL:AINO@example.org")
        #expect(
            card
                == ContactCard(
                    name: "Aino", emails: ["aino@example.org", "second@example.org", "third@example.org"]))
    }

    @Test func `quoted-printable continues over soft breaks and hides no property`() throws {
        let cards = try parse(
            "BEGIN:VCARD", "VERSION:2.1", "NOTE;ENCODING=QUOTED-PRINTABLE:see =", "EMAIL:hidden@example.org",
            "FN;CHARSET=UTF-8;QUOTED-PRINTABLE:=C3=84i=", "n=C3=B6", "EMAIL;INTERNET:open@example.org", "END:VCARD")
        #expect(cards == [ContactCard(name: "Äinö", emails: ["open@example.org"])])
        #expect(try card("FN;ENCODING=QUOTED-PRINTABLE:1=2 =ZZ =4")?.name == "1=2 =ZZ =4")
    }

    @Test func `Windows-1252 is read, also where it is declared as ISO-8859-1 or not at all`() throws {
        let start = Array("BEGIN:VCARD\nVERSION:2.1\nFN".utf8)
        for (parameter, name) in [("", [0x92, 0xC4]), (";CHARSET=ISO-8859-1", [0xC3, 0x84])] as [(String, [UInt8])] {
            let bytes = start + Array("\(parameter):".utf8) + name + Array("\nEND:VCARD".utf8)
            let expected = parameter.isEmpty ? "’Ä" : "Ã„"
            #expect(try VCard.parse(bytes).cards.first?.name == expected)
        }
    }

    @Test func `a card without a formatted name uses the next best`() throws {
        #expect(try card("N:Virtanen;Eero;;;", "NICKNAME:Ekku")?.name == "Eero Virtanen")
        #expect(try card("FN:", "N:Virtanen;;;;")?.name == "Virtanen")
        #expect(try card("N:;;;;", "NICKNAME:Ekku")?.name == "Ekku")
        #expect(try card("ORG:Cairn\\; Oy;Unit")?.name == "Cairn; Oy")
        #expect(try card("TEL:1")?.name == "")
        #expect(try card("FN:two\\nlines\\, \u{7}and   blanks")?.name == "two lines, and blanks")
        #expect(try card("FN:" + String(repeating: "ä", count: 300))?.name.count == 200)
    }

    @Test func `invalid addresses are left out`() throws {
        let card = try card(
            "EMAIL:", "EMAIL:Eero", "EMAIL:a b@example.org", "EMAIL:a@b@c", "EMAIL:@b", "EMAIL: eero@example.org ",
            "EMAIL:" + String(repeating: "x", count: 250) + "@b.fi")
        #expect(card?.emails == ["eero@example.org"])
    }

    @Test func `pictures and nested cards are skipped`() throws {
        let picture = String(repeating: "QUJD", count: 18)
        let cards = try parse(
            "BEGIN:VCARD", "VERSION:2.1", "FN:Aino", "PHOTO;JPEG;ENCODING=BASE64:", " " + picture, picture + "=", "",
            "AGENT:", "BEGIN:VCARD", "FN:Agent", "EMAIL:agent@example.org", "END:VCARD", "EMAIL:aino@example.org",
            "END:VCARD", "EMAIL:outside@example.org")
        #expect(cards == [ContactCard(name: "Aino", emails: ["aino@example.org"])])
    }
}
