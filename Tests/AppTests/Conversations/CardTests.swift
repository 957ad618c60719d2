import Database
import HTTP
import Proximity
import Testing

@testable import App

/// What a message shows of a thing by its path, and to whom.
struct CardTests {
    /// For what nobody changes: one for all paths.
    private static let empty = Result { try TestSite.empty() }

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
        let site = try CardTests.empty.get()
        #expect(site.app.conversations.storedCard(path) == nil, "\(path)")
    }

    @Test func `a path is stored in one form`() throws {
        let conversations = try CardTests.empty.get().app.conversations
        #expect(conversations.storedCard("/notes/012") == "/notes/12")
        #expect(conversations.storedCard("/relics/0012") == "/relics/12")
        #expect(conversations.storedCard("/people/MIKKO") == "/people/mikko")
        let place = "/?lat=60.1695&lon=24.9524&z=16.0"
        #expect(conversations.storedCard("/?lon=24.9524&lat=60.1695") == place)
        #expect(conversations.storedCard("/?lat=60,1695&lon=24,9524&z=16") == place)
        #expect(conversations.storedCard(place) == place)
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
        let card = try site.card(at: place, for: "aino_k")
        #expect(card.path == place && !card.title.isEmpty)
        #expect(card.route == "geo:60.169500,24.952400?q=60.169500,24.952400")
        #expect(try #require(card.map).light.contains("lat=60.1695&lon=24.9524"))
    }

    @Test func `a person shows their name to who sees them`() throws {
        let site = try TestSite.demo()
        let nobody = try site.cardText(at: "/people/nobody_at_all", for: "aino_k")
        #expect(try site.card(at: "/people/mikko", for: "aino_k").title.contains("ikko"))
        try site.block("mikko", "aino_k")
        #expect(try site.cardText(at: "/people/mikko", for: "aino_k") == nobody)
        #expect(try site.cardText(at: "/people/aino_k", for: "mikko") == nobody)
    }
}
