import Database
import HTTP
import Proximity
import Testing

@testable import App

/// Sending notes, relics and places in a chat, and the ways into one.
struct ChatSharingTests {
    @Test func `a relic's page leads to its maker and to whom one may send it`() throws {
        let world = try RelicWorld(locked: false)
        let ville = try world.site.member("ville")
        let (write, send) = (ChatPaths.chat("leena", card: world.path), ChatPaths.share(world.path))
        // Both before it is open and after.
        for _ in 0..<2 {
            try ville.get(world.path).sees("Write to leena", "Send in a chat")
            #expect(ville.page.links.contains(write) && ville.page.links.contains(send))
            try ville.stand(at: RelicWorld.place)
        }
        let leena = try world.site.member("leena")
        try leena.get(world.path).seesNot("Write to").sees("Send in a chat")
        try ville.get(send).gets(200).sees("Send in a chat", "Photo from leena")
    }

    @Test func `a found note is answered in a chat`() throws {
        let site = try TestSite.demo()
        let place = DemoCast.Place.university.coordinate
        let path = "/notes/\(try site.leave("share", for: "mikko", at: place))"
        let mikko = try site.member("mikko")
        try mikko.stand(at: place).get(path).sees("Answer in a chat", "Send in a chat")
        #expect(mikko.page.links.contains(ChatPaths.chat("aino_k", card: path)))
        let aino = try site.member("aino_k")
        try aino.get(path).sees("Send in a chat").seesNot("Answer in a chat")
        // After a block the note stays, and no way leads to who left it.
        try site.block("aino_k", "mikko")
        try mikko.get(path).gets(200).seesNot("Answer in a chat")
    }

    @Test func `one chooses among chats, friends and people found by name`() throws {
        let site = try TestSite.demo()
        _ = try site.newAccount("stranger")
        let aino = try site.member("aino_k")
        try aino.get("/chats/mikko")
        try aino.post("/chats/mikko", [("csrf", aino.token), ("text", "Hello"), ("key", "hello")])
        let card = "/?lat=60.1695&lon=24.9524&z=16.0"
        try aino.get(ChatPaths.share(card)).gets(200).sees("Recent chats", "Other friends")
        let links = aino.page.links.filter { $0 == ChatPaths.chat("mikko", card: card) }
        #expect(links.count == 1)
        try aino.get(ChatPaths.share(card) + "&q=stranger").sees("Results")
        #expect(aino.page.links.contains(ChatPaths.chat("stranger", card: card)))
        try aino.get(ChatPaths.share(card) + "&q=st").sees("at least three characters")
        // Who has blocked somebody is not there, in no list.
        try site.block("mikko", "aino_k")
        try aino.get(ChatPaths.share(card)).seesNot("Recent chats")
        #expect(!aino.page.links.contains(ChatPaths.chat("mikko", card: card)))
    }

    @Test(arguments: ["//evil.example", "/logout", "/notes/12/edit", "/settings", "https://evil.example"])
    func `nothing else is sent`(path: String) throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.get(ChatPaths.share(path)).gets(404)
    }

    @Test func `with nothing to send it is a new chat`() throws {
        for path in [ChatPaths.sharing, ChatPaths.share("")] {
            try TestSite.demo().member("aino_k").get(path).isAt(ChatPaths.new)
        }
    }

    @Test func `the page is the same whether there is such a thing or not`() throws {
        let world = try RelicWorld { $0.audience = .friends }
        let ville = try world.site.newAccount("stranger")
        func page(_ path: String) throws -> String {
            try ville.get(ChatPaths.share(path)).gets(200).page.text
        }
        let real = try page(world.path)
        let none = try page("/relics/99")
        let id = "\(world.id)"
        let token = /name="csrf" value="[^"]*"/
        #expect(real.replacing(id, with: "99").replacing(token, with: "") == none.replacing(token, with: ""))
    }

    @Test func `a person's page and the list of friends lead to a chat`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        for path in ["/people/mikko", "/friends"] {
            try aino.get(path).sees("Write")
            #expect(aino.page.links.contains(ChatPaths.chat("mikko")))
        }
        try aino.get("/people/aino_k")
        #expect(!aino.page.links.contains(ChatPaths.chat("aino_k")))
        #expect(try aino.get("/").page.text.contains("data-sends-place"))
    }
}
