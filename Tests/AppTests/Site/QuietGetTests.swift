import Testing

@testable import App

/// GET changes nothing.
struct QuietGetTests {
    /// Tables that GET may change, with the reason.
    private static let exceptions = [
        "throttle": "a search is counted", "session": "when a session was last used",
        "delivery": "opening a note is what its page is for",
        "relic_opening": "opening a relic is what its page is for",
        "conversation_member": "reading a chat is what its page is for",
        "notice": "who opens a note has read of it", "job": "its author is told at the half hour",
        "id_clock": "the job has an id", "note_word": "the search finds what its finder has opened",
    ]

    @Test(arguments: ["aino_k", "keeper"])
    func `no page changes stored data`(name: String) throws {
        let site = try TestSite.demo()
        let keeper = try site.administrator()
        let visitor = name == "keeper" ? keeper : try site.member(name)
        try site.member("mikko").get("/people/ville").fill("reason", "x").submit("/people/ville/report")
        var waiting = ["/", "/archive?view=map", "/friends?q=ain", "/map", "/admin", "/settings/visibility"]
        waiting += site.app.routes.filter { $0.method == .get }.map {
            $0.pattern.replacing("{username}", with: "mikko").replacing(#/\{\w+\}/#, with: "1")
        }
        var seen = Set(waiting)
        var kinds = PageKinds(most: 5)
        var before = try site.everythingStored()
        var writes = site.writtenRows
        while let path = waiting.popLast() {
            try visitor.get(path)
            // What is stored is read only after a write: reading it takes longer than any page.
            if site.writtenRows != writes {
                let after = try site.everythingStored()
                let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
                let bad = changed.subtracting(QuietGetTests.exceptions.keys)
                #expect(bad.isEmpty, "\(path) changes \(bad.sorted())")
                (before, writes) = (after, site.writtenRows)
            }
            checkCaching(site, visitor.page)
            let isMoved = path.contains("lat=")
            for link in visitor.page.links where link.hasPrefix("/") && !(isMoved && link.contains("lat=")) {
                if !seen.contains(link), kinds.takes(link) {
                    seen.insert(link)
                    waiting.append(link)
                }
            }
        }
        #expect(seen.count > 40)
    }

    /// Personal pages are not cached. Personal files are revalidated each time.
    private func checkCaching(_ site: TestSite, _ page: Page) {
        let segments = page.path.prefix { $0 != "?" }.split(separator: "/")
        let route = site.app.router.index.routes(for: segments).first { $0.method == .get }
        guard let route, route.access != .open else { return }
        let expected = route.pattern.hasPrefix("/media/") && page.status == 200 ? "private, no-cache" : "no-store"
        #expect(page.headers["cache-control"] == expected, "\(page.path)")
    }
}
