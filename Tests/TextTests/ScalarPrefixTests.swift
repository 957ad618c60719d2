import Testing
import Text

struct ScalarPrefixTests {
    @Test(
        arguments: [
            ("", 3, ""), ("abc", 3, "abc"), ("abcd", 3, "abc"), ("abc", 0, ""),
            // Letters of two scalars and of five, a flag of two, a line break of two.
            ("e\u{301}e\u{301}", 4, "e\u{301}e\u{301}"), ("e\u{301}e\u{301}", 3, "e\u{301}"),
            ("a👨‍👩‍👧b", 5, "a"), ("a👨‍👩‍👧b", 6, "a👨‍👩‍👧"), ("🇫🇮🇸🇪", 3, "🇫🇮"), ("a\r\nb", 2, "a"), ("กำกำ", 3, "กำ"),
        ])
    func `a text is cut between letters`(_ text: String, _ most: Int, _ start: String) {
        #expect(Array(text.prefix(scalars: most).unicodeScalars) == Array(start.unicodeScalars))
        #expect(Array(text[...].prefix(scalars: most).unicodeScalars) == Array(start.unicodeScalars))
    }

    @Test func `a first letter that is too long by itself is cut within`() {
        let letter = "e" + String(repeating: "\u{301}", count: 300)
        #expect(letter.count == 1)
        #expect(Array(letter.prefix(scalars: 60).unicodeScalars) == Array(letter.unicodeScalars.prefix(60)))
    }
}
