import Testing
import Text

struct SingleLineTests {
    @Test(arguments: [
        ("", ""), (" \t ", ""), ("one", "one"), (" A\u{0}\n song ", "A song"), ("Café\r\nBar", "Café Bar"),
        ("a\u{2028}b\u{2029}c", "a b c"), ("\u{202E}gnos", "gnos"), ("a\u{2066}b\u{2069}", "a b"),
        ("\u{E000}x\u{378}", "x"),
        ("می‌خواهم", "می‌خواهم"),
    ])
    func `a text becomes one line`(text: String, line: String) { #expect(text.singleLine(scalars: 60) == line) }

    @Test func `a line ends with a whole letter and no space`() {
        #expect("one two".singleLine(scalars: 4) == "one")
        #expect("one 👩‍🚀".singleLine(scalars: 5) == "one")
        #expect(String(repeating: "a", count: 1_000).singleLine(scalars: 60).count == 60)
        #expect(("a" + String(repeating: "\u{301}", count: 1_000)).singleLine(scalars: 60).unicodeScalars.count == 60)
        #expect((String(repeating: "\n", count: 400) + "a").singleLine(scalars: 60) == "")
    }
}
