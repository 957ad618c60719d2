import Testing
import Text

struct UnmarkedTextTests {
    @Test func `Windows-1252 is Latin-1 but for 27 characters`() {
        let all = Array(Windows1252.text(0...255).unicodeScalars)
        #expect(all.count == 256)
        let other = (0...255).filter { all[$0].value != UInt32($0) }
        #expect(String(String.UnicodeScalarView(other.map { all[$0] })) == "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ")
        #expect(other.count == 27 && other.first == 0x80 && other.last == 0x9F)
        #expect([0x81, 0x8D, 0x8F, 0x90, 0x9D].allSatisfy { !other.contains($0) })
    }

    @Test(arguments: ["", "plain", "Łódź", "東京 🙂"])
    func `UTF-8 is read as it is`(text: String) { #expect(UnmarkedText.read(Array(text.utf8)) == text) }

    @Test(arguments: [
        ("Don\u{92}t \u{96} \u{93}Stop\u{94}", "Don’t – “Stop”"), ("Für Elise", "Für Elise"), ("Été", "Été"),
        ("Ã", "Ã"),
    ])
    func `what is no UTF-8 is Windows-1252`(latin: String, expected: String) {
        #expect(UnmarkedText.read(bytes(latin)) == expected)
    }

    @Test(arguments: ["Łódź", "東京", "ä🙂"])
    func `of UTF-8 that is cut only the cut character is lost`(text: String) {
        for lost in 1..<text.suffix(1).utf8.count {
            #expect(UnmarkedText.read(Array(text.utf8).dropLast(lost)) == String(text.dropLast()), "\(lost)")
        }
    }

    /// Nothing else says that it is UTF-8, or it is too long or odd for a character of UTF-8.
    @Test(arguments: ["Café", "Ã¤Ã¤¤", "Ã¤ü", "éÃ¤Ã"])
    func `an end that only looks cut is kept`(latin: String) { #expect(UnmarkedText.read(bytes(latin)) == latin) }

    private func bytes(_ latin: String) -> [UInt8] { latin.unicodeScalars.map { UInt8($0.value) } }
}
