import Database
import Foundation
import HTTP
import Proximity
import Testing

@testable import App

/// The list of chats.
struct ChatListTests {
    @Test func `the newest chat comes first with its last words, its time and what is unread`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/chats").sees("No chats yet", "New chat").seesNot("unread")
        try site.write("First", from: "mikko", to: "aino_k")
        site.wait(seconds: 60)
        try site.write("One\ntwo", from: "aino_k", to: "leena")
        site.wait(seconds: 60)
        try site.write("Second", from: "mikko", to: "aino_k")
        try aino.get("/chats").sees("Second 14:02 2 unread", "You: One two 14:01").seesNot("First", "No chats yet")
        #expect(aino.page.links.filter { $0.hasPrefix("/chats/") } == ["/chats/new", "/chats/mikko", "/chats/leena"])
        try site.readAll("aino_k", with: "mikko")
        site.wait(seconds: 86_400)
        try aino.get("/chats").sees("Second Yesterday").seesNot("2 unread")
        try site.member("leena").get("/chats").sees("One two").seesNot("You: One")
    }

    @Test func `more than 99 unread are not counted`() throws {
        let site = try TestSite.demo()
        for number in 0..<101 { try site.write("\(number)", from: "mikko", to: "aino_k") }
        try site.member("aino_k").get("/chats").sees("99+ unread").seesNot("101", "100 unread")
        let aino = try site.account("aino_k")
        #expect(try site.app.site.database.read { try ChatQueries.unreadCount($0, of: aino) } == 1)
    }

    @Test func `requests stand apart, and their words lead nowhere`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try site.write("Look at https://example.org", from: "ville", to: "aino_k")
        try aino.get("/chats").sees("Requests (1)", "Look at https://example.org").seesNot("Your chats")
        #expect(!aino.page.text.contains("href=\"https://example.org"))
        try aino.get("/chats?requests=all").sees("Look at")
        try site.member("ville").get("/chats").sees("You: Look at").seesNot("Requests (")
        try site.write("Hello", from: "aino_k", to: "ville")
        try aino.get("/chats").sees("You: Hello").seesNot("Requests (")
    }

    @Test func `what was cleared, and who is blocked or suspended, is in no list and no count`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try site.write("Pssst", from: "mikko", to: "aino_k")
        try site.write("Hello", from: "leena", to: "aino_k")
        try aino.get("/chats").sees("Pssst", "Chats 2 unread")
        try aino.get("/people/mikko").submit("/people/mikko/block")
        try aino.get("/chats").sees("Chats 1 unread").seesNot("Pssst", "mikko")
        try aino.get("/chats?q=pssst").seesNot("Pssst 1")
        try site.member("mikko").get("/chats").seesNot("aino_k", "Pssst")
        try site.suspend(site.account("leena"))
        try aino.get("/chats").sees("No chats yet").seesNot("leena")
        let now = try aino.get("/chats/now", accept: "application/json").page.text
        #expect(now == #"{"text":"","unread":0,"words":""}"#)
        try site.unsuspend(site.account("leena"))
        try aino.press("clear", "leena")
        try aino.get("/chats").sees("No chats yet")
        try site.write("Again", from: "leena", to: "aino_k")
        try aino.get("/chats").sees("Again 14:00 1 unread").seesNot("Hello")
    }

    @Test func `a deleted message says so, and a photo and a card are named`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try site.write("Secret", from: "mikko", to: "aino_k")
        try site.app.site.database.write {
            try $0.execute("UPDATE message SET text = '', deleted_at = \(site.now)")
        }
        try aino.get("/chats").sees("Deleted").seesNot("Secret", "1 unread in")
        let card = NewMessage(content: Message.Content(card: "/notes/1"), submission: "c")
        let author = try site.account("aino_k")
        try site.app.site.database.write {
            _ = try site.app.chats.send($0, card, to: "mikko", from: author, site.now)
        }
        try aino.get("/chats").sees("You: Something shared")
    }

    @Test func `a hundred chats are listed by one statement, and more on further pages`() throws {
        let site = try TestSite.demo()
        let aino = try site.account("aino_k")
        try site.app.site.database.write { database in
            for number in 0..<120 {
                let name = "friend\(number)"
                try database.execute(
                    """
                    INSERT INTO account
                      (id, username, username_folded, password, time_zone, units, theme, retention_h, receipts, created_at)
                    VALUES (\(900_000 + number), \(name), \(name), 'a hash that is long enough', 'UTC', 'metric', 'system',
                      24, 1, 1)
                    """)
                try FriendQueries.befriend(database, aino, ID(rawValue: Int64(900_000 + number)), site.now)
                let message = NewMessage(content: .init(text: "Hi"), submission: "\(number)")
                try site.app.chats.send(
                    database, message, to: name, from: aino, site.now - Double(number))
            }
        }
        let visitor = try site.member("aino_k").get("/chats")
        #expect(visitor.page.links.filter { $0.hasPrefix("/chats/friend") }.count == 100)
        let more = try #require(visitor.page.links.first { $0.hasPrefix("/chats?after=") })
        try visitor.get(more)
        #expect(visitor.page.links.filter { $0.hasPrefix("/chats/friend") }.count == 20)
        #expect(!visitor.page.text.contains("data-live=\"chats\""))
        for cursor in ["x", "1-2-3", "-1", "9999999999999999999-1"] {
            try visitor.get("/chats?after=\(cursor)").gets(200)
        }
    }

    @Test func `somebody who left keeps their place in the list`() throws {
        let site = try TestSite.demo()
        try site.write("Bye", from: "mikko", to: "aino_k")
        let mikko = try site.account("mikko")
        try site.member("mikko").get("/settings/delete").fill("password", "demo-password").submit("/settings/delete")
        site.app.runJobs()
        let aino = try site.member("aino_k").get("/chats").sees("Bye", "someone who left", "1 unread")
        #expect(aino.page.links.contains("/chats/~\(mikko)"))
        try aino.get("/chats?q=bye").sees("Bye").get("/chats/~\(mikko)").sees("Bye").get("/chats").seesNot("1 unread")
    }

    @Test func `a new chat begins with a friend or with somebody found by name`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/chats/new").sees("Your friends", "mikko", "leena").seesNot("ville")
        try aino.get("/chats/new?q=ville").sees("Results", "ville")
        #expect(aino.page.links.contains("/chats/ville"))
        try aino.get("/chats/new?q=el").sees("Type at least three characters of a name.", "mikko")
        try aino.get("/chats/new?q=nobodyhere").sees("Nobody by that name")
        for value in ["", "%25%25%25", "%F0%9F%98%80%F0%9F%98%80%F0%9F%98%80", "%22%3E%3Cb%3E"] {
            try aino.get("/chats/new?q=\(value)").gets(200)
        }
    }
}
