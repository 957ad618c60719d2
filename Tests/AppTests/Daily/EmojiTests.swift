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
            "", " ", "x", "1", "#", "ä", "hello", "🙂🙂", "🙂x", "🇫", "🇦🇦", "🏽", "🙂\u{200D}",
            "🙂\u{E0061}\u{E007F}",
            String(repeating: "👨‍👩‍👧‍👦", count: 9),
        ])
    func `anything else is none`(text: String) { #expect(Emoji.one(text) == nil) }

    /// An astronaut, a woman with red hair, a health worker; on the way in a wheelchair; a bearded man, a zombie, a runner and
    /// a walker; families, couples, a handshake; a black bird, a shaken head; flags, a thumb, signs.
    @Test(
        arguments: [
            "\u{1F469}\u{1F3FD}\u{200D}\u{1F680}", "\u{1F469}\u{200D}\u{1F9B0}", "\u{1F9D1}\u{200D}\u{2695}\u{FE0F}",
            "\u{1F468}\u{200D}\u{1F9BD}\u{200D}\u{27A1}\u{FE0F}", "\u{1F9D4}\u{200D}\u{2642}\u{FE0F}",
            "\u{1F9DF}\u{200D}\u{2640}\u{FE0F}", "\u{1F3C3}\u{1F3FD}\u{200D}\u{2640}\u{FE0F}\u{200D}\u{27A1}\u{FE0F}",
            "\u{1F6B6}\u{200D}\u{27A1}\u{FE0F}", "\u{1F468}\u{200D}\u{1F466}",
            "\u{1F9D1}\u{200D}\u{1F9D1}\u{200D}\u{1F9D2}\u{200D}\u{1F9D2}",
            "\u{1F9D1}\u{1F3FB}\u{200D}\u{1F91D}\u{200D}\u{1F9D1}\u{1F3FF}",
            "\u{1F469}\u{1F3FB}\u{200D}\u{2764}\u{FE0F}\u{200D}\u{1F48B}\u{200D}\u{1F468}\u{1F3FC}",
            "\u{1FAF1}\u{1F3FB}\u{200D}\u{1FAF2}\u{1F3FF}", "\u{1F426}\u{200D}\u{2B1B}",
            "\u{1F642}\u{200D}\u{2194}\u{FE0F}", "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
            "\u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}", "\u{1F44D}\u{1F3FF}", "\u{A9}\u{FE0F}",
            "\u{AE}\u{FE0F}", "\u{2122}\u{FE0F}", "\u{2139}\u{FE0F}",
        ])
    func `emoji that Unicode recommends are taken`(emoji: String) { #expect(Emoji.one(emoji) == emoji) }

    /// Eight dogs and two, a woman with a dog and a dog with a rocket; families of five, of three men and out of order; joiners,
    /// skin tones and selectors at the wrong place; flags that no font has, and one that does not end; signs of texts.
    @Test(
        arguments: [
            "\(String(repeating: "\u{1F436}\u{200D}", count: 7))\u{1F436}",
            "\u{1F436}\u{200D}\u{1F436}", "\u{1F469}\u{200D}\u{1F436}", "\u{1F436}\u{200D}\u{1F680}",
            "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}\u{200D}\u{1F466}",
            "\u{1F468}\u{200D}\u{1F468}\u{200D}\u{1F468}\u{200D}\u{1F466}",
            "\u{1F468}\u{200D}\u{1F466}\u{200D}\u{1F468}", "\u{1F44D}\u{200D}\u{2642}\u{FE0F}",
            "\u{1F469}\u{200D}\u{1F680}\u{200D}\u{27A1}\u{FE0F}",
            "\u{1F9D1}\u{1F3FB}\u{200D}\u{1F91D}\u{200D}\u{1F9D1}", "\u{1F469}\u{200D}\u{1F680}\u{1F3FD}",
            "\u{1F469}\u{200D}\u{200D}\u{1F680}", "\u{200D}\u{1F680}", "\u{1F642}\u{1F3FD}",
            "\u{1F44D}\u{1F3FD}\u{1F3FD}", "\u{1F468}\u{1F3FD}\u{200D}\u{1F466}", "\u{1FAF1}\u{200D}\u{1FAF2}",
            "\u{1F3F4}\u{E0041}\u{E007F}",
            "\u{1F3F4}\(String(repeating: "\u{E0067}", count: 10))\u{E007F}",
            "\u{1F3F4}\u{E007F}", "\u{1F3F4}\u{E0075}\u{E0073}\u{E0063}\u{E0061}\u{E007F}",
            "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E0067}\u{E007F}",
            "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}", "\u{A9}", "\u{AE}", "\u{2122}", "\u{2139}",
            "\u{A9}\u{FE0E}", "\u{2122}\u{FE0F}\u{FE0F}", "\u{31}\u{FE0F}",
        ] as [String])
    func `what is drawn as several emoji or as text is none`(text: String) { #expect(Emoji.one(text) == nil) }

    @Test func `what is offered is emoji`() {
        for emoji in Emoji.offered { #expect(Emoji.one(emoji) == emoji) }
        #expect(Emoji.one(nil) == nil)
    }
}
