import Testing

@testable import App

/// Searches cost little (what they mark is counted in `TextStepsTests`).
struct SearchCostTests {
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
