import Database
import HTTP
import Synchronization
import Testing

@testable import App

/// Strangers cannot lock anybody out, and probing reveals nothing.
struct LockOutTests {
    private func status(_ site: TestSite, _ name: String, password: String, from client: String? = nil) throws -> Int {
        try site.signIn(name, password, from: client).page.status
    }

    @Test func `wrong passwords of strangers do not stop the owner from changing, exporting or deleting`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        for _ in 0..<10 { #expect(try status(site, "aino_k", password: "wrong") == 422) }
        #expect(try status(site, "aino_k", password: "demo-password") == 429)
        try aino.get("/settings/export").fill("password", "demo-password").submit("/settings/export").gets(200)
            .isAt("/settings/export")
        try aino.get("/settings/password").fill("password_for_email", "demo-password").fill("email", "new@example.org")
            .submit("/settings/email").gets(200)
        try aino.get("/settings/password").fill("current_password", "demo-password")
            .fill("password", "a new one for me").fill("password_confirmation", "a new one for me")
            .submit("/settings/password").isAt("/settings")
        try aino.get("/settings/delete").fill("password", "a new one for me").submit("/settings/delete").isAt("/")
            .sees("Your account is deleted.")
    }

    @Test func `passwords that are asked for again are counted by session`() throws {
        let site = try TestSite.demo()
        let (thief, owner) = (try site.member("aino_k"), try site.member("aino_k"))
        for attempt in 0...10 {
            try thief.get("/settings/delete").fill("password", "wrong").submit("/settings/delete")
                .gets(attempt < 10 ? 422 : 429)
        }
        try owner.get("/settings/delete").fill("password", "demo-password").submit("/settings/delete").isAt("/")
    }

