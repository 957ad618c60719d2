import Database
import Proximity
import Testing

@testable import App

/// Searching chats.
struct ChatSearchTests {
    @Test func `people and messages are found by how their words begin, with a link to the message`() throws {
        let site = try TestSite.demo()
        try site.write("Meet me at the Löyly sauna", from: "mikko", to: "aino_k")
        try site.write("Nothing of the kind", from: "leena", to: "aino_k")
        let aino = try site.member("aino_k")
        try aino.get("/chats?q=LOYL").sees("Messages", "Meet me at the Löyly sauna").seesNot("People", "Nothing of")
        #expect(aino.page.text.contains("<mark>Löyly</mark> sauna"))
        #expect(aino.page.links.contains("/chats/mikko?before=26#message-1"))
        try aino.get("/chats?q=mik").sees("People").seesNot("Messages")
        try aino.get("/chats?q=sauna%20the").sees("Meet me")
        try aino.get("/chats?q=auna").sees("Nothing found")
        for search in ["%", "_", "!!", "\\", "'", "%%", "sauna kind", "\u{202E}x", "<b>"] {
            try aino.get("/chats?q=\(PathText.component(search))").gets(200).sees("Nothing found")
        }
        try site.member("sofia").get("/chats?q=sauna").sees("Nothing found")
    }

    @Test func `what was cleared or deleted, and what a blocked person wrote, is not found`() throws {
        let site = try TestSite.demo()
        let sent = try site.write("Marmalade", from: "mikko", to: "aino_k")
        let aino = try site.member("aino_k")
        try site.write("Marmalade too", from: "leena", to: "aino_k")
        let mikkos = try site.conversation("aino_k", "mikko")
        try site.app.site.database.write { try MessageWords.forget($0, sent.number, in: mikkos) }
        try aino.get("/chats?q=marm").sees("Marmalade too")
        #expect(!aino.page.links.contains { $0.hasPrefix("/chats/mikko?") })
        try aino.get("/people/leena").submit("/people/leena/block").get("/chats?q=marm").sees("Nothing found")
        try aino.post("/people/leena/unblock", [("csrf", aino.token)]).get("/chats?q=marm").sees("Marmalade too")
        try aino.press("clear", name: "leena")
        try aino.get("/chats?q=marm").sees("Nothing found")
    }

    @Test func `rare and common words are found alike, the newest first, within bounds`() throws {
        let site = try TestSite.demo()
        let aino = try site.account("aino_k")
        let leena = try site.account("leena")
        try site.write("Nightingale first", from: "mikko", to: "aino_k")
        try site.app.site.database.write { database in
            for number in 0..<1_100 {
                let text = number % 110 == 0 ? "Anemone \(number)" : "Nightingale \(number)"
                let message = NewMessage(content: .init(text: text), formKey: "w\(number)")
                try site.app.chats.send(database, message, to: "leena", from: aino, at: site.now + Double(number))
            }
        }
        site.wait(seconds: 2_000)
        try site.write("Nightingale last", from: "mikko", to: "aino_k")
        func found(_ words: String, _ member: ID<Account>) throws -> (texts: [String], isCut: Bool) {
            let viewer = Viewer(
                id: member, username: "x", session: ID(rawValue: 1), timeZone: .gmt, units: .metric, theme: .system,
                receipts: true, retentionHours: 24, isAdministrator: false, sharesArea: false)
            return try site.app.site.database.read { database in
                let places = try ChatQueries.list(
                    database, .all, of: viewer.id, limit: 100, today: site.app.chats.today(site.now), at: site.now
                ).chats.map {
                    MessageSearch.Place(
                        conversation: $0.conversation, lastNumber: $0.last.number, clearedNumber: $0.clearedNumber,
                        lastAt: $0.last.at)
                }
                let search = MessageSearch(words: SearchWords.searched(words), places: places, member: member)
                let found = try search.found(database)
                return (found.messages.map { $0.text }, found.isCut)
            }
        }
        #expect(try found("anem", aino).texts == (0..<10).reversed().map { "Anemone \($0 * 110)" })
        #expect(try found("anemone 110", leena).texts == ["Anemone 110"])
        let common = try found("nightin", aino)
        #expect(common.isCut && common.texts.count == 50)
        #expect(common.texts.prefix(2) == ["Nightingale last", "Nightingale 1099"])
        #expect(try found("nightingale anemone", aino).texts == [])
    }

    @Test func `an excerpt begins near the first word and marks what was searched for`() {
        let long = String(repeating: "on and ", count: 40)
        let excerpt = Excerpt("\(long)the bench, a Benchmarks \(long)", ["bench"])
        #expect(excerpt.pieces.first?.text == "…")
        #expect(excerpt.pieces.filter { $0.isMarked }.map { $0.text } == ["bench", "Benchmarks"])
        #expect(Excerpt("海の音", ["音"]).pieces.map { $0.text } == ["海の", "音"])
        #expect(Excerpt("Nothing", ["x"]).pieces == [.init(text: "Nothing", isMarked: false)])
        let signs = (0..<600).compactMap { Unicode.Scalar(0x4E00 + $0).map(String.init) }.joined()
        #expect(SearchWords.words(signs).count == 600 && SearchWords.words(signs, most: 500).count == 500)
    }
}
