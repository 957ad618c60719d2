import Database
import HTTP
import Testing

@testable import App

/// Where limits of chats end: what costs nothing although it looks like something that does.
struct ChatLimitTests {
    @Test func `a message sent again is answered as before, also by who may not write for a while`() throws {
        let site = try TestSite.demo()
        let leena = try site.member("leena")
        for number in 0..<60 {
            #expect(try leena.write("Word \(number)", to: "sofia", key: "key-\(number)").status == .seeOther)
        }
        #expect(try leena.write("One more", to: "sofia", key: "another").status == .tooManyRequests)
        #expect(try leena.write("Word 0", to: "sofia", key: "key-0").status == .seeOther)
        #expect(try site.read("sofia", with: "leena").last == "Word 59")
    }

    @Test func `how far somebody has read never goes back`() throws {
        let site = try TestSite.demo()
        for number in 1...3 { try site.say("Word \(number)", from: "mikko", to: "aino_k") }
        let (aino, mikko) = (try site.account("aino_k"), try site.account("mikko"))
        func read(through number: Int64?) throws -> [Int64] {
            try site.app.site.database.write { database in
                let stored = try #require(try ChatQueries.stored(database, aino, and: mikko))
                if let number {
                    try ConversationQueries.setRead(database, stored.conversation, by: aino, through: number)
                }
                return try database.all(
                    """
                    SELECT read_number FROM conversation_member
                    WHERE conversation_id = \(stored.conversation) AND account_id = \(aino)
                    """
                ) { try $0["read_number"] }
            }
        }
        #expect(try read(through: 3) == [3])
        for earlier in [2, 0, -1] as [Int64] { #expect(try read(through: earlier) == [3]) }
    }

    @Test func `a page that is missing in a chat counts as no search`() throws {
        let site = try TestSite.demo()
        try site.say("Hello", from: "mikko", to: "aino_k")
        let aino = try site.member("aino_k")
        for number in 0..<70 { try aino.get("/chats/mikko/messages/\(number)/report").gets(404) }
        try aino.get("/chats?q=hello").gets(200)
    }

    @Test func `the form for a new chat marks nothing as read`() throws {
        let site = try TestSite.demo()
        try site.say("Hello", from: "mikko", to: "aino_k")
        let aino = try site.member("aino_k")
        let before = try (site.rows("conversation_member"), site.rows("notice"))
        try aino.get("/chats/new").gets(200)
        #expect(try before == (site.rows("conversation_member"), site.rows("notice")))
    }
}
