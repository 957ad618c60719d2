import Database
import Foundation
import HTTP
import Proximity
import Testing

@testable import App

extension TestSite {
    /// Tells somebody of a friend request by each of these people, one a second.
    func tellOfRequests(by names: [String], to account: ID<Account>) throws {
        for name in names {
            let asker = try self.account(name)
            try addRequest(from: asker, to: account)
            try app.site.database.write {
                try app.friends.tellOfRequest($0, from: asker, to: account, now)
            }
            wait(seconds: 1)
        }
    }

    /// What the streams of a person would carry, one JSON text per event of theirs.
    func eventTexts(_ account: ID<Account>) throws -> [String] {
        try app.site.database.read { database in
            let subjects: [Int64] = try database.all(
                "SELECT subject FROM event WHERE account_id = \(account) AND name = 'notice' ORDER BY sequence"
            ) { try $0["subject"] }
            let texts = try app.notices.eventData(database, of: subjects, for: account, now)
            return subjects.compactMap { texts[$0] }
        }
    }
}

extension Visitor {
    /// The number that the bell shows.
    var bell: Int? { page.text.firstMatch(of: #/data-unread="(\d+)"/#).flatMap { Int($0.1) } }

    /// The ids of the unread notices on the page.
    var unreadIDs: [String] {
        page.forms.filter { $0.action == "/notices/read" }.flatMap { $0.fields }.filter { $0.name == "id" }
            .map { $0.value }
    }
}

/// The page of notices and its bell.
struct NoticeInboxTests {
    @Test func `looking at the list marks nothing, opening a notice marks it and leads on`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/notices").sees("Notices", "ville wants to be friends", "Mark all read")
        let (before, ids) = (try #require(aino.bell), aino.unreadIDs)
        #expect(before == ids.count && before >= 2)
        try aino.get("/notices")
        #expect(aino.unreadIDs == ids)
        let asked = try #require(aino.page.forms.first { $0.text.contains("ville wants") })
        try aino.post("/notices/read", asked.fields).isAt("/friends")
        #expect(aino.bell == before - 1)
        // From then on it is a link.
        try aino.get("/notices").sees("ville wants to be friends")
        #expect(aino.unreadIDs.count == before - 1 && aino.page.links.contains("/friends"))
    }

    @Test func `all are marked at once, and several lead back to the list`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let token = (name: "csrf", value: try aino.get("/notices").token)
        let ids = aino.unreadIDs.map { (name: "id", value: $0) }
        try aino.post("/notices/read", [token] + ids).isAt("/notices")
        #expect(aino.bell == 0 && aino.unreadIDs.isEmpty)
        aino.seesNot("Mark all read")
        _ = try site.administrator("keeper")
        try site.tellOfRequests(by: ["keeper"], to: site.account("aino_k"))
        try aino.get("/notices").sees("keeper wants to be friends")
        #expect(aino.bell == 1)
        let all = try #require(aino.page.forms.first { $0.names.contains("all") })
        try aino.post("/notices/read", all.fields).isAt("/notices")
        #expect(aino.bell == 0)
    }

    @Test(arguments: ["", "x", "-1", "9223372036854775808", "99999999999999999999999", "1e3", "１", "0"])
    func `an id that is none changes nothing`(id: String) throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let before = try #require(aino.get("/notices").bell)
        try aino.post("/notices/read", [("csrf", aino.token), ("id", id)]).gets(200).isAt("/notices")
        let many = (0..<2_000).map { _ in (name: "id", value: id) }
        try aino.post("/notices/read", [("csrf", aino.token)] + many)
        try aino.get("/notices?after=\(PathText.component(id))").gets(200)
        try aino.get("/notices").gets(200)
        #expect(aino.bell == before)
    }

