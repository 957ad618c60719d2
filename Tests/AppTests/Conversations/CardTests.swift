import Database
import HTTP
import Proximity
import Testing

@testable import App

/// What a message shows of a thing by its path, and to whom.
struct CardTests {
    private func card(_ site: TestSite, _ path: String, for name: String) throws -> CardPart {
        let viewer = try site.viewer(name)
        let makers = try site.app.site.database.read {
            try site.app.conversations.cards($0, at: [path], for: viewer, site.now)
        }
        return try #require(try makers[path]?())
    }

    /// The card as text, to compare it to the byte.
    private func text(_ site: TestSite, _ path: String, for name: String) throws -> String {
        String(describing: try card(site, path, for: name))
    }

    @Test(arguments: [
        "/", "//evil.example", "/\\evil.example", "https://evil.example/", "javascript:alert(1)", "/notes", "/notes/0",
        "/notes/12/", "/notes/12/edit", "/notes/12?x=1", "/notes/12#x", "/notes/-12", "/notes/%31", "/notes/١٢",
        "/notes/99999999999999999999", "/relics/new", "/relics/12/unlock", "/people/", "/people/a",
        "/people/mikko/block",
        "/people/%2e%2e", "/people/..", "/people/../logout", "/logout", "/login", "/settings", "/archive", "/?lat=1",
        "/?lat=91&lon=1", "/?lat=1&lon=1&z=99", "/?lat=1&lon=1&z=", "/?lat=1&lon=1&lat=2", "/?lat=1&lon=1&view=all",
        "/?lat=nan&lon=1", "/?lat=1&lon=inf", "/?lat=1&lon=1#x", "/chats/mikko", "/media/aaaaaaaaaaaaaaaaaaaaaaaaaa",
        "/people/\u{202E}mikko", "/notes/12\n", " /notes/12", "/?lat=1&lon=1&z=1\r\nX: y",
        "/?lat=1." + String(repeating: "0", count: 300) + "&lon=1",
    ])
    func `no other path becomes a card`(path: String) throws {
        let site = try TestSite.empty()
        #expect(site.app.conversations.storedCard(path) == nil, "\(path)")
    }

    @Test func `a path is stored in one form`() throws {
        let site = try TestSite.empty()
        let conversations = site.app.conversations
        #expect(conversations.storedCard("/notes/012") == "/notes/12")
        #expect(conversations.storedCard("/relics/0012") == "/relics/12")
        #expect(conversations.storedCard("/people/MIKKO") == "/people/mikko")
        let place = "/?lat=60.1695&lon=24.9524&z=16.0"
        #expect(conversations.storedCard("/?lon=24.9524&lat=60.1695") == place)
        #expect(conversations.storedCard("/?lat=60,1695&lon=24,9524&z=16") == place)
        #expect(conversations.storedCard(place) == place)
        withExtendedLifetime(site) {}
    }

    @Test func `other paths are refused when they are sent`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/chats/mikko")
        for path in ["//evil.example", "/logout", "/notes/12/edit", "https://evil.example", "/settings"] {
            try aino.post("/chats/mikko", [("csrf", aino.token), ("text", "Look"), ("card", path), ("key", path)]).gets(
                422)
        }
        let stored: Int64? = try site.app.site.database.read {
            try $0.value("SELECT count(*) FROM message WHERE text = 'Look'")
        }
        #expect(stored == 0)
    }

    @Test func `a place shows its name and the way there`() throws {
        let site = try TestSite.demo()
        let place = "/?lat=60.1695&lon=24.9524&z=16.0"
        let card = try card(site, place, for: "aino_k")
        #expect(card.path == place && !card.title.isEmpty)
        #expect(card.route?.device == "geo:60.169500,24.952400?q=60.169500,24.952400")
        #expect(try #require(card.map).light.contains("lat=60.1695&lon=24.9524"))
    }

    @Test func `a person shows their name to who sees them`() throws {
        let site = try TestSite.demo()
        let nobody = try text(site, "/people/nobody_at_all", for: "aino_k")
        #expect(try card(site, "/people/mikko", for: "aino_k").title.contains("ikko"))
        try site.block("mikko", "aino_k")
        #expect(try text(site, "/people/mikko", for: "aino_k") == nobody)
        #expect(try text(site, "/people/aino_k", for: "mikko") == nobody)
    }

    @Test func `a note shows itself to its author and to who found it, and says nothing of what is in it`() throws {
        let site = try TestSite.demo()
        let place = DemoCast.Place.university.coordinate
        let written = NewNote(text: "window", coordinate: place, recipients: ["mikko"], submission: "card")
        let note = try site.app.notes.create(written, from: try site.account("aino_k"), zone: .gmt, site.now)
        let path = NotePaths.note(note)
        let nothing = try text(site, "/notes/99", for: "mikko")
        #expect(try card(site, path, for: "aino_k").title == "Your note")
        for name in ["mikko", "noor_h"] { #expect(try text(site, path, for: name) == nothing) }
        try site.member("mikko").stand(at: place).sees("note.found")
        let found = try card(site, path, for: "mikko")
        #expect(found.title.hasPrefix("Note from") && found.detail == "Not opened yet" && found.path == path)
        #expect(!String(describing: found).contains("window") && found.map == nil && found.route == nil)
        #expect(try text(site, path, for: "noor_h") == nothing)
    }

    @Test func `a relic shows what its reader may know`() throws {
        let world = try RelicWorld()
        let site = world.site
        let nothing = try text(site, "/relics/99", for: "ville")
        #expect(try card(site, world.path, for: "leena").title == "Your photo")
        let known = try card(site, world.path, for: "ville")
        #expect(known.title == "Photo from leena" && known.detail == "Locked")
        try site.member("ville").stand(at: RelicWorld.away)
        #expect(try card(site, world.path, for: "ville").detail == "180 m away · locked")
        #expect(!(try text(site, world.path, for: "ville")).contains("froze"))
        try site.block("leena", "ville")
        #expect(try text(site, world.path, for: "ville") == nothing)
        try site.member("leena").get(world.path).submit(RelicPaths.delete(world.id))
        #expect(try text(site, world.path, for: "leena") == nothing)
        #expect(try text(site, world.path, for: "jonas") == nothing)
    }
}
