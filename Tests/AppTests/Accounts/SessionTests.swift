import HTTP
import Mail
import Testing

@testable import App

struct SessionTests {
    @Test func `a wrong password and a wrong name get the same answer`() throws {
        let site = try TestSite.demo()
        let visitor = Visitor(site)
        try visitor.get("/login").fill("username", "aino_k").fill("password", "wrong").submit("/login").gets(422)
            .sees("Wrong username or password.")
        let one = visitor.page.plain
        try visitor.get("/login").fill("username", "nobody_here").fill("password", "wrong").submit("/login").gets(422)
        #expect(visitor.page.plain == one)
    }

    @Test func `the sign-up page promises a mail only if there is a mail server`() throws {
        try TestSite.empty().newAccount("kaisa_l").sees("Welcome, kaisa_l.").seesNot("Check your email")
        let site = try TestSite.empty { $0.mailServer = try? SMTPServer("smtp://localhost:2525") }
        try site.newAccount("kaisa_l").sees("Welcome, kaisa_l. Check your email to confirm your address.")
    }

    @Test func `a trailing space from the phone's keyboard is not part of the name`() throws {
        let site = try TestSite.empty()
        try site.newAccount(" kaisa_l ").sees("Welcome, kaisa_l.")
        let visitor = Visitor(site)
        try visitor.get("/login").fill("username", "Kaisa_L ").fill("password", "long enough for me").submit("/login")
            .isAt(
                "/")
    }

    @Test func `the name of a browser is cut as the database counts it, at sign-up and at login`() throws {
        let site = try TestSite.empty()
        let agent = String(repeating: "e\u{301}", count: 250)
        let visitor = Visitor(site)
        let typed: [(name: String, value: String)] = [
            ("username", "kaisa_l"), ("email", "kaisa@example.com"), ("birth_date", "2001-05-31"),
            ("password", "long enough for me"), ("password_confirmation", "long enough for me"),
        ]
        for path in ["/signup", "/login"] {
            try visitor.get(path)
            try visitor.post(path, [(name: "csrf", value: visitor.token)] + typed, headers: [("User-Agent", agent)])
                .gets(200)
            visitor.forget("session")
        }
        let agents = try site.app.site.database.read { database in
            try database.all("SELECT agent FROM session") { try $0["agent"] as String }
        }
        #expect(agents.map { $0.unicodeScalars.count } == [200, 200])
    }

