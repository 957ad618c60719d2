import Database
import HTTP
import Safeguards
import TestTools
import Testing

@testable import App
@testable import HTTP

/// “… is writing”: who is told, and what the one who writes learns of that.
struct ChatWritingTests {
    /// What must be for somebody to be told, and is not.
    enum Missing: CaseIterable, Sendable {
        case nothing, friendship, ownReceipts, otherReceipts, ownPage, otherPage, pageLeft, pageGone
    }

    /// aino_k and another one, who have written to each other.
    private func world(_ missing: Missing) throws -> (aino: Visitor, other: String) {
        let site = try TestSite.demo()
        let other = missing == .friendship ? "ville" : "mikko"
        try site.say("Hello", from: other, to: "aino_k")
        try site.say("Hello!", from: "aino_k", to: other)
        #expect(try site.chat(of: "aino_k", with: other)?.permission == .open)
        let (aino, peer) = (try site.member("aino_k"), try site.member(other))
        if missing != .ownPage { try aino.get("/chats/\(other)/messages?from=1&viewed=1").gets(200) }
        if missing != .otherPage { try peer.get("/chats/aino_k/messages?from=1&viewed=1").gets(200) }
        switch missing {
        case .ownReceipts: try withoutReceipts(site, "aino_k")
        case .otherReceipts: try withoutReceipts(site, other)
        case .pageLeft: try peer.get("/chats/aino_k/messages?from=1&viewed=0").gets(200)
        case .pageGone:
            site.wait(seconds: Conversations.viewedFor + 1)
            try aino.get("/chats/\(other)/messages?from=1&viewed=1").gets(200)
        case .nothing, .friendship, .ownPage, .otherPage: break
        }
        return (aino, other)
    }

    private func withoutReceipts(_ site: TestSite, _ name: String) throws {
        let account = try site.account(name)
        try site.app.site.database.write { try $0.execute("UPDATE account SET receipts = 0 WHERE id = \(account)") }
    }

    @Test(arguments: Missing.allCases)
    func `a friend learns it while both have the chat open and tell what they see, and nobody else`(
        missing: Missing
    ) throws {
        let (aino, other) = try world(missing)
        let site = aino.site
        let (reader, leena) = (try EventReader.open(site.member(other)), try EventReader.open(site.member("leena")))
        #expect(try aino.press("writing", name: other).status == .noContent)
        // What comes after it is there: so would it be.
        let marker = #"{"part":"marker"}"#
        for (name, reader) in [(other, reader), ("leena", leena)] {
            site.app.events.broadcast("change", marker, to: try site.account(name))
            #expect(eventually { reader.data.contains(marker) })
        }
        #expect(reader.data.contains(Chats.writing("aino_k")) == (missing == .nothing))
        #expect(!leena.text.contains("writing"))
        for reader in [reader, leena] { reader.stream.onClose(reader.stream) }
    }

    @Test func `the answer is the same whoever was told`() throws {
        let answers = try Missing.allCases.map { missing -> String in
            let (aino, other) = try world(missing)
            let tables = ["event", "throttle", "conversation_member", "job"]
            let stored = try tables.map { try aino.site.rows($0) }
            let answer = try aino.press("writing", name: other)
            #expect(try tables.map { try aino.site.rows($0) } == stored)
            return "\(answer.status) \(answer.body)"
        }
        #expect(Set(answers).count == 1)
        // Also before the first message; who is not there has no chat.
        let aino = try TestSite.demo().member("aino_k")
        #expect(try aino.press("writing", name: "mikko").status == .noContent)
        #expect(try aino.press("writing", name: "no_such").status == .notFound)
    }

    @Test func `sixty a minute are taken`() throws {
        let aino = try TestSite.demo().member("aino_k")
        for _ in 0..<Throttle.writing.attempts {
            #expect(try aino.press("writing", name: "mikko").status == .noContent)
        }
        #expect(try aino.press("writing", name: "mikko").status == .tooManyRequests)
        aino.site.wait(seconds: 61)
        #expect(try aino.press("writing", name: "mikko").status == .noContent)
    }

    @Test func `the page says it where one tells what one sees, in an open chat`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/chats/mikko")
        #expect(aino.page.text.contains(#"data-writing="/chats/mikko/writing""#))
        try aino.get("/chats/ville")
        #expect(!aino.page.text.contains("data-writing"))
        try withoutReceipts(site, "aino_k")
        try aino.get("/chats/mikko")
        #expect(!aino.page.text.contains("data-writing"))
    }
}
