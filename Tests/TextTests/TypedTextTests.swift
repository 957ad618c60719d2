import Testing
import Text

struct TypedTextTests {
    @Test(
        arguments: [
            ("K7M-2PX", "K7M-2PX"), ("", ""),
            // Hyphens and dashes: unbreakable, of figures, en, em, minus, small, full width, Japanese.
            ("1\u{2010}2\u{2011}3\u{2012}4\u{2013}5\u{2014}6", "1-2-3-4-5-6"),
            ("1\u{2212}2\u{FE63}3\u{FF0D}4", "1-2-3-4"),
            ("090\u{30FC}1234\u{FF70}5", "090-1234-5"),
            // Blanks: unbreakable, thin, narrow, ideographic, of Braille, a line.
            ("1\u{A0}2\u{2009}3\u{202F}4\u{3000}5\u{2800}6\n7", "1 2 3 4 5 6 7"),
            // Nothing to see: of no width, a mark of order, directions, a soft hyphen, a selector, a filler.
            ("\u{202A}1\u{200B}2\u{FEFF}3\u{200E}4\u{AD}5\u{FE0F}6\u{3164}7\u{202C}", "1234567"),
            // Letters and digits of other widths and styles.
            ("Ｋ７Ｍ＋２ｐｘ（０）", "K7M+2px(0)"), ("𝐊𝟕𝕄𝟚𝙿𝚡", "K7M2Px"),
            // Digits of other scripts: Arabic, Persian, Devanagari, Thai.
            ("+٤٩ ٠۱۲۹ १४ ๗", "+49 0129 14 7"),
            // Other letters stay what they are, however alike, and so do numbers that are no digits.
            ("ΚОⵔ三", "ΚОⵔ三"),
        ])
    func `a pasted text in its plainest form`(_ typed: String, _ plain: String) throws {
        let found = try #require(TypedText.plain(typed, mostBytes: 100))
        #expect(Array(found.unicodeScalars) == Array(plain.unicodeScalars))
    }

    @Test(arguments: ["10\u{B2}", "\u{2081}", "\u{2460}"])
    func `raised and circled digits are no digits`(_ typed: String) {
        #expect(TypedText.plain(typed, mostBytes: 100) == nil)
    }

    @Test func `a text that is too long is not read`() {
        #expect(TypedText.plain("abcde", mostBytes: 5) == "abcde")
        #expect(TypedText.plain("abcdef", mostBytes: 5) == nil)
        // The scalar that becomes longest.
        #expect(TypedText.plain("\u{FDFA}", mostBytes: 5)?.unicodeScalars.count == 18)
    }
}
