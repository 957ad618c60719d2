import Testing

@testable import App

/// The page *You*.
struct YouTests {
    /// The links in the content of a page.
    private func links(_ page: String) throws -> [(path: String, words: String)] {
        let content = try #require(page.firstMatch(of: #/<main.*</main>/#.dotMatchesNewlines())?.output)
        return content.matches(of: #/<a [^>]*href="([^"]+)"[^>]*>(.*?)</a>/#.dotMatchesNewlines()).map { link in
            let words = link.2.replacing(#/<[^>]*>/#, with: " ").split(whereSeparator: \.isWhitespace)
            return (String(link.1), words.joined(separator: " "))
        }
    }

    @Test func `nothing stands twice on You, or there and in the settings`() throws {
        let site = try TestSite.demo()
        for visitor in [try site.administrator(), try site.newAccount("paula")] {
            let you = try links(visitor.get("/you").page.text)
            let settings = try links(visitor.get("/settings").page.text)
            #expect(you.count > 9 && settings.count > 5)
            #expect(Set(you.map { $0.path }).count == you.count)
            #expect(Set(you.map { $0.path }).isDisjoint(with: settings.map { $0.path }))
            #expect(Set(you.map { $0.words }).isDisjoint(with: settings.map { $0.words }))
        }
    }

    @Test func `You begins with who one is and what others see, and ends with what one sets`() throws {
        let site = try TestSite.demo()
        let (keeper, paula) = (try site.administrator(), try site.newAccount("paula"))
        let text = try paula.get("/you").page.text
        let headings = text.matches(of: #/<h2[^>]*>([^<]+)</h2>/#).map { String($0.1) }
        #expect(headings == ["paula", "Sharing", "With friends", "Yours"])
        #expect(try links(text).map { $0.path }.prefix(2) == ["/settings/profile", "/settings/visibility"])
        #expect(try links(text).last?.path == "/settings")
        #expect(try links(keeper.get("/you").page.text).last?.path == "/admin")
        // Those two lead back here.
        for path in ["/settings/profile", "/settings/visibility"] {
            let back = try links(paula.get(path).page.text).first
            #expect(back?.path == "/you" && back?.words == "You", "\(path)")
        }
    }
}
