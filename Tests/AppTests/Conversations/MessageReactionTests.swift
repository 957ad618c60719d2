import Database
import Testing

@testable import App

/// Reactions to messages, in chats and groups.
struct MessageReactionTests {
    /// The reactions on a page: "🔥 2 own", by the message's words.
    private func reactions(_ visitor: Visitor) -> [String] {
        visitor.page.text.matches(of: /data-reactions="([^"]*)"/).map { String($0.output.1) }
    }

    @Test func `an emoji is put on a message, both see it, and the same again takes it back`() throws {
        let site = try TestSite.demo()
        let message = try site.say("Swim?", from: "mikko", to: "aino_k").id
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        let path = "/chats/mikko/messages/\(message)/reactions"
        try aino.get("/chats/mikko").post(path, [("csrf", aino.token), ("emoji", "🔥")]).isAt("/chats/mikko")
        #expect(reactions(aino).contains("🔥1*"))
        try mikko.get("/chats/aino_k")
        #expect(reactions(mikko).contains("🔥1"))
        try mikko.post("/chats/aino_k/messages/\(message)/reactions", [("csrf", mikko.token), ("emoji", "🔥")])
        #expect(reactions(mikko).contains("🔥2*"))
        try aino.get("/chats/mikko").post(path, [("csrf", aino.token), ("emoji", "🔥")])
        #expect(reactions(aino).contains("🔥1"))
        // What is no emoji, and more than anybody means.
        for wrong in ["", "x", "🔥🔥", "7", String(repeating: "🔥", count: 2_000)] {
            try aino.post(path, [("csrf", aino.token), ("emoji", wrong)]).gets(422)
        }
        for emoji in ["❤️", "😂", "😮", "😢", "👏", "👍"] {
            try aino.post(path, [("csrf", aino.token), ("emoji", emoji)]).gets(200)
        }
        try aino.post(path, [("csrf", aino.token), ("emoji", "🎂")]).gets(422)
    }

    @Test func `nobody reacts to what they do not see, to a request or to what was deleted`() throws {
        let site = try TestSite.demo()
        let message = try site.say("Swim?", from: "mikko", to: "aino_k").id
        let (aino, sofia) = (try site.member("aino_k"), try site.member("sofia"))
        func react(_ visitor: Visitor, chat: String, id: ID<Message>) throws -> Visitor {
            try visitor.get("/chats").post(
                "/chats/\(chat)/messages/\(id)/reactions",
                [
                    ("csrf", visitor.token), ("emoji", "🔥"),
                ])
        }
        // In another chat, and by who is in none with its writer.
        try react(sofia, chat: "mikko", id: message).gets(404)
        try react(aino, chat: "leena", id: message).gets(404)
        try react(aino, chat: "mikko", id: ID(rawValue: 1)).gets(404)
        let stranger = try site.newAccount("stranger")
        let asked = try site.say("Hello?", from: "stranger", to: "aino_k").id
        try react(aino, chat: "stranger", id: asked).gets(404)
        try react(stranger, chat: "aino_k", id: asked).gets(404)
        try react(aino, chat: "mikko", id: message).gets(200)
        let mikko = try site.member("mikko")
        try mikko.get("/chats/aino_k").post("/chats/aino_k/messages/\(message)/delete", [("csrf", mikko.token)])
        #expect(try site.rows("message_reaction").isEmpty)
        try react(aino, chat: "mikko", id: message).gets(404)
        // What one has cleared is not there any more.
        let next = try site.say("Or skate?", from: "mikko", to: "aino_k").id
        try aino.get("/chats/mikko").post("/chats/mikko/clear", [("csrf", aino.token)])
        try react(aino, chat: "mikko", id: next).gets(404)
    }

    @Test func `in a group nobody counts a reaction by somebody hidden from them`() throws {
        let outing = try GroupOuting()
        let chat = GroupPaths.messages(outing.door.id)
        try outing.act("leena", path: chat, fields: [("text", "Who is hungry?"), ("key", "k")]).gets(200)
        let leena = try outing.account("leena")
        let message = try #require(
            try outing.site.app.site.database.read { try ConversationQueries.sent($0, by: leena, formKey: "k") }
        ).id
        try outing.visitor("mikko").get("/people/aino_k").submit("/people/aino_k/block")
        for name in ["aino_k", "mikko"] {
            try outing.act(name, path: "\(chat)/\(message)/reactions", fields: [("emoji", "🍕")]).isAt(chat)
        }
        for (name, expected) in [("aino_k", "🍕1*"), ("mikko", "🍕1*"), ("leena", "🍕2")] {
            #expect(try reactions(outing.visitor(name).get(chat)) == [expected], "\(name)")
        }
        // Nor does anybody react to what somebody hidden from them wrote.
        try outing.act("mikko", path: chat, fields: [("text", "Me."), ("key", "m")]).gets(200)
        let mikko = try outing.account("mikko")
        let hidden = try #require(
            try outing.site.app.site.database.read { try ConversationQueries.sent($0, by: mikko, formKey: "m") })
        try outing.act("aino_k", path: "\(chat)/\(hidden.id)/reactions", fields: [("emoji", "🍕")]).gets(404)
    }

    @Test func `reactions go with their person`() throws {
        let site = try TestSite.demo()
        let message = try site.say("Swim?", from: "aino_k", to: "mikko").id
        let mikko = try site.member("mikko")
        try mikko.get("/chats/aino_k").post(
            "/chats/aino_k/messages/\(message)/reactions", [("csrf", mikko.token), ("emoji", "🔥")])
        let id = try site.account("mikko")
        let page = try site.app.site.database.read { try ReactionExport.page($0, of: id, after: nil) }
        #expect(page.items.map { $0.emoji } == ["🔥"] && page.next == nil)
        try site.app.site.database.write { database in
            let erase = site.app.conversations.personalData.erase
            while try erase(database, id, 1, site.now) > 0 {}
        }
        #expect(try site.rows("message_reaction").isEmpty)
        try site.member("aino_k").get("/chats/mikko")
        #expect(try reactions(site.member("aino_k").get("/chats/mikko")).isEmpty)
    }
}
