import Database
import Foundation
import HTTP
import Proximity
import Testing

@testable import App

/// What a chat's open page asks for, and what that says about who read.
struct ChatLiveTests {
    /// Two friends, aino_k and mikko, and what they write.
    private struct World {
        let site: TestSite
        let aino: Visitor
        let mikko: Visitor

        init() throws {
            site = try TestSite.demo()
            aino = try site.member("aino_k")
            mikko = try site.member("mikko")
        }

        func write(_ visitor: Visitor, to name: String, _ texts: String..., key: String? = nil) throws {
            for text in texts {
                try visitor.get("/settings").post(
                    "/chats/\(name)", [("csrf", visitor.token), ("text", text)] + (key.map { [("key", $0)] } ?? [])
                ).gets(200)
            }
        }

        func reading(of name: String, with other: String) throws -> ConversationQueries.Reading {
            let (viewer, other) = (try site.account(name), try site.account(other))
            let found = try site.app.site.database.read { database in
                try ChatQueries.stored(database, viewer, and: other).flatMap {
                    try ConversationQueries.reading(database, $0.conversation, by: viewer)
                }
            }
            return try #require(found)
        }
    }

    /// The texts of a part.
    private func texts(_ visitor: Visitor, query: String, all: ClosedRange<Int>) throws -> [Int] {
        try visitor.get("/chats/mikko/messages\(query)").gets(200)
        return all.filter { visitor.page.text.contains("Word \($0).") }
    }

    @Test func `a part has what is after, from or before a number`() throws {
        let world = try World()
        for number in 1...53 { try world.write(world.mikko, to: "aino_k", "Word \(number).") }
        let all = 1...53
        #expect(try texts(world.aino, query: "", all: all) == Array(4...53))
        #expect(try texts(world.aino, query: "?after=51", all: all) == [52, 53])
        #expect(try texts(world.aino, query: "?from=51", all: all) == [51, 52, 53])
        #expect(try texts(world.aino, query: "?before=3", all: all) == [1, 2])
        #expect(try texts(world.aino, query: "?from=0", all: all) == Array(1...50))
        #expect(world.aino.page.text.contains("data-later") && world.aino.page.text.contains(#"data-last="50""#))
        #expect(try texts(world.aino, query: "?after=53", all: all) == [])
        for strange in ["x", "-1", "99999999999999999999", "1e9"] {
            #expect(try texts(world.aino, query: "?after=\(strange)", all: all) == Array(4...53))
        }
        #expect(!world.aino.page.text.contains("<html"))
    }

    @Test func `a chat that does not exist yet has no messages, and a stranger's name no part`() throws {
        let world = try World()
        try world.aino.get("/chats/leena/messages?after=0&viewed=1").gets(200)
        #expect(world.aino.page.text.contains(#"data-last="0""#))
        try world.aino.get("/chats/nobody_here/messages").gets(404)
        try world.aino.get("/chats/aino_k/messages").gets(404)
        try Visitor(world.site).get("/chats/mikko/messages").isAt("/login?next=/chats/mikko/messages")
    }

    @Test func `looking at the page or asking for the part while looking reads`() throws {
        let world = try World()
        try world.write(world.mikko, to: "aino_k", "One", "Two")
        try world.aino.get("/chats/mikko/messages?after=0")
        _ = try world.aino.fetch("/chats/mikko", [("Sec-Purpose", "prefetch;prerender")])
        try world.aino.get("/chats/mikko?before=2")
        #expect(try world.reading(of: "aino_k", with: "mikko").readNumber == 0)
        try world.aino.get("/chats/mikko/messages?after=0&viewed=1")
        #expect(try world.reading(of: "aino_k", with: "mikko").readNumber == 2)
        try world.write(world.mikko, to: "aino_k", "Three")
        #expect(try world.reading(of: "aino_k", with: "mikko").isUnread)
        try world.aino.get("/chats/mikko")
        let reading = try world.reading(of: "aino_k", with: "mikko")
        #expect(reading.readNumber == 3 && reading.seenNumber == 3 && !reading.isUnread)
    }

    @Test func `asking for the head alone reads nothing`() throws {
        let world = try World()
        try world.write(world.mikko, to: "aino_k", "One")
        let cookie = world.aino.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        for path in ["/chats/mikko", "/chats/mikko/messages?viewed=1"] {
            let headers = Headers([("Host", "localhost:8080"), ("Cookie", cookie)])
            let answer = world.site.app.respond(to: try Request(method: .head, target: path, headers: headers))
            #expect(answer.status == .ok)
        }
        let reading = try world.reading(of: "aino_k", with: "mikko")
        #expect(reading.readNumber == 0 && reading.isUnread)
        #expect(reading.viewedUntil == Timestamp(milliseconds: 0))
    }

