import Testing

@testable import App

/// Work on text that others wrote grows as its length does, whatever it says.
struct SearchCostTests {
    /// Texts of a length that are hard to read: one word of one letter, of many marks, of alternating scripts, without
    /// spaces, of brackets, of emoji with joiners, and many short words.
    private static let worst: [(name: String, make: @Sendable (Int) -> String)] = [
        ("thai", { String(repeating: "ก", count: $0) }),
        ("marks", { "a" + String(repeating: "\u{301}", count: $0) }),
        ("alternating", { String(repeating: "กa", count: $0 / 2) }),
        ("latin", { String(repeating: "a", count: $0) }),
        ("brackets", { String(repeating: "(", count: $0) }),
        ("emoji", { String(repeating: "👩\u{200D}", count: $0 / 2) }),
        ("flags", { String(repeating: "🇫🇮", count: $0 / 2) }),
        ("words", { String(repeating: "a ", count: $0 / 2) }),
    ]

    @Test(arguments: worst.map { $0.name }, [1, Int.max])
    func `marking what was searched for takes steps in proportion to the text`(name: String, most: Int) throws {
        let make = try #require(SearchCostTests.worst.first { $0.name == name }).make
        let searched = SearchWords.searched("zz กข a ก 👩 🇫🇮 x y")
        func steps(_ count: Int) -> Int {
            var steps = 0
            _ = SearchWords.ranges(searched, in: make(count)[...], most: most, &steps)
            return steps
        }
        #expect(steps(4_000) <= 5 * max(steps(1_000), 1))
        #expect(steps(4_000) <= 4_000 * (searched.count + 1))
    }

    @Test func `what was searched for is marked as before, without folding each rest of a word`() {
        func marked(_ text: String, _ search: String) -> [String] {
            SearchWords.ranges(SearchWords.searched(search), in: text[...], most: 8).map { String(text[$0]) }
        }
        #expect(marked("Übung macht den Meister", "ubu meis") == ["Übung", "Meister"])
        #expect(marked("我们在桥上见面", "桥上") == ["桥上"])
        #expect(marked("กกกก", "กก") == ["กก", "กก"])
        #expect(marked("(ภูเขา) and hills", "ภู hil") == ["ภู", "hills"])
        #expect(marked("Nothing here", "x").isEmpty)
    }

    @Test func `searches in messages and notes are counted`() throws {
        let site = try TestSite.demo()
        for path in ["/chats?q=hello", "/archive?q=hello"] {
            let aino = try site.member("aino_k")
            for _ in 0..<60 { try aino.get(path).gets(200) }
            try aino.get(path).gets(429)
            try site.member("mikko").get(path).gets(200)
            site.wait(seconds: 120)
        }
    }
}
