import Foundation
import Testing

@testable import App

/// The list of chats beside an open one.
struct ChatSideTests {
    /// The rows of the list on a page, but for the mark of the open chat.
    private func rows(_ visitor: Visitor) -> [String] {
        visitor.page.text.matches(of: #/<li><a class="chat-row[\s\S]*?</li>/#).map {
            String($0.output).replacing(" aria-current=\"page\"", with: "")
        }
    }

    private func marked(_ visitor: Visitor) -> [String] {
        visitor.page.text.matches(of: #/class="chat-row[^>]* href="([^"]*)" aria-current="page"/#).map {
            String($0.output.1)
        }
    }

    @Test func `beside a chat stands the list as on its own page, with the open one marked`() throws {
        let site = try TestSite.demo()
        for name in ["mikko", "leena"] {
            try site.write("From \(name)", from: name, to: "aino_k")
            site.wait(seconds: 60)
        }
        try site.write("May I?", from: "ville", to: "aino_k")
        let aino = try site.member("aino_k").get("/chats/leena").sees("Requests (1)", "From mikko 14:00 1 unread")
        let beside = rows(aino)
        #expect(marked(aino) == ["/chats/leena"])
        #expect(beside.count == 3)
        // It renews itself by a script of its own: the page of a chat is not asked for again.
        #expect(!aino.page.text.contains("data-live=\"chats\""))
        try aino.get("/chats")
        #expect(rows(aino) == beside)
        #expect(marked(aino).isEmpty)
        try aino.get("/chats/ville")
        #expect(marked(aino) == ["/chats/ville"])
    }

    @Test func `the open chat counts nothing as unread, another one does`() throws {
        let site = try TestSite.demo()
        for name in ["mikko", "leena"] { try site.write("From \(name)", from: name, to: "aino_k") }
        let aino = try site.member("aino_k").get("/chats/mikko")
        #expect(rows(aino).filter { $0.contains("unread") }.map { $0.contains("/chats/leena") } == [true])
    }

    @Test func `it has the first page of the list, and a link to the next`() throws {
        let site = try TestSite.demo()
        try site.addChats(120, of: "aino_k")
        let aino = try site.member("aino_k").get("/chats/friend110")
        let beside = rows(aino)
        #expect(beside.count == Chats.listed && marked(aino).isEmpty)
        let next = aino.page.links.filter { $0.hasPrefix("/chats?after=") }
        try aino.get("/chats")
        #expect(rows(aino) == beside)
        #expect(aino.page.links.filter { $0.hasPrefix("/chats?after=") } == next && next.count == 1)
    }

    @Test func `who is blocked and what was cleared is not beside another chat`() throws {
        let site = try TestSite.demo()
        for name in ["mikko", "leena", "sofia"] { try site.write("From \(name)", from: name, to: "aino_k") }
        try site.block("aino_k", "mikko")
        let aino = try site.member("aino_k")
        try aino.press("clear", name: "sofia")
        try aino.get("/chats/leena").seesNot("From mikko", "From sofia")
        #expect(rows(aino).count == 1)
    }

    @Test func `where nothing is open and where nothing is written, the page says so`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k").get("/chats/mikko").sees("Your chats will be listed here.")
        try aino.get("/chats").sees("No chats yet", "Your chats open here.")
        try site.write("Hello", from: "mikko", to: "aino_k")
        try aino.get("/chats").sees("Choose a chat.").seesNot("Your chats open here.")
    }
}
