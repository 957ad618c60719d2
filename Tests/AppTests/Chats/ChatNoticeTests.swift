import Database
import Foundation
import HTTP
import Proximity
import Testing

@testable import App

/// What people are told of messages.
struct ChatNoticeTests {
    let site: TestSite
    let leena: Visitor

    init() throws {
        site = try TestSite.demo()
        leena = try site.member("leena")
        let id = try site.account("leena")
        try site.app.site.database.write { try NoticeQueries.delete($0, of: id) }
    }

    private func notices(_ name: String = "leena") throws -> [ShownNotice] {
        let id = try site.account(name)
        return try site.app.site.database.read {
            try site.app.notices.visible($0, for: id, limit: 100, site.now)
        }.filter { $0.notice.kind == Chats.messageNotice }
    }

    private func view(until: Timestamp) throws {
        let (id, chat) = (try site.account("leena"), try #require(try site.chat(of: "leena", with: "sofia")))
        let conversation = try #require(chat.membership?.conversation)
        try site.app.site.database.write {
            try ConversationQueries.setViewed($0, conversation, by: id, until: until)
        }
    }

    private func setRead() throws {
        let (id, chat) = (try site.account("leena"), try #require(try site.chat(of: "leena", with: "sofia")))
        let membership = try #require(chat.membership)
        try site.app.site.database.write {
            try ConversationQueries.setRead(
                $0, membership.conversation, by: id, through: membership.lastNumber)
            try site.app.chats.markNoticeRead($0, membership.conversation, by: id, at: site.now)
        }
    }

    @Test func `a chat has one notice, however many messages, with the newest words on the page alone`() throws {
        for text in ["One", "Two\nlines", "Three https://example.org"] {
            try site.say(text, from: "sofia", to: "leena")
        }
        let notice = try #require(try notices().first)
        #expect(try notices().count == 1 && leena.get("/notices").bell == 1)
        #expect(notice.text.title == "sofia wrote to you" && notice.text.path == "/chats/sofia")
        #expect(notice.text.detail == "Three https://example.org" && notice.text.outside == "")
        #expect(try site.eventTexts(site.account("leena")).allSatisfy { !$0.contains("Three") })
        #expect(try notices("sofia").isEmpty)
        try setRead()
        #expect(try leena.get("/notices").bell == 0)
        site.wait(seconds: 60)
        try site.say("Four", from: "sofia", to: "leena")
        #expect(try leena.get("/notices").bell == 1 && notices().count == 1)
    }

    @Test func `a request says so, with its words and nothing else of it`() throws {
        try site.say("Look: https://example.org", from: "ville", to: "leena", card: "/people/mikko")
        #expect(try notices().map { $0.text.title } == ["ville asks to write to you"])
        #expect(try notices().map { $0.text.detail } == ["Look: https://example.org"])
        try leena.get("/notices").sees("ville asks to write to you")
        #expect(!leena.page.links.contains { $0.contains("example.org") })
        try leena.press("accept", name: "ville")
        #expect(try notices().map { $0.text.title } == ["ville wrote to you"])
    }

    @Test func `what was deleted, cleared or declined, or is of somebody hidden, is told no more`() throws {
        let ville = try site.say("May I?", from: "ville", to: "leena")
        #expect(ville.isNew)
        try leena.press("decline", name: "ville")
        #expect(try notices().isEmpty && leena.get("/notices").bell == 0)
        let one = try site.say("One", from: "sofia", to: "leena")
        let two = try site.say("Two", from: "sofia", to: "leena")
        let sofia = try site.member("sofia")
        try sofia.press("messages/\(two.id)/delete", name: "leena")
        #expect(try notices().map { $0.text.detail } == ["One"])
        try sofia.press("messages/\(one.id)/delete", name: "leena")
        #expect(try notices().isEmpty && leena.get("/notices").bell == 0)
        try site.say("Three", from: "sofia", to: "leena")
        try leena.press("clear", name: "sofia")
        #expect(try notices().isEmpty)
        try site.say("Four", from: "sofia", to: "leena")
        try site.suspend(try site.account("sofia"))
        #expect(try notices().isEmpty)
        try site.unsuspend(try site.account("sofia"))
        #expect(try notices().count == 1)
        try site.block("sofia", "leena")
        #expect(try notices().isEmpty && leena.get("/notices").bell == 0)
    }

    @Test func `while the chat is open on a screen the notice waits, and comes only if it was not read there`() throws {
        try site.say("Zero", from: "sofia", to: "leena")
        try setRead()
        try view(until: site.now + 60)
        try site.say("One", from: "sofia", to: "leena")
        #expect(try leena.get("/notices").bell == 0)
        try setRead()
        site.wait(seconds: 11)
        site.app.runJobs()
        #expect(try leena.get("/notices").bell == 0)
        for _ in 0..<3 { try site.say("Two", from: "sofia", to: "leena") }
        #expect(try site.rows("job").count { $0.contains("chats.notice") } == 1)
        site.app.runJobs()
        #expect(try leena.get("/notices").bell == 0)
        site.wait(seconds: 11)
        site.app.runJobs()
        #expect(try leena.get("/notices").bell == 1)
        try view(until: site.now)
        try setRead()
        try site.say("Three", from: "sofia", to: "leena")
        #expect(try leena.get("/notices").bell == 1)
    }

    @Test func `mail says who, and what only to those who want that`() throws {
        let id = try site.account("leena")
        func mail(_ text: String, from sender: String) throws -> String {
            try site.say(text, from: sender, to: "leena")
            site.app.runJobs()
            return try #require(try site.mails().last)
        }
        try site.app.site.database.write {
            try $0.execute(
                """
                INSERT INTO notice_choice (account_id, kind, channel, is_on)
                VALUES (\(id), \(Chats.messageNotice), 'mail', 1)
                """)
        }
        let silent = try mail("See you at the bench", from: "sofia")
        #expect(silent.contains("sofia wrote to you") && !silent.contains("bench"))
        try site.setChats(of: "leena", "tells_text", to: true)
        let told = try mail("See you at the fountain", from: "mikko")
        #expect(told.contains("Subject: mikko wrote to you") && told.contains("mikko: See you at the fountain"))
        let request = try mail("Buy this", from: "ville")
        #expect(request.contains("ville asks to write to you") && !request.contains("Buy"))
    }
}
