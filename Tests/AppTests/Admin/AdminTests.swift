import Testing

@testable import App

/// The administration.
struct AdminTests {
    private let pages = ["/admin", "/admin/people", "/admin/people/mikko", "/admin/reports", "/admin/audit"]

    @Test func `administrator pages do not exist for anybody else`() throws {
        let site = try TestSite.demo()
        let keeper = try site.administrator()
        let aino = try site.member("aino_k")
        let visitor = Visitor(site)
        let missing = try aino.get("/no/such/page").page.plain
        for path in pages {
            try keeper.get(path).gets(200)
            try visitor.get(path).gets(404)
            #expect(try aino.get(path).gets(404).page.plain == missing)
            // A 405 would reveal that the path exists.
            try aino.post(path, [("csrf", aino.get("/friends").token)]).gets(404)
        }
        for route in site.app.routes where route.pattern == "/admin" || route.pattern.hasPrefix("/admin/") {
            #expect(route.access == .admin, "\(route.pattern)")
        }
        try aino.get("/you").seesNot("Administration")
        try keeper.get("/you").sees("Administration")
    }

    @Test func `a suspended person is signed out at once and invisible to everybody`() throws {
        let site = try TestSite.demo()
        let (keeper, mikko, aino) = (try site.administrator(), try site.member("mikko"), try site.member("aino_k"))
        let link = try InviteTests.make(mikko)
        try keeper.get("/admin/people/mikko").fill("reason", "Sends threats").submit("/admin/people/mikko/suspend")
            .isAt("/admin/people/mikko").sees("Suspended", "Sends threats", "keeper suspended mikko")
        try mikko.get("/friends").isAt("/login?next=/friends")
        try mikko.get("/login").fill("username", "mikko").fill("password", "wrong password").submit("/login").gets(422)
            .sees("Wrong username or password").seesNot("suspended")
        try mikko.fill("username", "mikko").fill("password", "demo-password").submit("/login").gets(422).sees(
            "This account is suspended")
        try mikko.get("/friends").isAt("/login?next=/friends")

        try aino.get("/people/mikko").gets(404)
        try aino.get("/friends?q=mik").sees("Nobody’s name starts")
        try aino.get("/friends").seesNot("mikko").get("/notes/new").seesNot("mikko").get(link).gets(404)
        try aino.get("/friends/order").seesNot("mikko").get("/people/leena").seesNot("mikko")
        try aino.post("/friends/requests", [("csrf", aino.token), ("user", "mikko")]).gets(422)
        try Visitor(site).get(link).gets(404)
        // Ville and Aino have no other mutual friend.
        try site.member("ville").get("/friends").seesNot("One friend in common", "1 friend in common")
        // The note that she found stays hers.
        try aino.get("/archive").sees("mikko")

        try keeper.get("/admin/people/mikko").submit("/admin/people/mikko/unsuspend").sees("can sign in again")
        try mikko.get("/login").fill("username", "mikko").fill("password", "demo-password").submit("/login").isAt("/")
        try aino.get("/friends").sees("mikko")
    }

