import Testing

@testable import App

/// The words of a message: which links in them lead somewhere, and when they are emoji alone.
struct MessageTextTests {
    private let site = "https://cairn.example.org"

    /// What of a text leads somewhere, as it is shown and where to.
    private func links(_ text: String) -> [String] {
        let pieces = MessageText(text, linksOf: site).pieces
        // Nothing of the text is lost.
        #expect(pieces.map { $0.words }.joined() == text)
        return pieces.filter { !$0.address.isEmpty }.map {
            $0.words == $0.address ? $0.words : "\($0.words) → \($0.address)"
        }
    }

    @Test func `an address becomes a link without the punctuation around it`() {
        #expect(links("See https://example.org/a?b=c#d.") == ["https://example.org/a?b=c#d"])
        #expect(
            links("(http://example.org:8080/x_(y)), \"https://a.example\"!") == [
                "http://example.org:8080/x_(y)", "https://a.example",
            ])
        #expect(links("HTTPS://EXAMPLE.org/A") == ["HTTPS://EXAMPLE.org/A → https://EXAMPLE.org/A"])
        #expect(links("one https://a.example two\nhttps://b.example") == ["https://a.example", "https://b.example"])
        #expect(links("https://example.org/työ/מפה") == ["https://example.org/työ/מפה"])
    }

    @Test func `a text of links within each other is looked through once`() {
        let nested = String(repeating: "http://a.b/", count: 363)
        #expect(links(nested) == [nested])
        #expect(links(String(repeating: "http://", count: 571)) == [])
        #expect(links("http://a.b/(" + String(repeating: ")", count: 3_980)) == ["http://a.b/()"])
        let many = Array(repeating: "http://a.b/", count: 300)
        #expect(links(many.joined(separator: " ")) == many)
    }

    @Test func `what could lead elsewhere than it says stays words`() {
        let texts = [
            "https://google.com@evil.example/", "https://user:pw@evil.example", "https://аpple.com", "https://",
            "https:// example.org", "xhttps://example.org", "javascript://example.org", "ftp://example.org",
            "https://example..org", "https://-x", "https://\u{202E}gro.elpmaxe", "//example.org", "https://[::1]/",
            "https://good.example\\@evil.example".replacing("good.example", with: "."), "https://exa%6Dple.org",
        ]
        for text in texts { #expect(links(text) == [], "\(text)") }
        #expect(links("https://bank.example\u{202E}moc.live") == ["https://bank.example"])
        #expect(links("https://bank.example\u{200B}.evil.example") == ["https://bank.example"])
    }

    @Test func `links to the site itself lead inside`() {
        #expect(links("https://cairn.example.org/relics/5") == ["https://cairn.example.org/relics/5 → /relics/5"])
        #expect(links("HTTPS://CAIRN.example.ORG") == ["HTTPS://CAIRN.example.ORG → /"])
        #expect(links("https://cairn.example.org?x=1") == ["https://cairn.example.org?x=1 → /?x=1"])
        #expect(links("https://cairn.example.org.evil.example/") == ["https://cairn.example.org.evil.example/"])
        #expect(links("https://cairn.example.org//evil.example") == ["https://cairn.example.org//evil.example"])
        #expect(MessageText("https://cairn.example.org/you", linksOf: site).pieces.map { $0.isInside } == [true])
    }

    @Test func `without a site nothing is a link`() {
        let text = "https://example.org"
        #expect(MessageText(text, linksOf: nil).pieces == [MessageText.Piece(words: text)])
    }

    @Test func `many empty lines become one`() {
        #expect(MessageText("a\n\n\n\n\nb\n\nc", linksOf: site).pieces.map { $0.words } == ["a\n\nb\n\nc"])
        #expect(MessageText("", linksOf: site).isEmpty)
    }

    @Test func `one to three emoji alone are emoji`() {
        for text in ["😍", "👩‍👩‍👧‍👦🏳️‍🌈", "❤️ ☕️ 🧗🏽‍♀️", "1️⃣"] { #expect(MessageText(text, linksOf: site).isEmoji, "\(text)") }
        for text in ["", "1", "12", "#", "😍😍😍😍", "Ok ❤️", "e\u{301}", "©", "☺︎"] {
            #expect(!MessageText(text, linksOf: site).isEmoji, "\(text)")
        }
    }
}
