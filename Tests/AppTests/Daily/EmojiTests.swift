import Database
import Testing

@testable import App

struct EmojiTests {
    @Test(arguments: ["😂", "👍🏽", "👨‍👩‍👧‍👦", "🇫🇮", "🇪🇺", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "❤️‍🔥"])
    func `one emoji is taken as it is`(emoji: String) { #expect(Emoji.one(" \(emoji)\n") == emoji) }

    @Test func `each emoji has one spelling`() {
        #expect(Emoji.one("\u{2764}") == "\u{2764}\u{FE0F}" && Emoji.one("\u{2764}\u{FE0F}") == "\u{2764}\u{FE0F}")
        #expect(Emoji.one("😂\u{FE0F}") == "😂")
        #expect(Emoji.one("1\u{20E3}") == "1\u{FE0F}\u{20E3}" && Emoji.one("1\u{FE0F}\u{20E3}") == "1\u{FE0F}\u{20E3}")
    }

    /// Fully qualified ones, as Unicode's emoji-test.txt has them: a burning heart, an eye in a bubble, two flags, a
    /// detective with a skin tone and without, a pointing hand with one.
    @Test(
        arguments: [
            "\u{2764}\u{FE0F}\u{200D}\u{1F525}", "\u{1F441}\u{FE0F}\u{200D}\u{1F5E8}\u{FE0F}",
            "\u{1F3F3}\u{FE0F}\u{200D}\u{26A7}\u{FE0F}", "\u{1F3F4}\u{200D}\u{2620}\u{FE0F}",
            "\u{1F575}\u{1F3FD}\u{200D}\u{2642}\u{FE0F}", "\u{1F575}\u{FE0F}\u{200D}\u{2642}\u{FE0F}",
            "\u{261D}\u{1F3FD}",
        ])
    func `joined emoji have one spelling, whichever selectors were left out`(emoji: String) {
        let scalars = Array(emoji.unicodeScalars)
        let selectors = scalars.indices.filter { scalars[$0].value == 0xFE0F }
        for choice in 0..<(1 << selectors.count) {
            let kept = scalars.indices.filter { place in
                selectors.firstIndex(of: place).map { choice >> $0 & 1 == 0 } ?? true
            }
            let spelling = String(String.UnicodeScalarView(kept.map { scalars[$0] }))
            #expect(Emoji.one(spelling) == emoji, "\(kept)")
        }
        #expect(Emoji.one(emoji + "\u{FE0F}") == emoji)
    }

    @Test func `reactions of before in several spellings become one`() throws {
        let earlier = try EarlierDatabase(before: 72)
        defer { earlier.close() }
        let database = earlier.database
        let (old, older, new) = ("\u{1F441}\u{200D}\u{1F5E8}", "\u{1F441}\u{FE0F}\u{200D}\u{1F5E8}", "👁️‍🗨️")
        try database.write { database in
            try addMoment(database)
            for (id, account, emoji) in [(1, 1, old), (2, 1, older), (3, 1, "🔥"), (4, 2, older)]
                as [(Int64, Int64, String)]
            {
                try database.execute(
                    """
                    INSERT INTO moment_reaction (id, moment_id, account_id, emoji, created_at)
                    VALUES (\(id), 1, \(account), \(emoji), 1)
                    """)
            }
        }
        try earlier.migrate()
        let left = try database.read { database in
            try database.all("SELECT account_id, emoji FROM moment_reaction ORDER BY account_id, emoji") {
                row -> String in
                let (account, emoji): (Int64, String) = (try row["account_id"], try row["emoji"])
                return "\(account) \(emoji)"
            }
        }
        #expect(left.sorted() == ["1 \(new)", "1 🔥", "2 \(new)"].sorted())
    }

    private func addMoment(_ database: Writer) throws {
        let photo = String(repeating: "a", count: 26)
        try database.execute(
            """
            INSERT INTO media (name, owner_id, purpose, kind, bytes, created_at)
            VALUES (\(photo), 1, 'photo', 'image', 1, 1)
            """)
        try database.execute(
            """
            INSERT INTO daily_window (day, opened_at, closes_at, reveals_at, audience) VALUES (1, 1, 2, 1, 'friends')
            """)
        try database.execute(
            """
            INSERT INTO moment (id, account_id, day, submission, back, caption, place, retakes, late_ms, audience, posted_at)
            VALUES (1, 1, 1, 'a', \(photo), '', 'none', 0, 0, 'friends', 1)
            """)
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
