import Database
import HTTP
import Proximity
import Testing

@testable import App

/// A block takes no protection away: whoever blocks can still report, and whoever is blocked learns nothing by trying.
struct BlockReportTests {
    private let site: TestSite
    private let aino: Visitor
    private let mikko: Visitor
    private let keeper: Visitor

    init() throws {
        site = try TestSite.demo()
        (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        keeper = try site.administrator()
    }

    /// Blocks by the page's form; the clock goes on, so that later is later.
    private func block(_ visitor: Visitor, _ name: String) throws {
        try visitor.get("/people/\(name)").submit("/people/\(name)/block")
        site.wait(seconds: 1)
    }

    /// Sends a report, and expects the answer's own status.
    private func report(_ visitor: Visitor, _ path: String, _ reason: String = "He follows me") throws -> Int {
        try visitor.get("/you").ask(.post, path, form: [("reason", reason)]).status.rawValue
    }

    @Test func `whoever has blocked somebody reports them from the list of blocked people`() throws {
        try block(aino, "mikko")
        let path = "/people/mikko/report"
        try aino.get("/friends/blocked")
        #expect(aino.page.links.contains(path))
        try aino.get(path).gets(200).sees("Report mikko", "won't be told").submit(path).gets(422)
            .sees("Say what happened.", "Report mikko")
        try aino.fill("reason", "x").fill("about", "weather").submit(path).gets(422).sees("Choose one from the list")
        try aino.fill("reason", "He follows me").fill("about", "request").submit(path).isAt("/friends/blocked")
            .sees("Thank you")
        try keeper.get("/admin/reports").sees("He follows me", "A friend request", "From aino_k", "mikko")
        #expect(try report(aino, path, "Again") == 303)
        try keeper.get("/admin/reports").sees("Again")
    }

    @Test func `whoever is blocked gets the answers for somebody who does not exist`() throws {
        try block(aino, "mikko")
        let answers = try ["aino_k", "no_such"].map { name -> [String] in
            try mikko.get("/you")
            let path = "/people/\(name)/report"
            let pages = [
                try mikko.get(path).page, try mikko.post(path, [("csrf", mikko.token), ("reason", "x")]).page,
            ]
            return pages.map { "\($0.status) \($0.plain)" }
        }
        #expect(answers[0] == answers[1] && answers[0].allSatisfy { $0.hasPrefix("404") })
        try keeper.get("/admin/reports").sees("No open reports")
    }

    @Test func `of two who blocked each other both report, and the form of others is on their page`() throws {
        try block(aino, "mikko")
        let ids = (try site.account("mikko"), try site.account("aino_k"))
        try site.app.site.database.write { try FriendQueries.block($0, ids.0, ids.1, site.now) }
        #expect(try report(aino, "/people/mikko/report") == 303)
        #expect(try report(mikko, "/people/aino_k/report") == 303)
        try keeper.get("/admin/reports").sees("From aino_k", "From mikko")
        try aino.get("/people/jonas/report").isAt("/people/jonas").gets(200)
        try aino.get("/people/aino_k/report").gets(404).get("/people/nobody_here/report").gets(404)
    }

    @Test func `a message of a chat is reported after a block by who blocked, not by who is blocked`() throws {
        let (rude, own) = (
            try site.say("Rude words", from: "mikko", to: "aino_k"), try site.say("Mine", from: "aino_k", to: "mikko")
        )
        try block(aino, "mikko")
        let path = "/chats/mikko/messages/\(rude.id)/report"
        try aino.get(path).gets(200).sees("Rude words").submit(path).gets(422).sees("Say what happened.", "Rude words")
        #expect(aino.page.links.contains("/friends/blocked") && !aino.page.links.contains("/chats/mikko"))
        #expect(try report(aino, path) == 303)
        try keeper.get("/admin/reports").sees("A message", "mikko: Rude words")
        #expect(try report(aino, "/chats/mikko/messages/\(own.id)/report") == 404)
        #expect(try report(aino, "/chats/jonas/messages/\(rude.id)/report") == 404)
        #expect(try report(mikko, "/chats/aino_k/messages/\(own.id)/report") == 404)
        try mikko.get("/chats/aino_k/messages/\(own.id)/report").gets(404)
        try aino.get("/chats/mikko").gets(404)
    }

    @Test func `a group's message is reported after a block by who read it before, with what they read before it`()
        throws
    {
        let id = try site.makeGroup("Rude name", by: "mikko")
        for name in ["aino_k", "leena"] { try site.join(id, try site.account(name)) }
        func say(_ text: String, _ name: String) throws -> String {
            GroupPaths.chat(id).report(try site.write(text, into: id, from: try site.account(name)))
        }
        let own = try say("By who blocks", "aino_k")
        _ = try say("An earlier one", "mikko")
        let rude = try say("Rude words", "mikko")
        try block(aino, "mikko")
        let later = try say("Said later", "mikko")
        try aino.get(rude).gets(200).sees("Rude words")
        #expect(try report(aino, rude) == 303)
        try keeper.get("/admin/reports").sees("A message in a group", "mikko: An earlier one", "mikko: Rude words")
            .seesNot("Said later")
        #expect(try report(aino, later) == 404)
        #expect(try report(mikko, own) == 404)
        #expect(try report(aino, GroupPaths.report(id), "The name is rude") == 303)
        try keeper.get("/admin/reports").sees("The name of a group", "The name is rude")
    }

    @Test func `what was hidden by the other's block before one's own stays unknown`() throws {
        let id = try site.makeGroup(by: "leena")
        for name in ["aino_k", "mikko"] { try site.join(id, try site.account(name)) }
        try block(mikko, "aino_k")
        let hidden = GroupPaths.chat(id).report(
            try site.write("Never read", into: id, from: try site.account("mikko")))
        site.wait(seconds: 1)
        let ids = (try site.account("aino_k"), try site.account("mikko"))
        try site.app.site.database.write { try FriendQueries.block($0, ids.0, ids.1, site.now) }
        #expect(try report(aino, hidden) == 404)
        try aino.get(hidden).gets(404)
    }

    @Test func `a comment is reported after a block by who read it, not by who is blocked`() throws {
        let id = try site.addPhoto("leena", on: "2026-11-10")
        func comment(_ visitor: Visitor, _ text: String) throws -> String {
            try visitor.get(DailyPaths.moment(id)).post(
                DailyPaths.comments(id), [("csrf", visitor.token), ("text", text), ("key", text)]
            ).gets(200)
            let found: Int64? = try site.app.site.database.read {
                try $0.value("SELECT id FROM moment_comment WHERE text = \(text)")
            }
            return DailyPaths.reportComment(id, ID(rawValue: try #require(found)))
        }
        let own = try comment(aino, "By who blocks")
        let rude = try comment(mikko, "Rude words")
        try block(aino, "mikko")
        let later = try comment(mikko, "Said later")
        try aino.get(DailyPaths.moment(id)).seesNot("Rude words")
        #expect(try report(aino, rude, "") == 422)
        #expect(try report(aino, rude) == 303)
        try keeper.get("/admin/reports").sees("A comment on a photo of the day", "Rude words", "From aino_k")
        #expect(try report(aino, later) == 404)
        #expect(try report(mikko, own) == 404)
    }

    @Test func `a note that was found is reported after a block by who found it`() throws {
        let place = DemoCast.Place.hakaniemi.coordinate
        let (note, finder) = (try site.leave("rude", for: "mikko", at: place), try site.account("mikko"))
        try site.app.site.database.write {
            try NoteQueries.setFound($0, note, at: place, by: finder, site.now, isTyped: false)
        }
        try block(mikko, "aino_k")
        #expect(try report(mikko, NotePaths.report(note), "A rude note") == 303)
        try keeper.get("/admin/reports").sees("A note", "A rude note", "From mikko")
    }
}
