import Database
import Proximity
import Testing

@testable import App

/// Circles: named lists of friends.
struct CircleTests {
    @Test func `a circle is made, listed, changed and deleted`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/friends")
        #expect(aino.page.links.contains("/friends/circles"))
        try aino.get("/friends/circles").sees("Rink crew", "3 friends", "Sunday swimmers", "2 friends")
        try aino.get("/friends/circles/new").fill("name", "  Quiz \t night ").add("member", "SOFIA").add(
            "member", "leena"
        )
        .submit("/friends/circles").isAt("/friends/circles").sees("Your circle is ready.", "Quiz night", "2 friends")
        #expect(
            try site.circles("aino_k") == [
                "Quiz night: leena sofia", "Rink crew: elias jonas mikko", "Sunday swimmers: leena sofia",
            ])
        let path = try aino.circle("Quiz night")
        #expect(aino.page.links.contains("/notes/new?circle=\(path.split(separator: "/")[2])"))
        try aino.get(path).sees("Edit circle")
        #expect(
            aino.page.forms.first { $0.action == "\(path)/edit" }?.fields.dropFirst().map { $0.value } == [
                "Quiz night", "leena", "sofia",
            ])
        try aino.fill("name", "Owls").fill("member", "noor_h").submit("\(path)/edit").isAt("/friends/circles").sees(
            "Saved.", "Owls")
        #expect(try site.circles("aino_k").contains("Owls: noor_h"))
        try aino.get(path).submit("\(path)/delete").isAt("/friends/circles").sees("Circle deleted.").seesNot("Owls")
        try aino.get(path).gets(404)
        for action in ["\(path)/edit", "\(path)/delete"] {
            try aino.post(action, [("csrf", aino.token), ("name", "x"), ("member", "mikko")]).gets(404)
        }
        for name in ["leena", "noor_h"] { try aino.get("/people/\(name)").sees("Your friend") }
    }

    @Test func `a deletion can be undone for a minute, unless the name is taken again`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let path = try aino.circle("Rink crew")
        try aino.get(path).submit("\(path)/delete").sees("Undo")
        site.wait(seconds: 59)
        site.sweep()
        try aino.submit("\(path)/restore").isAt("/friends/circles").sees(
            "Your circle is back.", "Rink crew", "3 friends")

        try aino.get(path).submit("\(path)/delete")
        try aino.make("rink CREW", ["leena"]).gets(200)
        try aino.post("\(path)/restore", [("csrf", aino.token)]).sees("can’t be undone")
        #expect(try site.circles("aino_k") == ["rink CREW: leena", "Sunday swimmers: leena sofia"])

        let other = try aino.circle("Sunday swimmers")
        try aino.get(other).submit("\(other)/delete")
        site.wait(seconds: 61)
        try aino.submit("\(other)/restore").sees("can’t be undone")
        site.wait(seconds: 301)
        site.sweep()
        #expect(try site.rows("circle") == 1 && site.rows("circle_member") == 1)
    }

    @Test func `a refused form keeps its fields and says what is wrong`() throws {
        let aino = try TestSite.demo().member("aino_k")
        let long = String(repeating: "x", count: 61)
        for (name, words) in [
            ("", "Give it a name."), (" \u{A0} ", "Give it a name."), (long, "60 characters at most"),
            ("a\u{202E}b", "can’t be shown"), ("a\u{200B}b", "can’t be shown"), ("\u{301}", "can’t be shown"),
            ("Rink crew", "already have a circle"), ("RÍNK  ćrew", "already have a circle"),
        ] {
            try aino.make(name, ["mikko", "sofia"]).gets(422).sees(words)
            let fields = try #require(aino.page.forms.first { $0.action == "/friends/circles" }).fields
            #expect(fields.filter { $0.name == "member" }.map { $0.value } == ["mikko", "sofia"])
        }
        #expect(aino.page.text.contains("value=\"RÍNK  ćrew\""))
        try aino.make("Rink crew", []).gets(422).sees("already have a circle", "Choose at least one friend.")
        try aino.make("Quiz night", []).gets(422).sees("Choose at least one friend.")
        #expect(aino.page.text.contains("value=\"Quiz night\""))
        for stranger in ["ville", "nobody_here", "aino_k", "x y", ""] {
            try aino.make("Quiz night", ["mikko", stranger]).gets(422).sees("is not among your friends")
        }
        // Names of sixty characters in any script; emoji; one's own name again.
        for name in [String(repeating: "x", count: 60), "🏒", "عائلة", "Zoe\u{308}"] {
            try aino.make(name, ["mikko"]).gets(200).sees("Your circle is ready.")
        }
        let path = try aino.circle("Rink crew")
        try aino.get(path).fill("name", "RINK CREW").submit("\(path)/edit").sees("Saved.")
        try aino.get(path).fill("name", "Sunday Swimmers").submit("\(path)/edit").gets(422)
            .sees("Edit circle", "already have")
    }

    @Test func `one person has fifty circles at most`() throws {
        let aino = try TestSite.demo().member("aino_k")
        for number in 3...50 { try aino.make("Circle \(number)", ["mikko"]).gets(200) }
        #expect(!aino.page.links.contains("/friends/circles/new"))
        aino.sees("50 circles")
        try aino.make("One more", ["mikko"]).gets(422).sees("You have 50 circles")
        // A deletion makes room; then it cannot be undone.
        let path = try aino.circle("Circle 7")
        try aino.get(path).submit("\(path)/delete")
        try aino.make("One more", ["mikko"]).gets(200)
        try aino.post("\(path)/restore", [("csrf", aino.token)]).sees("can’t be undone").seesNot("Circle 7")
        try aino.get(aino.circle("One more")).gets(200)
    }

    @Test func `a circle has room for fifty friends`() throws {
        let friends = (1...51).map { Person(id: ID(rawValue: $0), username: "friend\($0)") }
        let names = friends.map { $0.username }
        #expect(
            try CheckedCircle(CircleFields(name: "x", members: Array(names.prefix(50))), among: friends, besides: [])
                .members.count
                == 50)
        #expect(throws: ValidationErrors("member", "A circle has room for 50 friends.")) {
            try CheckedCircle(CircleFields(name: "x", members: names), among: friends, besides: [])
        }
    }

    @Test func `nobody else learns of a circle`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        let path = try aino.circle("Rink crew")
        try mikko.get("/friends/circles").sees("No circles yet").seesNot("Rink crew")
        let missing = "/friends/circles/123456789"
        for id in [path, missing, "/friends/circles/x", "/friends/circles/-1"] {
            try mikko.get(id).gets(404)
            for action in ["\(id)/edit", "\(id)/delete"] {
                try mikko.post(action, [("csrf", mikko.token), ("name", "x"), ("member", "aino_k")]).gets(404)
            }
        }
        try aino.get(path).submit("\(path)/delete")
        let answers = try [path, missing].map {
            try mikko.get("/friends").post("\($0)/restore", [("csrf", mikko.token)]).page.plain
        }
        #expect(answers[0] == answers[1])
        #expect(try site.circles("aino_k") == ["Sunday swimmers: leena sofia"])
        // The same name is free for everybody.
        try mikko.make("Sunday swimmers", ["leena"]).gets(200)
    }

    @Test func `without friends the pages lead to finding some`() throws {
        let site = try TestSite.demo()
        let newcomer = try site.newAccount("newcomer")
        for path in ["/friends/circles", "/friends/circles/new"] {
            try newcomer.get(path).gets(200).sees("A circle needs friends")
            #expect(!newcomer.page.forms.contains { $0.action == "/friends/circles" })
        }
        try newcomer.get("/friends")
        #expect(!newcomer.page.links.contains("/friends/circles"))
        try newcomer.post("/friends/circles", [("csrf", newcomer.token), ("name", "x"), ("member", "mikko")]).gets(422)
    }

    @Test func `a removal takes both out of each other's circles, and its undo puts them back`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        try mikko.make("Riddlers", ["aino_k", "leena"])
        try aino.get("/friends").submit("/friends/mikko/remove")
        #expect(try site.circles("aino_k").first == "Rink crew: elias jonas")
        #expect(try site.circles("mikko") == ["Riddlers: leena"])
        // Changing the circle meanwhile does not change that.
        let path = try aino.circle("Rink crew")
        try aino.get(path).seesNot("mikko").fill("member", "elias").submit("\(path)/edit")
        try aino.get("/friends").submit("/friends/mikko/restore").sees("friends again")
        #expect(try site.circles("aino_k").first == "Rink crew: elias mikko")
        #expect(try site.circles("mikko") == ["Riddlers: aino_k leena"])
        // After a new friendship nobody is back.
        try aino.get("/friends").submit("/friends/mikko/remove")
        try mikko.get("/people/aino_k").submit("/friends/requests")
        try aino.get("/people/mikko").submit(
            try #require(aino.page.forms.first { $0.action.hasSuffix("/accept") }).action)
        #expect(try site.circles("aino_k").first == "Rink crew: elias")
        #expect(try site.circles("mikko") == ["Riddlers: leena"])
        let id = try site.account("mikko")
        #expect(
            try site.app.site.database.read { try !$0.exists("SELECT 1 FROM circle_member WHERE friend_id = \(id)") })
    }

    @Test func `a block takes both out of each other's circles for good`() throws {
        let site = try TestSite.demo()
        let (aino, sofia) = (try site.member("aino_k"), try site.member("sofia"))
        try sofia.make("Bakers", ["aino_k"])
        try aino.get("/people/sofia").submit("/people/sofia/block")
        #expect(try site.circles("aino_k").last == "Sunday swimmers: leena")
        #expect(try site.circles("sofia") == ["Bakers: "])
        try sofia.get("/friends/circles").sees("Bakers", "Nobody in it now").seesNot("aino_k")
        #expect(!sofia.page.links.contains { $0.contains("circle=") })
        try aino.get("/friends/blocked").submit("/people/sofia/unblock").get("/people/sofia").submit(
            "/friends/requests")
        try sofia.get("/people/aino_k").submit(
            try #require(sofia.page.forms.first { $0.action.hasSuffix("/accept") }).action)
        #expect(try site.circles("aino_k").last == "Sunday swimmers: leena")
        #expect(try site.circles("sofia") == ["Bakers: "])
    }

    @Test func `a suspended friend is not shown and comes back, even after the circle was changed`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try site.suspend(site.account("jonas"))
        #expect(try site.circles("aino_k").first == "Rink crew: elias mikko")
        let path = try aino.circle("Rink crew")
        try aino.get("/friends/circles").sees("2 friends").get(path).seesNot("jonas")
        try aino.fill("name", "Rink gang").submit("\(path)/edit").sees("Saved.")
        try aino.make("Others", ["jonas"]).gets(422).sees("jonas is not among your friends.")
        try site.unsuspend(site.account("jonas"))
        #expect(try site.circles("aino_k").first == "Rink gang: elias jonas mikko")
    }

    @Test func `members stand in the order of the list of friends`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/friends/order").fill("up", "mikko").submit("/friends/order")
        try aino.fill("up", "mikko").submit("/friends/order")
        #expect(try site.circles("aino_k").first == "Rink crew: elias mikko jonas")
    }

    @Test func `circles are exported and deleted with the account`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        try mikko.make("Riddlers", ["aino_k", "leena"])
        try aino.get("/settings/export").fill("password", "demo-password").submit("/settings/export")
        site.app.runJobs([.long])
        let link = try #require(aino.get("/settings/export").page.links.first { $0.hasPrefix("/settings/export/") })
        let file = try #require(try ExportTests.unpacked(aino, link)["friends/circles.json"])
        for word in ["Rink crew", "Sunday swimmers", "\"mikko\"", "\"sofia\"", "\"made\""] {
            #expect(file.contains(word))
        }
        #expect(!file.contains("Riddlers"))
        try aino.get("/settings/delete").fill("password", "demo-password").submit("/settings/delete")
        site.sweep()
        #expect(try site.circles("mikko") == ["Riddlers: leena"])
        #expect(try site.rows("circle") == 1 && site.rows("circle_member") == 1)
    }
}