    @Test func `seen is told between people who both tell it`() throws {
        let world = try World()
        try world.write(world.mikko, to: "aino_k", "One")
        try world.aino.get("/chats/mikko")
        try world.mikko.get("/chats/aino_k/messages")
        #expect(world.mikko.page.text.contains(#"data-seen="1""#))
        // Whoever does not tell it does not learn it.
        try withoutReceipts(world.mikko)
        try world.mikko.get("/chats/aino_k/messages")
        #expect(world.mikko.page.text.contains(#"data-seen="0""#))
        try world.write(world.aino, to: "mikko", "Two")
        try world.mikko.get("/chats/aino_k")
        let reading = try world.reading(of: "mikko", with: "aino_k")
        #expect(reading.readNumber == 2 && reading.seenNumber == 1)
        try world.aino.get("/chats/mikko/messages")
        #expect(world.aino.page.text.contains(#"data-seen="1""#))
    }

    private func withoutReceipts(_ visitor: Visitor) throws {
        try visitor.get("/settings")
        let form = try #require(visitor.page.forms.first { $0.action == "/settings/preferences" })
        try visitor.post(
            form.action, form.fields.filter { $0.name != "receipts" }.map { (name: $0.name, value: $0.value) }
        ).gets(200)
    }

    @Test func `who looks at a stranger's request tells nothing until it is answered`() throws {
        let world = try World()
        let stranger = try world.site.newAccount("stranger")
        try world.write(stranger, to: "aino_k", "Hello?")
        try world.aino.get("/chats/stranger")
        try world.aino.get("/chats/stranger/messages?after=0&viewed=1")
        #expect(try world.reading(of: "aino_k", with: "stranger").readNumber == 1)
        #expect(try world.reading(of: "aino_k", with: "stranger").seenNumber == 0)
        try stranger.get("/chats/aino_k/messages")
        #expect(stranger.page.text.contains(#"data-seen="0""#))
        try world.write(world.aino, to: "stranger", "Hello.")
        #expect(try world.reading(of: "aino_k", with: "stranger").seenNumber == 2)
    }

    @Test func `an open page counts as looked at for a minute, or until it goes away`() throws {
        let world = try World()
        try world.write(world.mikko, to: "aino_k", "One")
        func isViewed() throws -> Bool {
            try world.reading(of: "aino_k", with: "mikko").viewedUntil > world.site.now
        }
        #expect(try !isViewed())
        try world.aino.get("/chats/mikko/messages?from=1&viewed=1")
        #expect(try isViewed())
        world.site.wait(seconds: 59)
        #expect(try isViewed())
        world.site.wait(seconds: 2)
        #expect(try !isViewed())
        try world.aino.get("/chats/mikko/messages?from=1&viewed=1").get("/chats/mikko/messages?from=1&viewed=0")
        #expect(try !isViewed())
    }

    @Test func `a message that goes out late leaves unread what came before it`() throws {
        let world = try World()
        try world.write(world.mikko, to: "aino_k", "One")
        try world.aino.get("/settings").post(
            "/chats/mikko?from=0", [("csrf", world.aino.token), ("text", "Two")], accept: "application/json")
        let reading = try world.reading(of: "aino_k", with: "mikko")
        #expect(reading.readNumber == 0 && reading.isUnread)
    }

    @Test func `a script is answered with the part, once for each key, or with what is wrong`() throws {
        let world = try World()
        let token = try world.aino.get("/chats/mikko").token
        func post(_ text: String, _ key: String) throws -> Visitor {
            try world.aino.post(
                "/chats/mikko?from=0", [("csrf", token), ("text", text), ("key", key)], accept: "application/json")
        }
        for _ in 0..<2 {
            try post("One", "a").gets(200).isAt("/chats/mikko/messages?from=0")
            #expect(world.aino.page.text.contains(#"data-key="a""#) && world.aino.page.text.contains(#"data-last="1""#))
        }
        try post(" ", "b").gets(422)
        #expect(world.aino.page.text == #"{"error":"Write a few words."}"#)
        try world.aino.post("/chats/mikko?from=0", [("csrf", "x"), ("text", "y")], accept: "application/json").gets(403)
        // A plain form leads to the page.
        try world.aino.post("/chats/mikko", [("csrf", token), ("text", "Two")]).isAt("/chats/mikko")
        try world.aino.post("/chats/mikko?from=1", [("csrf", token), ("text", "Three")]).isAt("/chats/mikko")
    }
}
