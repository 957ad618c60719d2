import Database
import Foundation
import HTTP
import Testing

@testable import App

/// A photo's page: comments, reactions, its end, and who may know of it.
struct MomentPageTests {
    private static let day = "2026-11-10"
    private let site: TestSite
    private let id: ID<Moment>
    private let aino: Visitor
    private let mikko: Visitor

    private var path: String { DailyPaths.moment(id) }

    init() throws {
        site = try TestSite.demo()
        id = try site.addPhoto("aino_k", on: MomentPageTests.day, caption: "Caught the 3.")
        (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
    }

    @discardableResult
    private func comment(_ visitor: Visitor, _ text: String, key: String = "k") throws -> Visitor {
        try visitor.get(path).post(
            DailyPaths.comments(id), [("csrf", visitor.token), ("text", text), ("key", key)])
    }

    @discardableResult
    private func react(_ visitor: Visitor, _ emoji: String) throws -> Visitor {
        try visitor.post(DailyPaths.reactions(id), [("csrf", visitor.token), ("emoji", emoji)])
    }

    private func counts(_ name: String) throws -> MomentCounts {
        let account = try site.account(name)
        return try site.app.site.database.read {
            try MomentQueries.counts($0, of: [id], to: account)[id] ?? MomentCounts()
        }
    }

    @Test func `a comment is read by those who see the photo, once, and its author is told`() throws {
        try comment(mikko, "Which one?").isAt(path).sees("Which one?")
        try comment(mikko, "Which one?")
        #expect(try counts("aino_k").comments == 1)
        try aino.get("/notices").sees("mikko commented on your photo of the day").seesNot("Which one?")
        try aino.get(path).sees("Caught the 3.", "Which one?")
        let author = try site.account("aino_k")
        let unread = try site.app.site.database.read {
            try site.app.notices.unread($0, Daily.commented, of: author)
        }
        #expect(unread.isEmpty)
        try mikko.get("/notices").seesNot("commented on your photo")
    }

    @Test(arguments: ["", " \n", String(repeating: "é", count: 1_001)])
    func `a comment has one to a thousand characters`(text: String) throws {
        try comment(mikko, text).gets(422)
        #expect(try counts("aino_k").comments == 0)
        try comment(mikko, String(repeating: "é", count: 1_000)).gets(200)
    }

    @Test func `who wrote a comment and whose photo it is may delete it, nobody else`() throws {
        for (deleter, status) in [("leena", 404), ("mikko", 200), ("aino_k", 200)] {
            try comment(mikko, "Which one?", key: deleter)
            let form = try #require(
                aino.get(path).page.forms.first { $0.action.hasSuffix("/delete") && $0.action.contains("/comments/") })
            let visitor = try site.member(deleter).get("/you")
            try visitor.post(form.action, [("csrf", visitor.token)]).gets(status)
            #expect(try counts("aino_k").comments == (status == 404 ? 1 : 0))
            if status == 404 { try aino.get(path).post(form.action, [("csrf", aino.token)]) }
        }
        try aino.get("/notices").seesNot("commented on your photo")
    }

    @Test func `comments are shown twenty at a time, the newest at first`() throws {
        for number in 1...23 { try comment(mikko, "word\(number).", key: "\(number)") }
        try aino.get(path).sees("word23.", "word4.").seesNot("word3.")
        let earlier = try #require(aino.page.links.first { $0.contains("?after=") })
        try aino.get(earlier).sees("word3.", "word1.").seesNot("word4.")
    }

    @Test func `the same emoji again takes a reaction back`() throws {
        try react(mikko.get(path), "🔥").isAt(path)
        try react(mikko, "❤️")
        #expect(mikko.page.text.contains("aria-pressed=\"true\""))
        #expect(try counts("aino_k").reactions == 2)
        try aino.get("/notices").sees("mikko reacted to your photo of the day").seesNot("🔥")
        try react(mikko, "🔥")
        #expect(try counts("aino_k").reactions == 1)
        for word in ["", "x", "🔥🔥", "1"] { try react(mikko, word).gets(422).sees("Choose one emoji.") }
        #expect(try counts("aino_k").reactions == 1)
        for emoji in ["😂", "😮", "😢", "👏", "🎉"] { try react(mikko, emoji).gets(200) }
        try react(mikko, "🐟").gets(422).sees("enough")
        #expect(try counts("aino_k").reactions == 6)
    }

