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
}