    @Test func `a session is renewed at login and ended on the server at logout`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("AINO_K")
        let first = try #require(aino.cookies["session"])
        let thief = Visitor(site)
        try thief.get("/login")
        try aino.get("/you").submit("/logout").isAt("/").sees("You're signed out.", "Sign up")
        #expect(aino.cookies["session"] == nil)
        let again = try site.member("aino_k")
        #expect(again.cookies["session"] != first)
        #expect(try site.app.identify(session: first) == nil)
        #expect(try site.app.identify(session: again.cookies["session"] ?? "") == "aino_k")
    }

    @Test func `a session ends after thirty unused days, and after ninety at most`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        for _ in 0..<4 {
            site.wait(seconds: 20 * 86_400)
            try aino.get("/you").isAt("/you")
        }
        site.wait(seconds: 11 * 86_400)
        try aino.get("/you").isAt("/login?next=/you")
        let mikko = try site.member("mikko")
        site.wait(seconds: 31 * 86_400)
        site.sweep()
        try mikko.get("/you").isAt("/login?next=/you")
    }

    @Test func `the database does not contain session secrets`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let token = try #require(aino.cookies["session"])
        let stored = try site.app.site.database.read {
            try $0.all("SELECT token_hash FROM session") { try $0["token_hash"] as String }
        }
        #expect(stored == [TokenHash.of(token)])
        #expect(token.utf8.count == 43)
    }

    @Test func `a page that needs a login leads back to itself and never off the site`() throws {
        let site = try TestSite.demo()
        let visitor = Visitor(site)
        try visitor.get("/archive?view=map").isAt("/login?next=/archive%3Fview%3Dmap")
            .fill("username", "aino_k").fill("password", "demo-password").submit("/login").isAt("/archive?view=map")
        for next in ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:x", "/a\u{9}b", ""] {
            #expect(PathText.inside(next) == "/", "\(next)")
        }
    }

    @Test func `a form without its token changes nothing`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        for token in ["", "x", "AAAA", try TestSite.demo().member("aino_k").get("/you").token] {
            try aino.post("/settings/preferences", [("csrf", token), ("theme", "dark")]).gets(403).sees("too old")
        }
        try aino.post("/logout", []).gets(403)
        try aino.get("/you").gets(200)
        try Visitor(site).post("/login", [("username", "aino_k"), ("password", "demo-password")]).gets(403)
    }

    @Test func `a token is masked anew in every response and valid under every mask`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let one = try aino.get("/you").token
        let two = try aino.get("/you").token
        #expect(one != two)
        let fields = [
            ("csrf", one), ("time_zone", "UTC"), ("units", "imperial"), ("theme", "dark"), ("retention_h", "1"),
        ]
        try aino.post("/settings/preferences", fields.map { (name: $0.0, value: $0.1) }).sees("Saved.")
        #expect(aino.page.text.contains("data-theme=\"dark\""))
        #expect(aino.page.text.contains(##"<meta name="theme-color" content="#151817">"##))
        #expect(!aino.page.text.contains("prefers-color-scheme") && !aino.page.text.contains("#FAF8F4"))
    }

    @Test(arguments: [
        ("sec-fetch-site", "cross-site"), ("sec-fetch-site", "same-site"), ("origin", "https://evil.example"),
        ("origin", "null"),
    ])
    func `a request from another site is refused`(field: String, value: String) {
        #expect(!RequestOrigin.isOwn(Headers([("Host", "cairn.example"), (field, value)])))
        #expect(RequestOrigin.isOwn(Headers([("Host", "cairn.example"), ("Origin", "https://cairn.example")])))
        #expect(RequestOrigin.isOwn(Headers([("Host", "cairn.example"), ("Sec-Fetch-Site", "same-origin")])))
    }

    @Test func `a page without a form sets no cookie for visitors`() throws {
        let visitor = Visitor(try TestSite.empty())
        for path in ["/", "/nothing", "/atlas/0/0/0.svg"] { try visitor.get(path) }
        #expect(visitor.cookies.isEmpty)
        #expect(try visitor.get("/login").cookies.keys.sorted() == ["guest"])
    }

    @Test func `cookies of an https site are bound to its host`() {
        let cookies = SiteCookies(isSecure: true)
        #expect(cookies.set(cookies.session, "x") == "__Host-session=x; Path=/; HttpOnly; SameSite=Lax; Secure")
        #expect(SiteCookies(isSecure: false).session == "session")
    }

    @Test func `settings refuse values that are not offered`() throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.get("/settings").fill("time_zone", "Nowhere").fill("units", "cubits").fill("theme", "pink")
            .fill("retention_h", "7").submit("/settings/preferences").gets(422)
            .sees(
                "Choose a time zone", "Choose metres or feet", "Choose one of the three",
                "how long to keep your positions")
    }

    @Test func `a password is stored as scrypt with its factors`() throws {
        let hash = try PasswordHash("correct horse", cost: .init(), salt: Array(0..<16))
        #expect(hash.text.hasPrefix("$scrypt$ln=15,r=8,p=3$"))
        let read = try #require(PasswordHash(hash.text))
        #expect(try read.matches("correct horse"))
        #expect(try !read.matches("correct horsf"))
        #expect(PasswordHash("$scrypt$ln=15$x") == nil)
    }
}

extension App {
    /// The username of a session cookie.
    fileprivate func identify(session: String) throws -> String? {
        let headers = Headers([("Cookie", "session=\(session)")])
        return try accounts.identify(Request(method: .get, target: "/", headers: headers).head)?.viewer.username
    }
}
