import Testing

@testable import App

struct EmojiTests {
    @Test(arguments: ["😂", "👍🏽", "👨‍👩‍👧‍👦", "🇫🇮", "🇪🇺", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "❤️‍🔥"])
    func `one emoji is taken as it is`(emoji: String) { #expect(Emoji.one(" \(emoji)\n") == emoji) }

    @Test func `each emoji has one spelling`() {
        #expect(Emoji.one("\u{2764}") == "\u{2764}\u{FE0F}" && Emoji.one("\u{2764}\u{FE0F}") == "\u{2764}\u{FE0F}")
        #expect(Emoji.one("😂\u{FE0F}") == "😂")
        #expect(Emoji.one("1\u{20E3}") == "1\u{FE0F}\u{20E3}")
    }

    @Test(
        arguments: [
            "", " ", "x", "1", "#", "©\u{FE0F}", "ä", "hello", "🙂🙂", "🙂x", "🇫", "🇦🇦", "🏽", "🙂\u{200D}",
            "🙂\u{E0061}\u{E007F}",
            String(repeating: "👨‍👩‍👧‍👦", count: 9),
        ])
    func `anything else is none`(text: String) { #expect(Emoji.one(text) == nil) }

    @Test func `what is offered is emoji`() {
        for emoji in Emoji.offered { #expect(Emoji.one(emoji) == emoji) }
        #expect(Emoji.one(nil) == nil)
    }
}
