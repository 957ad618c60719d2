import Database
import Foundation
import Proximity
import Testing

@testable import App

/// What a person takes along of chats, what goes with them, what is reported and who may know.
struct ChatDataTests {
    private func export(_ visitor: Visitor) throws -> [String: String] {
        try visitor.get("/settings/export").fill("password", "demo-password").submit("/settings/export")
        visitor.site.app.runJobs([.long])
        let link = try visitor.get("/settings/export").page.links.first { $0.hasPrefix("/settings/export/") }
        return try ExportTests.unpacked(visitor, #require(link))
    }

    private func leave(_ site: TestSite, _ name: String) throws {
        try site.member(name).get("/settings/delete").fill("password", "demo-password").submit("/settings/delete")
            .sees("Your account is deleted.")
    }

    @Test func `an export holds the chats that one may read, each in a file`() throws {
        let site = try TestSite.demo()
        let noor = try site.member("noor_h")
        for number in 0..<450 { try site.say("Message \(number)", from: "sofia", to: "noor_h") }
        try site.say("Before", from: "elias", to: "noor_h")
        try noor.press("clear", name: "elias")
        try site.say("After", from: "noor_h", to: "elias")
        try site.say("Hidden", from: "leena", to: "noor_h")
        try site.block("noor_h", "leena")
        try site.say("Held", from: "ville", to: "noor_h", card: "/people/mikko")
        try site.setChats(of: "noor_h", "takes_requests", to: false)
        let files = try export(noor)
        let sofia = try #require(files["chats/sofia.json"])
        #expect(sofia.contains("\"text\":\"Message 0\"") && sofia.contains("\"text\":\"Message 449\""))
        #expect(sofia.components(separatedBy: "\n").count == 450 + 3)
        let elias = try #require(files["chats/elias.json"])
        #expect(elias.contains("After") && elias.contains("\"from\":\"noor_h\"") && !elias.contains("Before"))
        #expect(files["chats/leena.json"] == nil && !files.values.contains { $0.contains("Hidden") })
        let ville = try #require(files["chats/ville.json"])
        #expect(ville.contains("Held") && !ville.contains("/people/mikko"))
        #expect(try #require(files["chats/settings.json"]).contains("\"takes_requests\":false"))
    }

    @Test func `who leaves is someone who left, and what others have received stays with them`() throws {
        let site = try TestSite.demo()
        let (leena, mikko) = (try site.account("leena"), try site.account("mikko"))
        try site.say("For Sofia", from: "leena", to: "sofia")
        try site.say("May I, Noor?", from: "leena", to: "noor_h")
        try site.say("May I, Leena?", from: "elias", to: "leena")
        try site.setChats(of: "leena", "tells_text", to: true)
        try leave(site, "leena")
        let left = site.leftName(leena)
        #expect(try site.read("sofia", with: left).last == "For Sofia")
        #expect(try site.messages(of: "sofia", with: left).last?.sender.name == "someone who left")
        #expect(try site.chat(of: "noor_h", with: left) == nil)
        #expect(try site.read("elias", with: left) == ["May I, Leena?"])
        for _ in 0..<3 {
            site.sweep()
            site.wait(seconds: 700)
        }
        #expect(try !site.rows("message").contains { $0.contains("May I, Noor?") })
        #expect(try site.rows("chat_setting").isEmpty)
        #expect(try !site.rows("conversation_member").contains { $0.contains("\(leena)") })
        #expect(try site.read("sofia", with: left).last == "For Sofia")
        #expect(try export(site.member("sofia"))["chats/\(left).json"]?.contains("For Sofia") == true)
        // When the others have left too, nothing stays.
        for name in ["sofia", "elias", "mikko", "aino_k"] { try leave(site, name) }
        for _ in 0..<4 {
            site.sweep()
            site.wait(seconds: 700)
        }
        #expect(try !site.rows("message").contains { $0.contains("For Sofia") || $0.contains("May I, Leena?") })
        #expect(try !site.rows("account").contains { $0.contains("\(leena)") })
        #expect(try !site.rows("chat").contains { $0.contains("\(mikko)") && $0.contains("\(leena)") })
    }

    @Test func `a request between two who had parted goes with who asked, and what they had stays`() throws {
        let site = try TestSite.demo()
        let leena = try site.account("leena")
        try site.say("Old", from: "leena", to: "sofia")
        try site.unfriend("leena", "sofia")
        try site.say("Again?", from: "leena", to: "sofia")
        try leave(site, "leena")
        #expect(try site.read("sofia", with: site.leftName(leena)).last == "Old")
    }

    @Test func `a block that stood when somebody left hides their chat for good`() throws {
        let site = try TestSite.demo()
        let leena = try site.account("leena")
        try site.say("Words", from: "leena", to: "sofia")
        try site.block("leena", "sofia")
        try leave(site, "leena")
        #expect(try site.chat(of: "sofia", with: site.leftName(leena)) == nil)
        site.sweep()
        #expect(try !site.rows("message").contains { $0.contains("'Words'") })
    }

    @Test func `a message of the other is reported with the four before it`() throws {
        let site = try TestSite.demo()
        let keeper = try site.administrator()
        let sofia = try site.member("sofia")
        for number in 0..<4 {
            try site.say("Line \(number)", from: number == 3 ? "sofia" : "leena", to: number == 3 ? "leena" : "sofia")
        }
        try site.say(String(repeating: "x", count: 500), from: "leena", to: "sofia")
        let rude = try site.say("Rude words", from: "leena", to: "sofia", card: "/people/mikko")
        let own = try site.say("Mine", from: "sofia", to: "leena")
        let path = "messages/\(rude.id)/report"
        #expect(try sofia.press(path, name: "leena").status == .unprocessableContent)
        #expect(try sofia.press(path, name: "mikko", more: [("reason", "x")]).status == .notFound)
        #expect(
            try sofia.press("messages/\(own.id)/report", name: "leena", more: [("reason", "x")]).status == .notFound)
        #expect(try sofia.press(path, name: "leena", more: [("reason", "They are rude.")]).status == .seeOther)
        let content = try #require(
            try site.app.site.database.read {
                try $0.value("SELECT content FROM report WHERE subject = 'message'", as: String.self)
            })
        let lines = content.split(separator: "\n")
        #expect(lines.count == 5 && lines.last == "leena: Rude words (/people/mikko)" && lines.first == "leena: Line 1")
        #expect(lines[2] == "sofia: Line 3" && lines[3].hasSuffix("x…") && lines[3].count == 200)
        try keeper.get("/admin/reports").sees("A message", "They are rude.", "Rude words")
        // A request, and a very long message.
        let long = try site.say(String(repeating: "y", count: 4_000), from: "ville", to: "sofia")
        #expect(
            try sofia.press("messages/\(long.id)/report", name: "ville", more: [("reason", "Spam")]).status == .seeOther
        )
        // Nothing that was deleted or cleared.
        try site.member("leena").press("messages/\(rude.id)/delete", name: "sofia")
        #expect(try sofia.press(path, name: "leena", more: [("reason", "x")]).status == .notFound)
        try sofia.press("clear", name: "ville")
        #expect(
            try sofia.press("messages/\(long.id)/report", name: "ville", more: [("reason", "x")]).status == .notFound)
    }

    @Test func `who can see me says who can write, and what they learn`() throws {
        let site = try TestSite.demo()
        let leena = try site.member("leena")
        let path = "/settings/visibility"
        try leena.get(path).sees("Who can write to you", "Others can send one message", "Messages you read")
        try site.setChats(of: "leena", "takes_requests", to: false)
        try site.setChats(of: "leena", "shows_activity", to: false)
        try leena.get(path).sees("Nobody else can ask", "You don’t see it of your friends")
    }
}
