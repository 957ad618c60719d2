import Database
import Testing

@testable import App

extension PlanTests {
    /// The list of chats, its search for rare and common words, and the settings.
    func visitChatList(_ site: TestSite) throws {
        let sent = try site.write("Marmalade and toast", from: "leena", to: "sofia")
        let (conversation, sofia) = (try site.conversation("leena", "sofia"), try site.account("sofia"))
        let visitor = try site.member("sofia")
        for path in ["/chats", "/chats?requests=all", "/chats?q=marm%20toast", "/chats/new", "/chats/now"] {
            try visitor.get(path).gets(200)
        }
        try visitor.get("/settings/chats").submit("/settings/chats")
        try visitor.get("/you").fill("minutes", "60").submit("/settings/pause")
        let asked = try site.app.site.database.write { database -> Int in
            for number in 0...MessageSearch.maxOfRare {
                try MessageWords.keep(database, "common\(number)", of: sent.number, in: conversation)
            }
            let place = MessageSearch.Place(
                conversation: conversation, lastNumber: sent.number, clearedNumber: 0, lastAt: site.now)
            let found = try MessageSearch(words: ["common"], places: [place], member: sofia).found(database)
            try MessageWords.forget(database, sent.number, in: conversation)
            return found.messages.count
        }
        #expect(asked == 1)
        site.wait(seconds: 3_700)
        try visitor.get("/")
        site.app.accounts.storeSessionUses(site.now)
    }
}