    @Test func `one emoji in two spellings is one reaction`() throws {
        let (one, other) = ("\u{2764}\u{200D}\u{1F525}", "\u{2764}\u{FE0F}\u{200D}\u{1F525}")
        try react(mikko.get(path), one).isAt(path)
        try react(aino.get(path), other).isAt(path)
        let account = try site.account("aino_k")
        let seen = try site.app.site.database.read { try MomentQueries.reactions($0, on: id, to: account) }
        #expect(seen.map { $0.emoji } == [other, other])
        try react(mikko, other)
        #expect(try counts("aino_k").reactions == 1)
    }

    @Test func `forty people at once are counted exactly`() throws {
        let people = try (0..<40).map { number in
            let client = try #require(ClientAddress("10.0.0.\(number + 1)"))
            let visitor = try site.newAccount("fan_\(number)", from: client).get("/you")
            let account = try site.account("fan_\(number)")
            try site.app.site.database.write { database in
                let aino: ID<Account>? = try database.value("SELECT id FROM account WHERE username = 'aino_k'")
                for (one, other) in [(account, aino), (aino, account)] {
                    try database.execute(
                        """
                        INSERT INTO friendship (account_id, friend_id, created_at)
                        VALUES (\(one), \(other), \(site.now))
                        """)
                }
            }
            return visitor
        }
        // Each person alone uses their visitor.
        nonisolated(unsafe) let all = people
        let path = DailyPaths.reactions(id)
        DispatchQueue.concurrentPerform(iterations: all.count) { number in
            _ = try? all[number].post(path, [("csrf", all[number].token), ("emoji", "🔥")])
        }
        #expect(try counts("aino_k").reactions == 40)
        try aino.get(path)
        #expect(aino.page.text.contains("<b aria-hidden=\"true\">40</b>"))
    }

    @Test func `a deleted photo is gone for all, and comes back by Undo`() throws {
        try comment(mikko, "Which one?")
        try aino.get(path).post(DailyPaths.delete(id), [("csrf", aino.token)]).isAt("/calendar").sees("Undo")
        try mikko.get(path).gets(404)
        try aino.get(path).gets(404)
        try aino.get("/notices").seesNot("commented on your photo")
        try mikko.get("/you").post(DailyPaths.restore(id), [("csrf", mikko.token)]).isAt("/calendar")
            .sees("undone any more")
        try aino.get("/you").post(DailyPaths.restore(id), [("csrf", aino.token)]).isAt(path)
        try mikko.get(path).sees("Which one?")
        try aino.post(DailyPaths.delete(id), [("csrf", aino.token)])
        site.wait(seconds: Flash.undoTime + 1)
        try aino.get("/you").post(DailyPaths.restore(id), [("csrf", aino.token)]).isAt("/calendar")
            .sees("undone any more")
        site.wait(seconds: 300)
        site.sweep()
        let rows: Int? = try site.app.site.database.read {
            try $0.value(
                "SELECT (SELECT count(*) FROM moment) + (SELECT count(*) FROM moment_comment)")
        }
        #expect(rows == 0)
    }

    @Test func `another photo of the day ends the way back of the first`() throws {
        try aino.get(path).post(DailyPaths.delete(id), [("csrf", aino.token)])
        let second = try site.addPhoto("aino_k", on: MomentPageTests.day, again: "2")
        try aino.get("/you").post(DailyPaths.restore(id), [("csrf", aino.token)]).isAt("/calendar")
            .sees("another photo of that day")
        try mikko.get(DailyPaths.moment(second)).gets(200)
        try mikko.get(path).gets(404)
    }

    @Test func `whoever may not see a photo gets the answers for one that is none`() throws {
        try comment(mikko, "Which one?")
        let comment: Int64? = try site.app.site.database.read { try $0.value("SELECT id FROM moment_comment") }
        let stranger = try site.newAccount("stranger").get("/you")
        func answers(_ moment: String) throws -> [String] {
            let page = "/moments/\(moment)"
            let gets: [Page] = try [page, "\(page)/card", "\(page)/comments"].map { path in
                try stranger.get(path).page
            }
            let ends = [
                "/delete", "/report", "/comments", "/comments/\(comment ?? 0)/delete",
                "/comments/\(comment ?? 0)/report", "/reactions",
            ]
            let fields = [("csrf", stranger.token), ("text", "x"), ("reason", "x"), ("emoji", "🔥")]
            let posts: [Page] = try ends.map { end in try stranger.post(page + end, fields).page }
            return (gets + posts).map { "\($0.status) \($0.plain)" }
        }
        let (real, none) = (try answers("\(id)"), try answers("1234567890123"))
        #expect(real == none && real.allSatisfy { $0.hasPrefix("404") })
        try aino.get("/people/mikko").submit("/people/mikko/block")
        try mikko.get(path).gets(404)
        #expect(try counts("aino_k") == MomentCounts())
    }
}