    @Test func `notes of a suspended author cannot be found during the suspension`() throws {
        let site = try TestSite.demo()
        let (keeper, aino) = (try site.administrator(), try site.member("aino_k"))
        try keeper.get("/admin/people/jonas").submit("/admin/people/jonas/suspend")
        try aino.stand(at: DemoCast.Place.oodi.coordinate).sees(#""events":[]"#)
        try keeper.submit("/admin/people/jonas/unsuspend")
        try aino.stand(at: DemoCast.Place.oodi.coordinate).sees("note.found")
    }

    @Test func `administrators end sessions, and the audit log lists every action`() throws {
        let site = try TestSite.demo()
        let (keeper, mikko) = (try site.administrator(), try site.member("mikko"))
        try keeper.get("/admin/people/mikko").sees("1 session").submit("/admin/people/mikko/end-sessions").sees(
            "not signed in")
        try mikko.get("/friends").isAt("/login?next=/friends")
        try keeper.get("/admin/people/leena").submit("/admin/people/leena/suspend")
        // Suspending twice has the effect of once.
        let token = keeper.token
        try keeper.post("/admin/people/leena/suspend", [("csrf", token)]).gets(200)
        try keeper.post("/admin/people/leena/unsuspend", [("csrf", token)]).gets(200)
        try keeper.post("/admin/people/leena/unsuspend", [("csrf", token)]).gets(200)
        let lines = try keeper.get("/admin/audit").page.text.matches(of: #/class="row"/#).count
        #expect(lines == 4)
        keeper.sees(
            "command line made administrator keeper", "keeper signed out everywhere mikko", "let in again leena")
    }

    @Test func `every field refuses invalid input`() throws {
        let site = try TestSite.demo()
        let keeper = try site.administrator()
        let token = try keeper.get("/admin/people/mikko").token
        let long = String(repeating: "x", count: 501)
        try keeper.fill("reason", long).submit("/admin/people/mikko/suspend").gets(422).sees("500 characters at most")
        try keeper.get("/admin/people/mikko").seesNot("Suspended")
        for name in ["nobody_here", "%25", "x"] {
            for verb in ["suspend", "unsuspend", "end-sessions"] {
                try keeper.post("/admin/people/\(name)/\(verb)", [("csrf", token)]).gets(404)
            }
            try keeper.get("/admin/people/\(name)").gets(404)
        }
        try keeper.post("/admin/people/keeper/suspend", [("csrf", token)]).gets(422).sees("can’t be suspended")
        // The form only leads back to administrator pages.
        for next in ["//evil.example", "/logout", "https://evil.example/admin/"] {
            try keeper.post("/admin/people/mikko/end-sessions", [("csrf", token), ("next", next)]).isAt(
                "/admin/people/mikko")
        }
        try keeper.get("/admin/people?q=%25").sees("Nobody").get("/admin/people?q=MIK").sees("mikko")
        for cursor in ["x", "1-1", "-", "9223372036854775807-9223372036854775807"] {
            for page in ["people", "audit", "reports"] { try keeper.get("/admin/\(page)?after=\(cursor)").gets(200) }
        }
        try keeper.post("/admin/people/mikko/suspend", []).gets(403)
    }

    @Test func `a report is closed with a note, once`() throws {
        let site = try TestSite.demo()
        let (keeper, aino) = (try site.administrator(), try site.member("aino_k"))
        try aino.get("/people/ville").fill("reason", "Follows me <about>").submit("/people/ville/report")
        try keeper.get("/admin").sees("One open report")
        let close = try #require(keeper.get("/admin/reports").page.forms.first { $0.action.hasSuffix("/close") }).action
        try keeper.submit(close).gets(422).sees("Write what you did", "Follows me <about>")
        try keeper.fill("note", String(repeating: "x", count: 501)).submit(close).gets(422).sees("500 characters")
        try keeper.submit("/admin/people/ville/suspend").isAt("/admin/reports").sees("Suspended")
        try keeper.fill("note", "Talked to both").submit(close).sees("Report closed.", "No open reports")
        try keeper.get("/admin/reports?state=closed").sees("Talked to both", "Follows me")
        try keeper.post(close, [("csrf", keeper.token), ("note", "Once more")]).gets(200)
        try keeper.get("/admin/reports?state=closed").seesNot("Once more")
        try keeper.post(close, [("csrf", keeper.token), ("note", "")]).gets(422)
        for id in ["0", "1", "abc", "99999999999999999999"] {
            try keeper.post("/admin/reports/\(id)/close", [("csrf", keeper.token), ("note", "x")]).gets(404)
        }
        try keeper.get("/admin/people/ville").sees("Follows me <about>", "Talked to both", "closed a report on ville")
    }

    @Test func `an administrator's session ends after twelve hours`() throws {
        let site = try TestSite.demo()
        let (keeper, aino) = (try site.administrator(), try site.member("aino_k"))
        site.wait(seconds: 12 * 3_600 - 1)
        try keeper.get("/admin").gets(200)
        site.wait(seconds: 2)
        try keeper.get("/friends").isAt("/login?next=/friends")
        try aino.get("/friends").isAt("/friends")
    }

    @Test func `administrators see neither notes nor positions`() throws {
        let site = try TestSite.demo()
        let keeper = try site.administrator()
        let note = try #require(
            site.member("aino_k").get("/notes").page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        try keeper.get(note).gets(404).get("\(note)/card").gets(404)
        try keeper.get("/admin/people/aino_k").seesNot("60.1", "24.9", "mikko")
    }

    @Test func `the command creates an account or promotes one`() throws {
        let site = try TestSite.demo()
        let administrators = site.app.administrators
        #expect(try administrators.add("admin", email: "a@example.org", password: "long enough for me") == .made)
        #expect(try administrators.add("MIKKO", email: "a@example.org", password: "") == .promoted)
        #expect(try administrators.add("mikko", email: "a@example.org", password: "") == .promoted)
        #expect(try administrators.names() == ["admin", "mikko"])
        for (name, password) in [
            ("nameless", "short"), ("x", "long enough for me"), ("a b c d e", "long enough for me"),
        ] {
            #expect(throws: Administrators.Refusal.self) {
                _ = try administrators.add(name, email: "a@example.org", password: password)
            }
        }
        #expect(throws: Administrators.Refusal.self) {
            _ = try administrators.add("nameless", email: "nowhere", password: "long enough for me")
        }
        try site.member("mikko").get("/admin").gets(200)
        // An address from the command line counts as confirmed.
        let visitor = Visitor(site)
        try visitor.get("/login").fill("username", "A@example.org").fill("password", "long enough for me").submit(
            "/login"
        ).isAt("/")
    }
}
