import Testing

@testable import App

/// Notices of messages in groups.
struct GroupChatNoticeTests {
    private let outing: GroupOuting
    private var site: TestSite { outing.site }
    private var chat: String { GroupPaths.messages(outing.door.id) }

    init() throws { outing = try GroupOuting() }

    private func write(_ name: String, _ text: String, key: String) throws {
        try outing.act(name, path: chat, fields: [("text", text), ("key", key)]).gets(200)
    }

    /// Their unread notices of messages.
    private func told(_ name: String) throws -> Int {
        try outing.notices(name).count { $0.kind == GroupNotices.message && !$0.isRead }
    }

    private func look(_ name: String, _ rest: String = "from=1&viewed=1") throws {
        try outing.visitor(name).get("\(chat)/live?\(rest)").gets(200)
    }

    @Test func `while the chat is open on a screen the notice waits, and comes only if it was not read there`() throws {
        try write("aino_k", "One", key: "1")
        #expect(try told("mikko") == 1 && told("leena") == 1)
        try look("mikko")
        #expect(try told("mikko") == 0)
        // Two messages are one job.
        try write("aino_k", "Two", key: "2")
        try write("aino_k", "Three", key: "3")
        #expect(try told("mikko") == 0 && told("leena") == 1)
        #expect(try site.rows("job").count { $0.contains(Groups.delayedNotice.job) } == 1)
        site.wait(seconds: 12)
        site.sweep()
        #expect(try told("mikko") == 1)
        try look("mikko")
        try write("aino_k", "Four", key: "4")
        try look("mikko")
        site.wait(seconds: 12)
        site.sweep()
        #expect(try told("mikko") == 0)
    }

    @Test func `what was deleted meanwhile, or written by somebody hidden since, is told to nobody`() throws {
        try look("mikko", "from=0&viewed=1")
        try write("aino_k", "One", key: "1")
        let message = try #require(
            try site.app.site.database.read {
                try ConversationQueries.sent($0, by: outing.account("aino_k"), formKey: "1")
            })
        try outing.act("aino_k", path: "\(chat)/\(message.id)/delete").gets(200)
        site.wait(seconds: 12)
        site.sweep()
        #expect(try told("mikko") == 0)
        try look("mikko", "from=0&viewed=1")
        try write("aino_k", "Two", key: "2")
        try outing.visitor("mikko").get("/people/aino_k").submit("/people/aino_k/block")
        site.wait(seconds: 12)
        site.sweep()
        #expect(try told("mikko") == 0)
    }
}
