import Database
import Foundation
import HTTP
import Testing

@testable import App

/// The page of a chat without scripts.
struct ChatScreenTests {
    /// Two friends, aino_k and mikko, and nobody has written yet.
    private struct World {
        let site: TestSite
        let aino: Visitor
        let mikko: Visitor

        init() throws {
            site = try TestSite.demo()
            aino = try site.member("aino_k")
            mikko = try site.member("mikko")
        }

        /// Writes by the form of the page.
        func write(_ visitor: Visitor, to name: String, text: String, query: String = "") throws {
            try visitor.get("/chats/\(name)\(query)").fill("text", text).submit("/chats/\(name)").gets(200)
        }

        /// The id of the message with a text.
        func id(of text: String) throws -> Int64 {
            try #require(
                try site.app.site.database.read { database in
                    try database.value("SELECT id FROM message WHERE text = \(text)") as Int64?
                })
        }
    }

    /// What screen readers say before each message.
    private func leads(_ visitor: Visitor) -> [String] {
        visitor.page.text.matches(of: #/id="who-\d+">([^<]*)</#).map {
            String($0.1).trimmingCharacters(in: .whitespaces)
        }
    }

    @Test func `each message says who wrote it, when, and whether it was seen`() throws {
        let world = try World()
        try world.write(world.aino, to: "mikko", text: "Are you out?")
        #expect(leads(world.aino) == ["You, 14:00:"])
        #expect(world.aino.page.text.contains("icons.svg#check\""))
        try world.mikko.get("/chats/aino_k")
        #expect(leads(world.mikko) == ["aino_k, 14:00:"])
        try world.aino.get("/chats/mikko")
        #expect(leads(world.aino) == ["You, 14:00, seen:"])
        #expect(world.aino.page.text.contains("icons.svg#check-check\""))
    }

    @Test func `days stand above their messages, and those of one sender close together`() throws {
        let world = try World()
        try world.write(world.mikko, to: "aino_k", text: "One")
        world.site.wait(seconds: 60)
        try world.write(world.mikko, to: "aino_k", text: "Two")
        world.site.wait(seconds: 400)
        try world.write(world.mikko, to: "aino_k", text: "Three")
        world.site.wait(seconds: 86_400 * 2)
        try world.write(world.mikko, to: "aino_k", text: "Four")
        try world.aino.get("/chats/mikko")
        let days = world.aino.page.text.matches(of: #/<h2>([^<]*)</#).map { String($0.1) }
        #expect(days == ["Saturday 21 November", "Today"])
        let follows = world.aino.page.text.matches(of: #/<li id="message-(\d)" class="bubble([^"]*)"/#)
            .filter { $0.2.contains("is-following") }.map { $0.1 }
        #expect(follows == ["2"])
    }

    @Test func `new messages are marked until the page was opened`() throws {
        let world = try World()
        try world.write(world.mikko, to: "aino_k", text: "One")
        try world.write(world.aino, to: "mikko", text: "Two")
        try world.write(world.mikko, to: "aino_k", text: "Three")
        try world.aino.get("/chats/mikko")
        let text = world.aino.page.text
        let mark = try #require(text.range(of: #"id="new""#))
        #expect(text[mark.upperBound...].contains(#"id="message-3""#))
        #expect(!text[mark.upperBound...].contains(#"id="message-2""#))
        try world.aino.get("/chats/mikko").seesNot("New messages")
    }

    @Test func `an answer quotes what it answers, on the page and in the form`() throws {
        let world = try World()
        try world.write(world.mikko, to: "aino_k", text: "Who has the thermos?")
        let id = try world.id(of: "Who has the thermos?")
        try world.aino.get("/chats/mikko")
        #expect(world.aino.page.links.contains("/chats/mikko?reply_to=\(id)#write"))
        try world.write(world.aino, to: "mikko", text: "I have.", query: "?reply_to=\(id)")
        #expect(world.aino.page.links.contains("#message-1"))
        // Nothing is known of a message of others, or of none.
        for strange in ["0", "x", "999999", "-1"] {
            try world.aino.get("/chats/mikko?reply_to=\(strange)").gets(200)
            #expect(!world.aino.page.text.contains(#"name="reply_to""#))
        }
        try world.site.member("leena").get("/chats/mikko?reply_to=\(id)").gets(200).seesNot("thermos")
    }

    @Test func `older messages stand on pages of their own, and an answer leads there`() throws {
        let world = try World()
        for number in 1...60 { try world.write(world.mikko, to: "aino_k", text: "Word \(number).") }
        let first = try world.id(of: "Word 1.")
        try world.write(world.aino, to: "mikko", text: "The first!", query: "?reply_to=\(first)")
        try world.aino.get("/chats/mikko").seesNot("Word 11.").sees("Word 12.")
        #expect(world.aino.page.links.contains("/chats/mikko?before=26#message-1"))
        #expect(world.aino.page.links.contains("/chats/mikko?before=12"))
        try world.aino.get("/chats/mikko?before=12").sees("Word 11.").seesNot("Word 12.")
        #expect(world.aino.page.links.contains("/chats/mikko?before=62"))
        #expect(!world.aino.page.text.contains("data-earlier"))
        try world.aino.get("/chats/mikko?before=62").sees("The first!").seesNot("Word 11.")
        for strange in ["x", "-5", "99999999999999999999", "9223372036854775807"] {
            try world.aino.get("/chats/mikko?before=\(strange)").gets(200).sees("The first!")
        }
        try world.aino.get("/chats/mikko?before=0").gets(200).seesNot("Word 1.")
    }

    @Test func `a refused message keeps what was written and what it answers`() throws {
        let world = try World()
        try world.write(world.mikko, to: "aino_k", text: "Look")
        let id = try world.id(of: "Look")
        let long = String(repeating: "a", count: 4_001)
        try world.aino.get("/chats/mikko?reply_to=\(id)").fill("text", long).submit("/chats/mikko").gets(422)
        #expect(world.aino.page.text.contains(long))
        #expect(world.aino.page.text.contains(#"name="reply_to" value="\#(id)""#))
        try world.aino.fill("text", "  \n ").submit("/chats/mikko").gets(422).sees("Write a few words.")
    }

    @Test func `a request shows its words without links, and what to do about it`() throws {
        let world = try World()
        let ville = try world.site.member("ville")
        try world.write(ville, to: "aino_k", text: "Hello https://example.org/x")
        ville.sees("You can write more once")
        try world.aino.get("/chats/ville").sees("ville would like to write to you").sees("https://example.org/x")
        #expect(!world.aino.page.links.contains("https://example.org/x"))
        let actions = Set(world.aino.page.forms.map { $0.action })
        #expect(actions.isSuperset(of: ["/chats/ville/accept", "/chats/ville/decline", "/people/ville/block"]))
        let id = try world.id(of: "Hello https://example.org/x")
        try world.aino.get("/chats/ville/messages/\(id)/report").gets(200).sees("Report this message").sees("Hello")
        // Nobody reports their own words, or those that they cannot read.
        try ville.get("/chats/aino_k/messages/\(id)/report").gets(404)
        try world.mikko.get("/chats/ville/messages/\(id)/report").gets(404)
        // An answer opens the chat: now the link leads there.
        try world.write(world.aino, to: "ville", text: "Hello!")
        #expect(world.aino.page.links.contains("https://example.org/x"))
        #expect(world.aino.page.text.contains(#"rel="noopener noreferrer nofollow""#))
    }

    @Test func `nothing of a text is markup`() throws {
        let world = try World()
        for (number, text) in ["<script>alert(1)</script>", "\"><img src=x>", "{{ x }}", "\u{202E}txt.exe"].enumerated()
        {
            try world.write(world.mikko, to: "aino_k", text: text)
            try world.aino.get("/chats/mikko").gets(200)
            #expect(world.aino.page.text.contains(#"id="message-\#(number + 1)""#))
        }
        #expect(!world.aino.page.text.contains("<script>alert") && !world.aino.page.text.contains("<img src=x"))
    }
}