    @Test func `later sign-ups with an address do not take its reset mail away`() throws {
        let site = try TestSite.empty()
        _ = try site.signUp("victim", email: "paula@example.com")
        for number in 1...24 {
            _ = try site.signUp("thief\(number)", email: "paula@example.com", from: "192.0.2.\(number)")
        }
        _ = try site.mails()
        try Visitor(site).get("/password/forgot").fill("email", "paula@example.com").submit("/password/forgot")
        let mails = try site.mails().filter { $0.contains("/password/reset") }
        let mail = try #require(mails.first)
        #expect(mails.count == 1)
        #expect(mail.matches(of: #/reset\?token=/#).count == AddressQueries.maxRecipients)
        let link = try #require(
            mail.firstMatch(of: #/victim: http://localhost:8080(/password/reset\?token=[\w-]{43})/#))
        try Visitor(site).get(String(link.1)).sees("For victim")
    }

    @Test func `the owner of a confirmed address gets its mail, however many typed it before`() throws {
        let site = try TestSite.empty()
        for number in 1...24 {
            _ = try site.signUp("thief\(number)", email: "paula@example.com", from: "192.0.2.\(number)")
        }
        let owner = try site.signUp("owner", email: "paula@example.com")
        try owner.get(try Mails.link(try site.mails().last { $0.contains("Hello owner") }, "/confirm"))
            .sees("Email address confirmed.")
        try Visitor(site).get("/password/forgot").fill("email", "paula@example.com").submit("/password/forgot")
        let mails = try site.mails().filter { $0.contains("/password/reset") }
        #expect(mails.count == 1 && mails.first?.contains("Hello owner") == true)
    }

    /// The statements that a form runs, and the response.
    private func work(_ site: TestSite, _ path: String, fields: [String: String]) throws -> [String] {
        let visitor = Visitor(site)
        try visitor.get(path)
        for (name, value) in fields { visitor.fill(name, value) }
        let statements = Mutex<[String]>([])
        let note: @Sendable (SQL) -> Void = { sql in statements.withLock { $0.append(sql.text) } }
        try Reader.$observer.withValue(note) { try visitor.submit(path) }
        return statements.withLock { $0 } + ["\(visitor.page.status) \(visitor.page.plain)"]
    }

    @Test func `an unknown address and an unknown name cause the same work as known ones`() throws {
        let site = try TestSite.empty()
        _ = try site.newAccount("paula")
        let forgotten = try ["paula@example.com", "nobody@example.com"].map {
            try work(site, "/password/forgot", fields: ["email": $0])
        }
        #expect(forgotten[0] == forgotten[1] && forgotten[0].count > 3)
        let kinds = try site.app.site.database.read {
            try $0.all("SELECT kind FROM job WHERE kind = 'mail.forgot'") { try $0["kind"] as String }
        }
        #expect(kinds.count == 2)
        let wrong = try ["paula", "nobody"].map {
            try work(site, "/login", fields: ["username": $0, "password": "wrong"])
        }
        #expect(wrong[0].dropLast() == wrong[1].dropLast() && wrong[0].count > 3)
    }

    @Test func `refused sign-up forms are limited to sixty an hour`() throws {
        let site = try TestSite.demo()
        for _ in 0..<60 {
            try site.signUp("aino_k", email: "a@example.com").gets(422).sees("That username is taken.")
        }
        try site.signUp("aino_k", email: "a@example.com").gets(429).seesNot("taken")
        try site.signUp("mikko", email: "a@example.com", from: "192.0.2.7").gets(422)
        site.wait(seconds: 3_601)
        try site.signUp("newcomer", email: "a@example.com").isAt("/first")
    }

    @Test func `mistakes at sign-up do not count towards the hourly limit of accounts`() throws {
        let site = try TestSite.empty()
        for number in 1...10 {
            for _ in 0..<4 { try site.signUp("x", email: "a@example.com").gets(422) }
            try site.signUp("person\(number)", email: "a@example.com").isAt("/first")
        }
        try site.signUp("person11", email: "a@example.com").gets(429)
    }

    @Test func `a refused picture at sign-up does not count towards the hourly limit of accounts`() throws {
        let site = try TestSite.empty()
        for _ in 0..<11 {
            let visitor = Visitor(site)
            let fields = [
                ("csrf", try visitor.get("/signup").token), ("username", "paula"), ("email", "paula@example.com"),
                ("birth_date", "2001-05-31"), ("password", "long enough for me"),
                ("password_confirmation", "long enough for me"),
            ]
            try visitor.upload(
                "/signup", field: "avatar", file: Array("no picture".utf8), named: "me.jpg",
                fields: fields.map { (name: $0.0, value: $0.1) })
            #expect(visitor.page.status == 415 || visitor.page.status == 422)
        }
        try site.signUp("paula", email: "paula@example.com").isAt("/first")
    }

    @Test func `a stolen device cookie gives no more tries than any browser has`() throws {
        let site = try TestSite.demo()
        let cookies = ["device": try #require(try site.member("aino_k").cookies["device"])]
        func attempt(_ password: String, _ network: Int) throws -> Int {
            try site.signIn("aino_k", password, from: "192.0.2.\(network)", cookies: cookies).page.status
        }
        for network in 0..<10 { #expect(try attempt("wrong", network) == 422) }
        #expect(try attempt("demo-password", 10) == 429)
        site.wait(seconds: 31)
        #expect(try attempt("wrong", 11) == 422)
        #expect(try attempt("demo-password", 12) == 429)
        site.wait(seconds: 61)
        // After its free tries, the shared counters apply too.
        for _ in 0..<9 { #expect(try status(site, "aino_k", password: "wrong") == 422) }
        #expect(try status(site, "aino_k", password: "demo-password") == 429)
        #expect(try attempt("demo-password", 13) == 429)
        site.wait(seconds: 31)
        #expect(try attempt("demo-password", 13) == 200)
    }

    @Test func `a device is unknown again half a year after its last login`() throws {
        let site = try TestSite.demo()
        let cookies = ["device": try #require(try site.member("aino_k").cookies["device"])]
        for (days, expected) in [(179.0, 200), (2.0, 429)] {
            site.wait(seconds: days * 86_400)
            for _ in 0..<10 { _ = try status(site, "aino_k", password: "wrong") }
            #expect(try site.signIn("aino_k", "demo-password", cookies: cookies).page.status == expected)
        }
    }

    @Test func `households of one IPv6 site share a counter with ten times the limit`() throws {
        let site = try TestSite.empty()
        for household in 0..<10 {
            for name in 0..<10 {
                let name = "nobody_\(household)_\(name)"
                #expect(try status(site, name, password: "wrong", from: "2001:db8:7:\(household)::1") == 422)
            }
        }
        #expect(try status(site, "another", password: "wrong", from: "2001:db8:7:0:2::1") == 429)
        #expect(try status(site, "another", password: "wrong", from: "2001:db8:7:ffff::1") == 429)
        #expect(try status(site, "another", password: "wrong", from: "2001:db8:8::1") == 422)
        #expect(try status(site, "another", password: "wrong", from: "192.0.2.7") == 422)
    }

    @Test func `unknown names count as searches on every path`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let token = try aino.get("/friends").token
        for number in 0..<10 {
            try aino.get("/people/nobody_\(number)").gets(404)
            for path in ["/people/NAME/block", "/people/NAME/unblock", "/people/NAME/report"] {
                try aino.post(path.replacing("NAME", with: "nobody_\(number)"), [("csrf", token)]).gets(404)
            }
            for verb in ["remove", "restore"] {
                try aino.post("/friends/nobody_\(number)/\(verb)", [("csrf", token)]).gets(404)
            }
        }
        try aino.get("/people/nobody_here").gets(429)
        try aino.get("/people/mikko").gets(200)
    }

    @Test func `three address changes an hour send mails`() throws {
        let site = try TestSite.empty()
        let paula = try site.newAccount("paula")
        for number in 0...3 {
            try paula.get("/settings/password").fill("email", "new\(number)@example.com")
                .fill("password_for_email", "long enough for me").submit("/settings/email").gets(number < 3 ? 200 : 429)
        }
    }
}
