import Testing

@testable import App
@testable import Database

struct FriendTests {
    private func requests(_ site: TestSite) throws -> Int? {
        try site.app.site.database.read { try $0.value("SELECT count(*) FROM friend_request") }
    }

    @Test func `a search needs three characters and ignores case`() throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.get("/friends?q=vi").sees("at least three characters")
        try aino.get("/friends?q=VIL").sees("ville", "Wants to be friends")
        try aino.get("/friends?q=mik").sees("Your friend")
        try aino.get("/friends?q=aino").sees("Nobody's name starts")
        try aino.get("/friends?q=%25il").sees("Nobody's name starts")
        try aino.get("/friends?q=%3Cscript%3E").sees("<script>")
    }

    @Test func `asking twice makes one request, and asking back accepts it`() throws {
        let site = try TestSite.demo()
        let noor = try site.member("noor_h")
        let before = try requests(site)
        for _ in 0..<2 {
            try noor.get("/friends").post("/friends/requests", [("csrf", noor.token), ("user", "ville")])
        }
        #expect(try requests(site) == (before ?? 0) + 1)
        try noor.post("/friends/requests", [("csrf", noor.token), ("user", "elias")]).sees("You and elias are friends")
        #expect(try requests(site) == before)
    }

    @Test func `one form asks several people and ignores the case of their names`() throws {
        let site = try TestSite.demo()
        let ville = try site.member("ville")
        try ville.get("/friends").post(
            "/friends/requests", [("csrf", ville.token), ("user", "SOFIA"), ("user", "elias")]
        )
        .sees("Friend requests sent to sofia and elias")
    }

    @Test func `a home page without waiting notes suggests a next step`() throws {
        let site = try TestSite.empty()
        let (anna, ben) = (try site.newAccount("anna_s"), try site.newAccount("ben_the_finder"))
        try anna.get("/").sees("Add your first friend")
        // Without street data the map is blank closer than this.
        #expect(anna.page.text.contains("data-zoom=\"9.0\""))
        try anna.get("/friends?q=ben").submit("/friends/requests").sees("Friend request sent to ben_the_finder")
        try anna.get("/").seesNot("Add your first friend")
        try ben.get("/").sees("anna_s wants to be friends").get("/friends")
        try ben.submit(#require(ben.page.forms.first { $0.action.hasSuffix("/accept") }).action)
        try ben.get("/").sees("You and anna_s are friends now")
        try anna.get("/").sees("You and ben_the_finder are friends now", "Leave them a note")
        // It goes once that is done, for who did it.
        try anna.leave("Hello", for: "ben_the_finder", at: DemoCast.Place.oodi.coordinate)
        try anna.get("/").seesNot("are friends now", "Add your first friend")
        try ben.get("/").sees("You and anna_s are friends now")
        let note = try #require(anna.get("/notes").page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        try anna.get(note).submit("\(note)/delete")
        try anna.get("/").sees("You and ben_the_finder are friends now")
        site.wait(seconds: 25 * 3600)
        try anna.get("/").seesNot("are friends now").seesNot("Add your first friend")
    }

    @Test func `a form cannot ask nobody, oneself or too many people`() throws {
        let aino = try TestSite.demo().member("aino_k")
        let token = try aino.get("/friends").token
        try aino.post("/friends/requests", [("csrf", token)]).gets(422).sees("Choose who to add")
        try aino.post("/friends/requests", [("csrf", token), ("user", "no_such_one")]).gets(422).sees(
            "Nobody here has that name")
        try aino.post("/friends/requests", [("csrf", token), ("user", "aino_k")]).gets(422).sees("That's you.")
        let many = [(name: "csrf", value: token)] + (0..<51).map { (name: "user", value: "name\($0)") }
        try aino.post("/friends/requests", many).gets(422)
    }

    @Test func `people who are known are asked, and names that are not are counted`() throws {
        let ville = try TestSite.demo().member("ville")
        let token = try ville.get("/friends").token
        let sofia = [(name: "csrf", value: token), (name: "user", value: "sofia")]
        let unknown = [(name: "user", value: "no_such_one"), (name: "user", value: "nor_this_one")]
        try ville.post("/friends/requests", sofia + unknown.prefix(1)).gets(200)
            .sees("Friend request sent to sofia. One name is unknown here.")
        try ville.post("/friends/requests", sofia + unknown).gets(200)
            .sees("2 names are unknown here.")
    }

    @Test func `every name in a form counts as a search and does not count for others`() throws {
        let site = try TestSite.demo()
        let ville = try site.member("ville")
        let token = try ville.get("/friends").token
        func ask(_ names: [String]) throws -> Int {
            let fields = [(name: "csrf", value: token)] + names.map { (name: "user", value: $0) }
            return try ville.post("/friends/requests", fields).page.status
        }
        #expect(try ask((0..<50).map { "nobody\($0)" }) == 422)
        // Ten of the sixty searches a minute are left: eleven names are refused before any look-up.
        let before = try requests(site)
        #expect(try ask(["elias"] + (0..<10).map { "nobody\($0)" }) == 429)
        #expect(ville.page.headers["retry-after"] == "60")
        // The same name in different case counts once.
        #expect(try ask(["sofia", "SOFIA", "Sofia"]) == 200)
        #expect(try requests(site) == (before ?? 0) + 1)
        for _ in 0..<9 { try ville.get("/friends?q=mik").gets(200) }
        try ville.get("/friends?q=mik").gets(429)
        try site.member("mikko").get("/friends?q=aino").gets(200)
        site.wait(seconds: 60)
        try ville.get("/friends?q=mik").gets(200)
    }

    @Test func `names are looked up outside the write, and a request without effect writes nothing`() throws {
        let site = try TestSite.demo()
        let ville = try site.member("ville")
        let token = try ville.get("/friends").token
        func fields(_ names: String...) -> [(name: String, value: String)] {
            [(name: "csrf", value: token)] + names.map { (name: "user", value: $0) }
        }
        try ville.post("/friends/requests", fields("sofia"))
        let before = site.app.site.database.commitCount
        try ville.post("/friends/requests", fields("nobody_here", "sofia")).gets(200).sees("One name is unknown here.")
        try ville.post("/friends/requests", fields("aino_k", "sofia")).sees("Friend requests sent to aino_k and sofia")
        // The two counters of the search limit, and nothing else.
        #expect(site.app.site.database.commitCount == before + 2)
    }

    @Test func `only the receiver can accept a request and only the sender can take it back`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/friends")
        let accept = try #require(aino.page.forms.first { $0.action.hasSuffix("/accept") }).action
        let base = accept.dropLast("accept".count)
        let ville = try site.member("ville")
        let token = try ville.get("/friends").token
        try ville.post(accept, [("csrf", token)]).gets(404)
        try ville.post(base + "decline", [("csrf", token)]).gets(404)
        let leena = try site.member("leena")
        try leena.post(base + "cancel", [("csrf", try leena.get("/friends").token)]).gets(404)
        try aino.post(base + "cancel", [("csrf", aino.token)]).gets(404)
        try aino.get("/friends").submit(base + "decline").seesNot("Friend requests")
        try aino.post(accept, [("csrf", aino.token)]).gets(404)
        for id in ["0", "-1", "abc", "99999999999999999999", "1%20"] {
            try aino.post("/friends/requests/\(id)/accept", [("csrf", aino.token)]).gets(404)
        }
    }

    @Test func `ending a friendship withdraws waiting notes in both directions and keeps found ones`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let sofia = try site.member("sofia")
        try aino.get("/friends").submit("/friends/sofia/remove").sees("no longer friends")
        try sofia.get("/friends").seesNot("aino_k")
        try aino.get("/notes").sees("Withdrawn")
        try sofia.stand(at: DemoCast.Place.ateneum.coordinate).sees(#""events":[]"#)
        try aino.get("/archive").sees("sofia")
        try aino.post("/friends/sofia/remove", [("csrf", aino.token)]).gets(404)
        try aino.post("/friends/nobody_here/remove", [("csrf", aino.token)]).gets(404)
    }
}
