import Testing

@testable import Contacts

/// Lengths and folds at their limits.
struct EdgeTests {
    private func emails(_ lines: String) throws -> [String] {
        try VCard.parse(Array("BEGIN:VCARD\r\nVERSION:3.0\r\n\(lines)\r\nEND:VCARD\r\n".utf8)).cards.first?.emails ?? []
    }

    @Test func `an address has 254 bytes at most`() throws {
        let domain = "@example.org"
        let longest = String(repeating: "a", count: 254 - domain.utf8.count) + domain
        #expect(try emails("EMAIL:\(longest)") == [longest])
        #expect(try emails("EMAIL:a\(longest)") == [])
    }

    @Test func `a fold starts with a blank or a tab`() throws {
        for mark in [" ", "\t"] { #expect(try emails("EMAIL:aino@exam\r\n\(mark)ple.org") == ["aino@example.org"]) }
    }

    @Test func `an address is a duplicate in any case, and a colon inside quotes does not end a name`() throws {
        #expect(try emails("EMAIL:Aino@example.org\r\nEMAIL:aino@EXAMPLE.org") == ["Aino@example.org"])
        #expect(try emails("EMAIL;X-NOTE=\"a:b\":aino@example.org") == ["aino@example.org"])
    }

    private static let two =
        "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Äinö\r\nEMAIL:a@b.fi\r\nEND:VCARD\r\n"
        + "BEGIN:VCARD\r\nVERSION:3.0\r\nEMAIL:c@d.fi\r\nEND:VCARD\r\n"

    private func bothAreRead(_ bytes: [UInt8], _ comment: Comment) throws {
        let cards = [ContactCard(name: "Äinö", emails: ["a@b.fi"]), ContactCard(name: "", emails: ["c@d.fi"])]
        #expect(try VCard.parse(bytes) == AddressBook(cards: cards), comment)
    }

    @Test func `UTF-16 with a byte order mark is read, also where it is cut within a character`() throws {
        let units = Array("\u{FEFF}\(EdgeTests.two)".utf16)
        let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        try bothAreRead(little, "little-endian")
        try bothAreRead(units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }, "big-endian")
        try bothAreRead(little + [0x3D], "half a unit")
        try bothAreRead(little + [0x3D, 0xD8], "half a character")
        #expect(throws: VCardError.noCard) { try VCard.parse([0xFF, 0xFE]) }
        #expect(throws: VCardError.noCard) { try VCard.parse([0xFE, 0xFF, 0x00]) }
    }

    @Test func `files that were put behind each other are read, with their marks and without a line end`() throws {
        let mark = "\u{FEFF}"
        try bothAreRead(Array(EdgeTests.two.replacing("BEGIN", with: mark + "BEGIN").utf8), "marks")
        try bothAreRead(Array(EdgeTests.two.replacing("BEGIN", with: mark + mark + "BEGIN").utf8), "two marks")
        for between in ["", mark] {
            let glued = EdgeTests.two.replacing("END:VCARD\r\nBEGIN", with: "END:VCARD\(between)BEGIN")
            try bothAreRead(Array(glued.utf8), "no line end")
        }
        #expect(throws: VCardError.noCard) { try VCard.parse(Array(mark.utf8)) }
    }

    @Test func `cards whose lines are indented are read, and folds in them`() throws {
        for margin in [" ", "\t", "   "] {
            let lines = EdgeTests.two.replacing("a@b.fi", with: "a@\r\n b.fi").split(separator: "\r\n")
            func indented(_ isIndented: (Substring) -> Bool) -> [UInt8] {
                Array(lines.map { "\(isIndented($0) ? margin : "")\($0)\r\n" }.joined().utf8)
            }
            try bothAreRead(indented { _ in true }, "all")
            try bothAreRead(indented { !$0.contains("VCARD") }, "what stands within")
            let first = lines.firstIndex { $0 == "END:VCARD" } ?? 0
            let halves = [lines[...first], lines[(first + 1)...]]
            for place in halves.indices {
                let text = halves.indices.map { half in
                    halves[half].map { "\(half == place ? margin : "")\($0)\r\n" }.joined()
                }
                try bothAreRead(Array(text.joined().utf8), "one of both")
            }
        }
    }

    @Test func `a card around an agent's that is indented has folds`() throws {
        let agent = "AGENT:\n BEGIN:VCARD\n EMAIL:agent@b.fi\n END:VCARD\n"
        let text = "BEGIN:VCARD\nVERSION:2.1\n\(agent)EMAIL:own@\n b.fi\nEND:VCARD\n"
        #expect(
            try VCard.parse(Array(text.utf8)) == AddressBook(cards: [ContactCard(name: "", emails: ["own@b.fi"])]))
    }

    @Test func `a card ends after a last line that ends in a soft break`() throws {
        #expect(try emails("EMAIL;ENCODING=QUOTED-PRINTABLE:a@b.fi=") == ["a@b.fi"])
    }

    @Test(
        arguments: [
            ("Aino Korhonen <aino@b.fi>", ["aino@b.fi"]), ("\"Korhonen, Aino\" <aino@b.fi>", ["aino@b.fi"]),
            ("<aino@b.fi>", ["aino@b.fi"]), ("Aino <mailto:aino@b.fi>", ["aino@b.fi"]),
            ("MAILTO:aino%40b.fi?subject=Hello", ["aino@b.fi"]),
            ("aino@b.fi, Eero <eero@b.fi>; leena@b.fi", ["aino@b.fi", "eero@b.fi", "leena@b.fi"]),
        ] as [(String, [String])])
    func `an address is read with a name before it, as a link, and in a list`(_ value: String, _ read: [String]) throws
    {
        #expect(try emails("EMAIL:\(value)") == read)
    }

    @Test func `all addresses of a card are read`() throws {
        let addresses = (1...1_000).map { "a\($0)@b.fi" }
        #expect(try emails(addresses.map { "EMAIL:\($0)" }.joined(separator: "\r\n")) == addresses)
    }

    @Test func `values without an address are counted, of cards that are read`() throws {
        let odd = "EMAIL:Eero\nEMAIL:/o=Example\nEMAIL:\nEMAIL: \nEMAIL:+358 1, <a@b@c>\n"
        let card = "BEGIN:VCARD\nVERSION:3.0\n\(odd)EMAIL:a@b.fi\nEMAIL:A@b.fi\nEND:VCARD\n"
        let book = try VCard.parse(Array((card + card.replacing("VERSION:3.0\n", with: "")).utf8))
        #expect(book.cards.map(\.emails) == [["a@b.fi"]] && book.unreadEmails == 3 && book.leftOut == 1)
    }
}