    @Test(arguments: ["", "0", "all", "11"])
    func `all are marked by the known value alone`(value: String) throws {
        let aino = try TestSite.demo().member("aino_k")
        let before = try #require(aino.get("/notices").bell)
        let fields = [("csrf", aino.token), ("all", value), ("id", try #require(aino.unreadIDs.first))]
        try aino.post("/notices/read", fields.map { (name: $0.0, value: $0.1) }).gets(422)
            .sees("We don’t know that choice.")
        #expect(try aino.get("/notices").bell == before)
    }

    @Test func `somebody else's notice is neither marked nor followed`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        let id = try #require(aino.get("/notices").unreadIDs.first)
        let before = aino.bell
        try mikko.get("/notices").post("/notices/read", [("csrf", mikko.token), ("id", id)]).isAt("/notices")
        #expect(try aino.get("/notices").bell == before)
        #expect(aino.unreadIDs.contains(id))
    }

    @Test func `the address to go on to never comes from the form`() throws {
        let aino = try TestSite.demo().member("aino_k")
        let id = try #require(aino.get("/notices").unreadIDs.first)
        let fields = [
            ("csrf", aino.token), ("id", id), ("path", "/evil"), ("url", "//evil.example"), ("next", "/evil"),
        ]
        try aino.post("/notices/read", fields.map { (name: $0.0, value: $0.1) }).gets(200)
        #expect(!aino.page.path.contains("evil"))
    }

    @Test func `a list of many has pages without gaps, and the bell counts to 99`() throws {
        let site = try TestSite.demo()
        let (aino, id) = (try site.member("aino_k"), try site.account("aino_k"))
        try aino.get("/notices").post("/notices/read", [("csrf", aino.token), ("all", "1")])
        let names = (0..<120).map { "asker_\($0)" }
        for name in names { _ = try site.app.administrators.add(name, email: "\(name)@x.org", password: "long enough") }
        try site.tellOfRequests(by: names, to: id)
        try aino.get("/notices").sees("asker_119 wants", "asker_70 wants").seesNot("asker_69 wants")
        #expect(aino.page.text.contains("Notices, 99+ unread") && aino.bell == Notices.counted)
        var seen: [String] = []
        while true {
            seen += aino.page.text.matches(of: #/(asker_\d+) wants/#).map { String($0.1) }
            guard let older = aino.page.links.first(where: { $0.contains("after=") }) else { break }
            try aino.get(older)
        }
        #expect(seen == names.reversed())
        #expect(!aino.page.text.contains("data-notices"), "only the newest page renews itself")
        // Half of them are suspended: the pages are as full as before.
        for name in names where name.hasSuffix("5") || name.hasSuffix("7") { try site.suspend(site.account(name)) }
        try aino.get("/notices")
        #expect(aino.unreadIDs.count == Notices.pageSize)
        #expect(aino.bell == 96)
    }

    @Test func `days are those of the reader's zone`() throws {
        let site = try TestSite.demo()
        let (aino, id) = (try site.member("aino_k"), try site.account("aino_k"))
        for name in ["first_one", "second_one", "third_one"] {
            _ = try site.app.administrators.add(name, email: "\(name)@x.org", password: "long enough")
        }
        try site.tellOfRequests(by: ["first_one"], to: id)
        site.wait(seconds: 9 * 3_600)
        try site.tellOfRequests(by: ["second_one"], to: id)
        site.wait(seconds: 2 * 3_600)
        // Sunday, one o'clock at night in Helsinki.
        try site.tellOfRequests(by: ["third_one"], to: id)
        try aino.get("/notices")
        let days = aino.page.text.matches(of: #/<h2>([^<]+)</h2>/#).map { String($0.1) }
        #expect(Array(days.prefix(2)) == ["Today", "Yesterday"])
        aino.sees("third_one wants to be friends just now", "second_one wants to be friends at night")
        aino.sees("first_one wants to be friends in the afternoon")
        site.wait(seconds: 3 * 86_400)
        try aino.get("/notices").sees("Saturday", "Sunday")
        #expect(!aino.page.text.contains("<h2>Today</h2>"))
    }

    @Test func `a notice is kept for 90 days and goes with the account`() throws {
        let site = try TestSite.demo()
        let id = try site.account("aino_k")
        func count() throws -> Int { try site.app.site.database.read { try NoticeQueries.count($0, of: id) } }
        #expect(try count() >= 4)
        site.wait(seconds: Notices.kept - 4 * 3_600)
        site.sweep()
        #expect(try count() >= 1)
        try site.member("aino_k").get("/settings/delete").fill("password", "demo-password").submit("/settings/delete")
        #expect(try count() == 0)
    }

    @Test func `pages without the database's notices still render`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try site.app.site.database.write { try $0.execute("ALTER TABLE notice RENAME TO lost") }
        try aino.get("/friends").gets(200)
        #expect(aino.bell == 0)
        try aino.get("/no-such-page").gets(404).sees("Page not found")
    }

    @Test func `visitors have no bell`() throws {
        let visitor = Visitor(try TestSite.demo())
        try visitor.get("/login")
        #expect(visitor.bell == nil)
        try visitor.get("/notices").isAt("/login?next=/notices")
    }
}
