import Database
import Proximity
import Testing

@testable import App

/// What members are told of messages while their chat is open on a screen.
struct GroupMessageNoticeTests {
    private let outing: GroupOuting
    private var site: TestSite { outing.site }
    private var chat: String { GroupPaths.messages(outing.door.id) }

    init() throws { outing = try GroupOuting() }

    private func write(_ text: String, by name: String = "leena") throws {
        try outing.act(name, chat, [("text", text), ("key", text)]).gets(200)
    }

    /// Mikko's chat is open on a screen, and shows what has come.
    private func look() throws { try outing.visitor("mikko").get("\(chat)/live?viewed=1").gets(200) }

    private func patience() {
        site.wait(seconds: 11)
        site.app.runJobs()
    }

    @Test func `while the chat is open on a screen the notice waits, and comes only if it was not read there`() throws {
        try look()
        try write("One")
        #expect(try outing.told("mikko") == [] && outing.told("aino_k") == [GroupNotices.message])
        try look()
        patience()
        #expect(try outing.told("mikko") == [])
        // The screen lies there and nobody looks.
        for text in ["Two", "Three"] { try write(text) }
        #expect(try site.rows("job").count { $0.contains("group.notice") } == 1)
        site.app.runJobs()
        #expect(try outing.told("mikko") == [])
        patience()
        #expect(try outing.told("mikko") == [GroupNotices.message])
    }

    @Test func `a notice that waited is not told of what is deleted, of somebody hidden, or by a group that is over`()
        throws
    {
        try look()
        try write("One")
        let leena = try outing.account("leena")
        let sent = try site.app.site.database.read { try ConversationQueries.sent($0, by: leena, submission: "One") }
        try outing.act("leena", "\(chat)/\(try #require(sent).id)/delete").gets(200)
        patience()
        #expect(try outing.told("mikko") == [])
        try look()
        try write("Two")
        try outing.visitor("mikko").get("/people/leena").submit("/people/leena/block")
        patience()
        #expect(try outing.told("mikko") == [])
        // What others wrote before them is unread still.
        try look()
        try write("Three", by: "aino_k")
        try write("Four")
        patience()
        #expect(try outing.told("mikko") == [GroupNotices.message])
        try look()
        try write("Five", by: "aino_k")
        try outing.act("aino_k", "\(outing.door.path)/end").gets(200)
        patience()
        #expect(try outing.told("mikko") == [GroupNotices.ended])
    }

    /// Mikko has blocked Leena, and of two messages sees the first.
    private func writeBeforeSomebodyHidden() throws {
        try outing.visitor("mikko").get("/people/leena").submit("/people/leena/block")
        try write("One", by: "aino_k")
        try write("Two")
        #expect(try outing.notices("mikko").map { $0.isRead } == [false])
    }

    @Test(arguments: ["", "/live?viewed=1"])
    func `who has read all that they see has read the chat, though somebody hidden wrote last`(place: String) throws {
        try writeBeforeSomebodyHidden()
        try outing.visitor("mikko").get(chat + place).sees("One").seesNot("Two")
        #expect(try outing.notices("mikko").map { $0.isRead } == [true])
        // What is written next is new again.
        try write("Three", by: "aino_k")
        patience()
        #expect(try outing.notices("mikko").map { $0.isRead } == [false])
    }

    @Test func `a notice goes with its message, though somebody hidden wrote after it`() throws {
        try writeBeforeSomebodyHidden()
        let aino = try outing.account("aino_k")
        let sent = try site.app.site.database.read { try ConversationQueries.sent($0, by: aino, submission: "One") }
        try outing.act("aino_k", "\(chat)/\(try #require(sent).id)/delete").gets(200)
        #expect(try outing.told("mikko") == [])
    }
}
