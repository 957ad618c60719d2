import Testing
import Text

struct VisibleTextTests {
    @Test(arguments: ["李", "x", "-", "🙂", "❤\u{FE0F}", " e\u{301}", "का"])
    func `a letter, a sign or an emoji is seen`(text: String) { #expect(text.hasVisibleCharacter) }

    @Test(arguments: [
        "", " \n", "\u{301}", "\u{FE0F}", "\u{200D}", "\u{20E3}", "\u{93E}", "\u{3164}", "\u{2800}", "\u{0}",
    ])
    func `a blank, a mark, a selector or a joiner alone is not`(text: String) { #expect(!text.hasVisibleCharacter) }
}
