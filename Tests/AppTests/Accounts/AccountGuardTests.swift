import Database
import Foundation
import HTTP
import Proximity
import Testing

@testable import App

/// Account checks that no other test covers.
struct AccountGuardTests {
    @Test(arguments: [
        ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"), ("Origin", "https://evil.example"),
        ("Origin", "null"),
    ])
    func `a form that another site sends is refused on every route, whatever its token`(name: String, value: String)
        throws
    {
        let site = try TestSite.demo()
        let keeper = try site.administrator()
        let token = try keeper.get("/settings").token
        for route in site.app.routes where route.method == .post && route.access != .token {
            let path = route.pattern.replacing(#/\{\w+\}/#, with: "1")
            try keeper.post(path, [("csrf", token)], headers: [(name, value)]).gets(403)
        }
        let visitor = Visitor(site)
        let fields = [("csrf", try visitor.get("/login").token), ("username", "mikko"), ("password", "demo-password")]
        try visitor.post("/login", fields.map { (name: $0.0, value: $0.1) }, headers: [(name, value)]).gets(403)
        #expect(visitor.cookies["session"] == nil)
    }

    @Test func `nobody can end another person's session`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        let account = try site.account("mikko")
        let found = try site.app.site.database.read {
            try $0.value("SELECT id FROM session WHERE account_id = \(account)", as: Int64.self)
        }
        let id = try #require(found)
        try aino.get("/settings/sessions").post("/settings/sessions/\(id)/end", [("csrf", aino.token)]).gets(404)
        try mikko.get("/you").isAt("/you")
    }

    @Test func `wrong passwords are counted by network, whatever the username`() throws {
        let site = try TestSite.demo()
        for number in 0..<10 {
            try site.signIn("nobody_\(number)", "wrong", from: "192.0.2.7").gets(422)
        }
        try site.signIn("mikko", "demo-password", from: "192.0.2.7").gets(429)
        try site.signIn("mikko", "demo-password", from: "192.0.2.8").gets(200)
    }

    @Test func `a deleted account leaves no more data than one that had none`() throws {
        let site = try TestSite.demo()
        let key = site.app.site.key
        let bare: ID<Account> = try site.app.site.database.write { database in
            let newAccount = NewAccount(username: try Username("nothing.here"), timeZone: "UTC")
            let id = try AccountQueries.insert(
                database, newAccount, password: String(repeating: "x", count: 20), at: site.now)
            try AccountQueries.deleteAccount(
                database, id, nameCode: DeletedAccount.code(of: "nothing.here", key: key), at: site.now)
            return id
        }
        let paula = try site.signUp("paula_k", email: "paula@example.org")
        let id = try site.account("paula_k")
        try paula.get("/settings/profile").fill("bio", "Hello").fill("phone", "+358 1").submit("/settings/profile")
        try paula.get("/settings").fill("theme", "dark").fill("units", "imperial").fill("retention_h", "168")
            .fill("area", "1").submit("/settings/preferences")
        try paula.get("/you").fill("minutes", "60").submit("/settings/pause")
        try paula.get(try Mails.link(try site.mails().last { $0.contains("Hello paula_k") }, "/confirm")).gets(200)
        try paula.get("/settings/delete").fill("password", "long enough for me").submit("/settings/delete").isAt("/")
        var (left, blank) = (try site.accountRow(id), try site.accountRow(bare))
        for column in ["id", "username_folded", "created_at"] {
            left[column] = nil
            blank[column] = nil
        }
        #expect(left == blank && left.count >= 16)
    }

    @Test(arguments: ["password", "email"])
    func `a password reset link expires when password or address change`(what: String) throws {
        let site = try TestSite.empty()
        let paula = try site.newAccount("paula")
        try Visitor(site).get("/password/forgot").fill("email", "paula@example.com").submit("/password/forgot")
        let link = try Mails.link(try site.mails().last { $0.contains("/password/reset") }, "/password/reset")
        try Visitor(site).get(link).gets(200)
        try paula.get("/settings/password").fill("current_password", "long enough for me")
            .fill("password_for_email", "long enough for me").fill("password", "a new one for me")
            .fill("password_confirmation", "a new one for me").fill("email", "new@example.com")
            .submit("/settings/\(what)").gets(200)
        try Visitor(site).get(link).gets(404)
        let visitor = Visitor(site)
        try visitor.get("/login")
        let fields = [("csrf", visitor.token), ("password", "thief’s own"), ("password_confirmation", "thief’s own")]
        try visitor.post(link, fields.map { (name: $0.0, value: $0.1) }).gets(404)
    }

