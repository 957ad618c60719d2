import Testing

@testable import App

/// The links of rail and bar.
struct NavigationTests {
    /// The headings of the groups that a page shows unfolded.
    private func open(_ page: String) -> [String] {
        page.matches(of: #/<details class="rail-group" open ?><summary>([^<]+)</#).map { String($0.1) }
    }

    @Test func `one group of the rail is unfolded, that of the page or else the first`() throws {
        let aino = try TestSite.demo().member("aino_k")
        for (path, heading) in [
            ("/", "With friends"), ("/archive", "With friends"), ("/friends", "With friends"), ("/relics", "Yours"),
            ("/zones", "Yours"), ("/settings", "With friends"),
        ] {
            #expect(open(try aino.get(path).page.text) == [heading], "\(path)")
        }
    }

    @Test func `the page is marked in the rail, and on a phone what leads to it`() throws {
        let site = try TestSite.demo()
        let (aino, keeper) = (try site.member("aino_k"), try site.administrator())
        for (visitor, path) in [(aino, "/notes"), (aino, "/groups"), (aino, "/settings"), (keeper, "/admin")] {
            let marked = try visitor.get(path).page.text.matches(of: #/<a href="([^"]+)" aria-current="(\w+)"/#)
            #expect(marked.contains { $0.1 == path && $0.2 == "page" }, "\(path)")
            #expect(marked.contains { $0.1 == "/you" && $0.2 == "true" }, "\(path)")
        }
        try keeper.get("/admin/reports")
        #expect(keeper.page.text.contains(#"<a href="/admin" aria-current="page">"#))
        try aino.get("/archive").seesNot("Administration")
    }

    @Test func `no link stands in the rail twice but those to oneself`() throws {
        let site = try TestSite.demo()
        let page = try site.administrator().get("/archive").page.text
        let rail = try #require(page.firstMatch(of: #/<nav class="rail".*?</nav>/#.dotMatchesNewlines())?.output)
        let paths = rail.matches(of: #/<a [^>]*href="([^"]+)"/#).map { String($0.1) }
        let twice = Dictionary(grouping: paths) { $0 }.filter { $0.value.count > 1 }.keys
        // The sign of the site leads to the map, too.
        #expect(twice.sorted() == ["/", "/you"])
    }
}