extension Visitor {
    /// Sends the form of a new circle.
    @discardableResult
    fileprivate func make(_ name: String, _ members: [String]) throws -> Visitor {
        try get("/friends/circles/new")
        return try post(
            "/friends/circles", [("csrf", token), ("name", name)] + members.map { (name: "member", value: $0) })
    }

    /// The page of a circle.
    fileprivate func circle(_ name: String) throws -> String {
        let page = try get("/friends/circles").page
        let links = page.text.matches(of: #/href="(/friends/circles/\d+)" aria-label="Edit ([^"]*)"/#)
        return String(try #require(links.first { $0.2 == name }).1)
    }
}

extension TestSite {
    /// A person's circles as other features get them: "Rink crew: jonas mikko".
    fileprivate func circles(_ name: String) throws -> [String] {
        let id = try account(name)
        return try app.site.database.read { try app.friends.circles($0, of: id) }
            .map { "\($0.name): \($0.members.map { $0.username }.joined(separator: " "))" }
    }

    /// How many rows a table has.
    fileprivate func rows(_ table: String) throws -> Int {
        try app.site.database.read { database in
            table == "circle"
                ? try database.value("SELECT count(*) FROM circle") ?? 0
                : try database.value("SELECT count(*) FROM circle_member") ?? 0
        }
    }
}