    @Test func `a form carried through the login can only lead to its preview`() throws {
        let site = try TestSite.demo()
        for (kept, isGood) in [
            ("/notes/new", true), ("/friends/mikko/remove", false), ("/settings/delete", false), ("/notes", false),
            ("https://evil.example/notes/new", false), ("/notes/new/../../logout", false),
        ] {
            let visitor = Visitor(site)
            try visitor.get("/login")
            let fields = [
                ("csrf", visitor.token), ("username", "aino_k"), ("password", "demo-password"),
                ("kept", "kept_path=\(PathText.component(kept))&text=Hello"),
            ]
            try visitor.post("/login", fields.map { (name: $0.0, value: $0.1) }).gets(200)
            #expect(visitor.page.forms.contains { $0.action == kept } == isGood, "\(kept)")
        }
    }

    @Test func `suspended people are in none of the lists of requests and removals`() throws {
        let site = try TestSite.demo()
        let (aino, keeper) = (try site.member("aino_k"), try site.administrator())
        try site.newAccount("asked_one").get("/")
        try aino.get("/people/asked_one").submit("/friends/requests").sees("Friend request sent to asked_one.")
        try aino.get("/friends").submit("/friends/sofia/remove")
        try aino.get("/friends").sees("asked_one", "sofia")
        for name in ["asked_one", "sofia"] {
            try keeper.get("/admin/people/\(name)").submit("/admin/people/\(name)/suspend")
        }
        try aino.get("/friends").seesNot("asked_one", "sofia")
    }

    @Test func `a session expires after thirty idle days, before any sweep`() throws {
        let site = try TestSite.demo()
        let mikko = try site.member("mikko")
        site.wait(seconds: 30 * 86_400 - 1)
        #expect(try site.app.site.database.read { try $0.value("SELECT count(*) FROM session", as: Int.self) } == 1)
        let copy = Visitor(site, cookies: mikko.cookies)
        site.wait(seconds: 1)
        try copy.get("/you").isAt("/login?next=/you")
        #expect(try site.app.site.database.read { try $0.value("SELECT count(*) FROM session", as: Int.self) } == 1)
    }

    @Test func `a visitor's form expires after four hours`() throws {
        let site = try TestSite.demo()
        let (early, late) = (Visitor(site), Visitor(site))
        for visitor in [early, late] {
            try visitor.get("/login").fill("username", "mikko").fill("password", "demo-password")
        }
        let cookie = try #require(late.cookies["guest"])
        let head = try Request(
            method: .post, target: "/signup",
            headers: Headers([("Host", "localhost:8080"), ("Cookie", "guest=\(cookie)")])
        ).head
        func isOurs() -> Bool {
            RequestContext.isFormOurs(
                head, form: FormFields(values: [("csrf", late.token)]), on: site.app.site, at: site.now)
        }
        site.wait(seconds: 4 * 3_600 - 1)
        try early.submit("/login").gets(200)
        #expect(isOurs())
        site.wait(seconds: 1)
        try late.submit("/login").gets(403)
        #expect(late.cookies["session"] == nil && !isOurs())
    }

    @Test func `a picture beyond the owner's quota is not stored`() throws {
        let site = try TestSite.empty { $0.initialSettings.quota = StorageQuota(files: 5, bytes: 600) }
        let paula = try site.newAccount("paula")
        try paula.get("/settings/profile")
        let fields = [(name: "csrf", value: paula.token), (name: "bio", value: ""), (name: "phone", value: "")]
        try paula.upload("/settings/profile", field: "avatar", file: PictureTests.icon, named: "me.png", fields: fields)
            .gets(422)
            .sees("You’ve used all your space for photos, videos and songs.")
        #expect(try site.everythingStored()["media"] == [])
        #expect(try paula.get("/you").page.resources.allSatisfy { !$0.hasPrefix("/media/") })
    }
}
