import HTTP
import TestTools
import Testing

@testable import App

/// Of which pages a browser keeps a copy, and what is not in it.
struct OfflineCopyTests {
    private func kind(_ visitor: Visitor, _ path: String) throws -> String? {
        try visitor.fetch(path).headers[OfflineCopy.kindField]
    }

    @Test func `browsers keep copies of found notes and of chats, and of no other page`() throws {
        let world = try SettledWorld()
        let owner = world.owner
        var kinds: [String: String] = [:]
        for route in world.site.app.routes where route.method == .get && route.access != .token {
            kinds[route.pattern] = try kind(owner, world.path(of: route.pattern))
        }
        // The note of the table is the owner's own.
        #expect(kinds == ["/archive": "archive", "/chats": "chats", "/chats/{username}": "chat"])
        let link = try #require(owner.get("/archive").page.links.first { NotePaths.noteID($0) != nil })
        #expect(try kind(owner, link) == "note")
        #expect(Set(kinds.values).union(["note"]) == Set(OfflineCopy.allCases.map { $0.rawValue }))
    }

    @Test func `a copy stands for the whole page`() throws {
        let world = try SettledWorld()
        let views = [
            "/archive?view=map", "/archive?q=bench", "/archive?from=leena", "/chats?q=hello", "/chats?requests=all",
            "/chats/mikko?before=2", "/chats/mikko?card=/people/leena", "/chats/mikko?before=9&reply_to=1",
            "/chats/leena",
        ]
        for path in views { #expect(try kind(world.owner, path) == nil, "\(path)") }
        // By this a script asks for the newest messages without reading them.
        #expect(try kind(world.owner, "/chats/mikko?before=1000000000") == "chat")
    }

    @Test func `a note that is not opened leaves no copy`() throws {
        let site = try TestSite.demo()
        let place = DemoCast.Place.university.coordinate
        let written = NewNote(text: "window", coordinate: place, recipients: ["mikko"], submission: "copy")
        let note = try site.app.notes.create(written, from: try site.account("aino_k"), zone: .gmt, site.now)
        let mikko = try site.member("mikko")
        #expect(try kind(mikko, NotePaths.note(note)) == nil)
        try mikko.stand(at: place).sees("note.found")
        #expect(try kind(mikko, NotePaths.card(note)) == nil)
        #expect(try kind(mikko, NotePaths.note(note)) == "note")
        #expect(try kind(site.member("aino_k"), NotePaths.note(note)) == nil)
        #expect(try kind(site.member("noor_h"), NotePaths.note(note)) == nil)
    }

    @Test func `every page says whose it is`() throws {
        let site = try TestSite.demo()
        let (aino, account) = (try site.member("aino_k"), try site.account("aino_k"))
        for path in ["/archive", "/friends", "/nothing/here", "/notes/1"] {
            #expect(try aino.fetch(path).headers[OfflineCopy.viewerField] == "\(account)", "\(path)")
        }
        for path in ["/", "/login", "/offline", "/nothing/here"] {
            #expect(try Visitor(site).fetch(path).headers[OfflineCopy.viewerField] == OfflineCopy.nobody, "\(path)")
        }
    }

    @Test func `a copy has no alert, no running group and nothing that ends`() throws {
        let page = try SettledWorld().owner.get("/archive").page.text
        let copy = lasting(page)
        for mark in ["alert-who", "data-running-group", "rail-seen"] {
            #expect(page.contains(mark), "\(mark)")
            #expect(!copy.contains(mark), "\(mark)")
        }
        #expect(copy.contains("<h1>Archive</h1>") && copy.contains("class=\"rail-me\""))
        var card = CardPart(
            path: "/relics/12", icon: IconPart("camera"), title: "Photo from leena", detail: "180 m away")
        #expect(lasting(text(of: card)).contains("leena"))
        card.isBrief = true
        #expect(text(of: card).contains("<!--now Something shared-->"))
        #expect(!lasting(text(of: card)).contains("leena") && !lasting(text(of: card)).contains("/relics/12"))
    }

    @Test func `relics are brief, and people are not`() throws {
        let world = try RelicWorld()
        let viewer = try world.site.viewer("ville")
        let paths: Set = [world.path, "/people/leena"]
        let cards = try world.site.app.site.database.read {
            try world.site.app.conversations.cards($0, at: paths, for: viewer, world.site.now)
        }
        #expect(try cards[world.path]?()?.isBrief == true)
        #expect(try cards["/people/leena"]?()?.isBrief == false)
    }

    private func text(of card: CardPart) -> String { String(decoding: card.rendered(), as: UTF8.self) }

    /// What the service worker keeps of a page.
    private func lasting(_ page: String) -> String {
        page.split(separator: "<!--now", omittingEmptySubsequences: false).enumerated().map { number, piece in
            guard number > 0, let end = piece.firstRange(of: "<!--/now-->") else { return String(piece) }
            return String(piece[end.upperBound...])
        }.joined()
    }
}
