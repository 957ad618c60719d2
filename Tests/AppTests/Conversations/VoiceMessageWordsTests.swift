import Database
import HTTP
import Media
import Proximity
import Testing

@testable import App

/// Where a voice message is named.
struct VoiceMessageWordsTests {
    @Test func `lists, notices, answers and reports say what it is`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        try aino.speak(at: "/chats/mikko")
        let message = try site.message("voice").id
        try aino.get("/chats").sees("You: Voice message")
        try mikko.get("/chats").sees("Voice message").seesNot("You: Voice message")
        try mikko.get("/notices").sees("A voice message")
        try mikko.get("/chats/aino_k?reply_to=\(message)").sees("A voice message")
        #expect(
            try mikko.press("messages/\(message)/report", name: "aino_k", more: [("reason", "Rude")]).status
                == .seeOther)
        try site.administrator().get("/admin/reports").sees("aino_k: (a voice message)", "Rude")
    }

    @Test func `a request's is named nowhere before it is answered`() throws {
        let site = try TestSite.demo()
        let mikko = try site.member("mikko")
        try site.newAccount("stranger").speak(at: "/chats/mikko")
        try mikko.get("/notices").sees("stranger asks to write to you").seesNot("A voice message")
        #expect(try mikko.press("accept", name: "stranger").status == .seeOther)
        try mikko.get("/notices").sees("A voice message")
    }

    @Test func `an export holds one's own, and says where others have sent one`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        let sound = try #require(try aino.speak(at: "/chats/mikko"))
        func export(_ visitor: Visitor) throws -> [String: String] {
            try visitor.get("/settings/export").fill("password", "demo-password").submit("/settings/export")
            site.app.runJobs([.long])
            let link = try visitor.get("/settings/export").page.links.first { $0.hasPrefix("/settings/export/") }
            return try ExportTests.unpacked(visitor, #require(link))
        }
        let own = try export(aino)
        #expect(own["media/\(sound).ogg"] != nil)
        #expect(try #require(own["chats/mikko.json"]).contains("\(sound).ogg"))
        let other = try export(mikko)
        #expect(!other.keys.contains { $0.contains("\(sound)") })
        let chat = try #require(other["chats/aino_k.json"])
        #expect(chat.contains("\"has_sound\":true") && !chat.contains("\(sound)"))
    }

    @Test func `who leaves takes theirs along where nobody keeps the chat`() throws {
        let site = try TestSite.demo()
        let leaver = try site.newAccount("leaver")
        let sound = try #require(try leaver.speak(at: "/chats/mikko"))
        try leaver.get("/settings/delete").fill("password", "long enough for me").submit("/settings/delete")
            .sees("Your account is deleted.")
        for _ in 0..<3 {
            site.sweep()
            site.wait(seconds: 700)
        }
        #expect(!site.storedNames.contains(sound))
    }
}
