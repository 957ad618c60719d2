import Testing

@testable import App

/// Limits on wrong passwords.
struct ThrottleTests {
    private func attempt(_ visitor: Visitor, name: String, password: String) throws -> Int {
        try visitor.get("/login").fill("username", name).fill("password", password).submit("/login").page.status
    }

    @Test func `after ten wrong passwords logins must wait, each time twice as long`() throws {
        let site = try TestSite.demo()
        let visitor = Visitor(site)
        for _ in 0..<10 { #expect(try attempt(visitor, name: "aino_k", password: "wrong") == 422) }
        #expect(try attempt(visitor, name: "aino_k", password: "demo-password") == 429)
        #expect(visitor.page.headers["retry-after"] == "30")
        site.wait(seconds: 31)
        #expect(try attempt(visitor, name: "aino_k", password: "wrong") == 422)
        #expect(try attempt(visitor, name: "aino_k", password: "wrong") == 429)
        #expect(visitor.page.headers["retry-after"] == "60")
        site.wait(seconds: 3_600)
        #expect(try attempt(visitor, name: "aino_k", password: "demo-password") == 200)
    }

    @Test func `an unknown name is limited like any other`() throws {
        let site = try TestSite.demo()
        let visitor = Visitor(site)
        for _ in 0..<10 { #expect(try attempt(visitor, name: "nobody_here", password: "wrong") == 422) }
        #expect(try attempt(visitor, name: "nobody_here", password: "wrong") == 429)
    }

    @Test func `others cannot lock out a browser that signed in before`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/you").submit("/logout")
        let stranger = Visitor(site)
        for _ in 0..<10 { _ = try attempt(stranger, name: "aino_k", password: "wrong") }
        #expect(try attempt(Visitor(site), name: "aino_k", password: "demo-password") == 429)
        #expect(try attempt(aino, name: "aino_k", password: "demo-password") == 200)
    }

    @Test func `a password that is asked for again is counted too`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        for number in 0...10 {
            try aino.get("/settings/password").fill("current_password", "wrong").fill("password", "another one for me")
                .fill("password_confirmation", "another one for me").submit("/settings/password")
                .gets(number < 10 ? 422 : 429)
        }
    }

    @Test func `a pause is visible only to its owner and ends by itself`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/you").fill("minutes", "60").submit("/settings/pause").sees("Paused until 15:00")
        try aino.stand(at: DemoCast.Place.oodi.coordinate).sees("note.found")
        let account = try site.account("aino_k")
        let kept = try site.app.site.database.read {
            try $0.value("SELECT count(*) FROM position WHERE account_id = \(account)", as: Int.self)
        }
        #expect(kept == 0)
        site.wait(seconds: 3_601)
        try aino.get("/archive").seesNot("Paused until")
        try aino.get("/you").fill("minutes", "480").submit("/settings/pause").submit("/settings/pause").sees(
            "Pause ended.")
        for minutes in ["-1", "x", "10081", ""] {
            try aino.post("/settings/pause", [("csrf", aino.token), ("minutes", minutes)]).gets(422)
        }
    }
}
