import Database
import Foundation
import HTTP
import Proximity
import Synchronization
import Testing

@testable import App

/// Who may write to whom. Ville is a friend of Mikko's alone.
struct ChatRuleTests {
    @Test func `friends write to each other freely`() throws {
        let site = try TestSite.demo()
        let (leena, sofia) = (try site.member("leena"), try site.member("sofia"))
        let count = try site.messages(of: "leena", with: "sofia").count
        for _ in 0..<3 { #expect(try leena.write("Hello", to: "sofia").status == .seeOther) }
        #expect(try sofia.write("Hello yourself", to: "leena").status == .seeOther)
        #expect(try site.read("sofia", with: "leena").suffix(4) == ["Hello", "Hello", "Hello", "Hello yourself"])
        #expect(try site.messages(of: "leena", with: "sofia").count == count + 4)
        let chat = try #require(try site.chat(of: "leena", with: "SOFIA"))
        #expect(chat.permission == .open && chat.untrustedAfter == nil)
    }

    @Test func `the first message to somebody else is a request, one until it is answered`() throws {
        let site = try TestSite.demo()
        let ville = try site.member("ville")
        #expect(try site.chat(of: "ville", with: "leena")?.permission == .new)
        #expect(try ville.write("May I?", to: "leena").status == .seeOther)
        #expect(try ville.write("Hello?", to: "leena").status == .unprocessableContent)
        #expect(try ville.get("/chats/leena").page.plain.contains("You can write more once leena answers."))
        #expect(try site.chat(of: "ville", with: "leena")?.permission == .asked)
        let received = try #require(try site.chat(of: "leena", with: "ville"))
        #expect(received.permission == .request && received.untrustedAfter == 0)
        #expect(try site.read("leena", with: "ville") == ["May I?"])
        // Writing to who has asked is an answer.
        #expect(try site.member("leena").write("You may.", to: "ville").status == .seeOther)
        for (one, other) in [("ville", "leena"), ("leena", "ville")] {
            let chat = try #require(try site.chat(of: one, with: other))
            #expect(chat.permission == .open && chat.untrustedAfter == nil)
        }
        #expect(try ville.write("Thank you.", to: "leena").status == .seeOther)
    }

    @Test func `accept opens a chat once`() throws {
        let site = try TestSite.demo()
        try site.say("May I?", from: "ville", to: "leena")
        let (leena, ville) = (try site.member("leena"), try site.member("ville"))
        #expect(try ville.press("accept", name: "leena").status == .notFound)
        for _ in 0..<2 { #expect(try leena.press("accept", name: "ville").status == .seeOther) }
        #expect(try site.chat(of: "ville", with: "leena")?.permission == .open)
        #expect(try leena.press("decline", name: "ville").status == .notFound)
        // There is nothing to accept.
        #expect(try leena.press("accept", name: "noor_h").status == .notFound)
        #expect(try leena.press("accept", name: "nobody_here").status == .notFound)
    }

    @Test func `who asked learns nothing of a request that was deleted`() throws {
        let site = try TestSite.demo()
        let photo = try site.say("May I?", from: "ville", to: "leena")
        let (leena, ville) = (try site.member("leena"), try site.member("ville"))
        let before = try (ville.get("/chats/leena").page.still, site.rows("chat"), site.rows("event"))
        #expect(try ville.press("decline", name: "leena").status == .notFound)
        for _ in 0..<2 { #expect(try leena.press("decline", name: "ville").status == .seeOther) }
        #expect(try ville.get("/chats/leena").page.still == before.0)
        #expect(try site.rows("chat") == before.1 && site.rows("event") == before.2)
        #expect(try site.chat(of: "ville", with: "leena")?.permission == .asked)
        #expect(try site.chat(of: "ville", with: "leena")?.membership?.seenNumber == 0)
        #expect(try site.read("leena", with: "ville").isEmpty && site.read("ville", with: "leena") == ["May I?"])
        // It can be taken back for a moment, once.
        #expect(try leena.press("restore", name: "ville").status == .seeOther)
        #expect(try site.messages(of: "leena", with: "ville").map { $0.id } == [photo.id])
        #expect(try leena.press("decline", name: "ville").status == .seeOther)
        site.wait(seconds: 61)
        #expect(try leena.press("restore", name: "ville").status == .seeOther)
        #expect(try site.read("leena", with: "ville").isEmpty)
        // Who deleted it may still write.
        #expect(try leena.write("Hello.", to: "ville").status == .seeOther)
        #expect(try site.read("leena", with: "ville") == ["Hello."])
        #expect(try site.read("ville", with: "leena") == ["May I?", "Hello."])
    }

    @Test func `a chat is cleared for oneself alone`() throws {
        let site = try TestSite.demo()
        try site.say("One", from: "leena", to: "sofia")
        try site.say("Two", from: "sofia", to: "leena")
        let sofia = try site.member("sofia")
        for _ in 0..<2 { #expect(try sofia.press("clear", name: "leena").status == .seeOther) }
        #expect(try site.read("sofia", with: "leena").isEmpty)
        #expect(try site.read("leena", with: "sofia").suffix(2) == ["One", "Two"])
        try site.say("Three", from: "leena", to: "sofia")
        #expect(try site.read("sofia", with: "leena") == ["Three"])
        #expect(try sofia.press("restore", name: "leena").status == .seeOther)
        #expect(try site.read("sofia", with: "leena").suffix(3) == ["One", "Two", "Three"])
        #expect(try sofia.press("clear", name: "ville").status == .notFound)
        #expect(try sofia.press("clear", name: "sofia").status == .notFound)
    }

    @Test func `after a parting all stays readable and writing is a request`() throws {
        let site = try TestSite.demo()
        try site.say("One", from: "leena", to: "sofia")
        try site.member("leena").get("/people/sofia").sees("Writing again sends a request")
        try site.unfriend("leena", "sofia")
        let chat = try #require(try site.chat(of: "sofia", with: "leena"))
        #expect(chat.permission == .new && chat.untrustedAfter == chat.membership?.lastNumber)
        #expect(try site.read("sofia", with: "leena").last == "One")
        try site.say("Still there?", from: "sofia", to: "leena")
        #expect(try site.chat(of: "sofia", with: "leena")?.permission == .asked)
        #expect(try site.chat(of: "leena", with: "sofia")?.permission == .request)
        try site.say("Yes", from: "leena", to: "sofia")
        #expect(try site.chat(of: "sofia", with: "leena")?.permission == .open)
    }

    @Test func `a request of two who became friends holds nothing back, and stays one if they part in silence`() throws
    {
        let site = try TestSite.demo()
        try site.say("May I?", from: "ville", to: "leena")
        let (leena, ville) = (try site.account("leena"), try site.account("ville"))
        try site.app.friends.ask(from: ville, to: leena, at: site.now)
        try site.app.friends.ask(from: leena, to: ville, at: site.now)
        #expect(try site.chat(of: "leena", with: "ville")?.untrustedAfter == nil)
        try site.unfriend("leena", "ville")
        #expect(try site.chat(of: "leena", with: "ville")?.permission == .request)
        #expect(try site.chat(of: "leena", with: "ville")?.untrustedAfter == 0)
    }

    @Test func `a block hides the chat from both, and its end leaves what was there`() throws {
        let site = try TestSite.demo()
        try site.say("One", from: "leena", to: "sofia")
        try site.say("May I?", from: "ville", to: "sofia")
        try site.block("sofia", "leena")
        try site.block("sofia", "ville")
        for (one, other) in [("leena", "sofia"), ("sofia", "leena"), ("ville", "sofia"), ("sofia", "ville")] {
            let visitor = try site.member(one)
            #expect(try site.chat(of: one, with: other) == nil)
            #expect(try visitor.write("Hello?", to: other).status == .notFound)
            #expect(try visitor.fetch("/chats/\(other)").status == .notFound)
            for verb in ["accept", "decline", "clear", "restore"] {
                #expect(try visitor.press(verb, name: other).status == .notFound)
            }
        }
        try site.unblock("sofia", "leena")
        try site.unblock("sofia", "ville")
        #expect(try site.read("leena", with: "sofia").last == "One")
        #expect(try site.chat(of: "leena", with: "sofia")?.permission == .new)
        // An unanswered request is as it was.
        #expect(try site.chat(of: "ville", with: "sofia")?.permission == .asked)
        #expect(try site.chat(of: "sofia", with: "ville")?.untrustedAfter == 0)
    }

    @Test func `nobody chats with the suspended, and nobody writes to who left`() throws {
        let site = try TestSite.demo()
        try site.say("One", from: "leena", to: "sofia")
        let leena = try site.account("leena")
        try site.suspend(leena)
        let sofia = try site.member("sofia")
        #expect(try sofia.write("Hello?", to: "leena").status == .notFound)
        try site.unsuspend(leena)
        try site.member("leena").get("/settings/delete").fill("password", "demo-password").submit("/settings/delete")
        let left = site.leftName(leena)
        #expect(try sofia.write("Hello?", to: "leena").status == .notFound)
        #expect(try sofia.write("Hello?", to: left).status == .unprocessableContent)
        try sofia.get("/chats/\(left)").gets(200).sees("someone who left", "One")
        #expect(try site.chat(of: "sofia", with: left)?.permission == .left)
        #expect(try site.member("ville").fetch("/chats/\(left)").status == .notFound)
        #expect(try site.chat(of: "sofia", with: "~\(try site.account("mikko"))") == nil)
    }

    @Test func `who takes no requests is written to by friends alone`() throws {
        let site = try TestSite.demo()
        try site.setChats(of: "leena", "takes_requests", to: false)
        let ville = try site.member("ville")
        #expect(try ville.write("May I?", to: "leena").status == .unprocessableContent)
        try ville.get("/chats/leena").gets(200).sees("leena takes messages from friends only.")
        #expect(try site.member("sofia").write("Hello", to: "leena").status == .seeOther)
        // Leena herself may ask.
        #expect(try site.member("leena").write("Hello", to: "ville").status == .seeOther)
        #expect(try ville.write("Hello", to: "leena").status == .seeOther)
    }

    @Test func `oneself and unknown names are nobody, and count as searches`() throws {
        let site = try TestSite.demo()
        let ville = try site.member("ville")
        for name in ["ville", "nobody_here", "~1", "~x", "mikko.", "~"] {
            #expect(try ville.fetch("/chats/\(name)").status == .notFound, "\(name)")
            #expect(try ville.write("Hello?", to: name).status == .notFound, "\(name)")
        }
        for _ in 0..<60 where try ville.fetch("/chats/nobody_here").status == .notFound {}
        #expect(try ville.fetch("/chats/nobody_here").status == .tooManyRequests)
        #expect(try ville.fetch("/chats/mikko").status == .ok)
    }
}
