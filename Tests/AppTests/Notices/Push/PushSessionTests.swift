import Database
import Proximity
import Testing
import WebPush

@testable import App

/// A device gets notices as long as its owner is signed in on it.
struct PushSessionTests {
    private let site: TestSite
    private let aino: Visitor
    private let phone: PushDevice

    init() throws {
        site = try TestSite.demo()
        aino = try site.member("aino_k")
        phone = try PushDevice("phone")
        try aino.subscribe(phone)
    }

    @Test func `logging out ends it`() throws {
        try site.say("Hello", from: "mikko", to: "aino_k")
        try aino.get("/you").submit("/logout")
        #expect(try site.pushRows() == 0 && phone.messages(site).isEmpty)
    }

    @Test func `ending a session elsewhere ends it, and ending the others keeps one's own`() throws {
        let tablet = try PushDevice("tablet")
        let other = try site.member("aino_k").subscribe(tablet)
        let end = try #require(
            other.get("/settings/sessions").page.forms.first { $0.action.contains(#/sessions/\d+/end/#) })
        try other.submit(end.action)
        #expect(try site.pushSubscriptions("aino_k").map(\.endpoint) == [tablet.endpoint])
        try site.member("aino_k").subscribe(phone)
        try other.get("/settings/sessions").submit("/settings/sessions/end")
        #expect(try site.pushSubscriptions("aino_k").map(\.endpoint) == [tablet.endpoint])
        try site.suspend(site.account("aino_k"))
        #expect(try site.pushRows() == 0)
    }

    @Test func `a new password ends those of other sessions and keeps this browser's`() throws {
        let tablet = try PushDevice("tablet")
        try site.member("aino_k").subscribe(tablet)
        let before = try #require(site.pushSubscriptions("aino_k").first)
        try aino.get("/settings/password").fill("current_password", "demo-password")
            .fill("password", "a new one for me").fill("password_confirmation", "a new one for me")
            .submit("/settings/password").isAt("/settings")
        let after = try site.pushSubscriptions("aino_k")
        #expect(after.map(\.id) == [before.id] && after.first?.session != before.session)
        try site.say("Hello", from: "mikko", to: "aino_k")
        #expect(try phone.titles(site).count == 1 && tablet.messages(site).isEmpty)
    }

    @Test func `signing in again keeps it, and as somebody else ends it`() throws {
        func signIn(_ name: String) throws {
            let page = try Visitor(site).get("/login")
            let visitor = Visitor(site, cookies: aino.cookies.merging(page.cookies) { first, _ in first })
            try visitor.post(
                "/login", [("csrf", aino.get("/settings").token), ("username", name), ("password", "demo-password")])
            visitor.isAt("/")
        }
        try signIn("aino_k")
        #expect(try site.pushSubscriptions("aino_k").map(\.endpoint) == [phone.endpoint])
        let again = try site.member("aino_k")
        let tablet = try PushDevice("tablet")
        try again.subscribe(tablet)
        try again.post("/login", [("csrf", again.token), ("username", "mikko"), ("password", "demo-password")])
        #expect(try site.pushSubscriptions("aino_k").map(\.endpoint) == [phone.endpoint])
        #expect(try site.pushSubscriptions("mikko").isEmpty)
    }

    @Test func `a session that ended by itself gets nothing, and its device is swept away`() throws {
        site.wait(seconds: Accounts.idleLife)
        try site.say("Hello", from: "mikko", to: "aino_k")
        #expect(try phone.messages(site).isEmpty && site.pushRows() == 1)
        try site.app.site.database.write { try PushSubscriptionQueries.deleteEnded($0, site.now) }
        #expect(try site.pushRows() == 0)
    }

    @Test func `a restored site sends nothing`() throws {
        try site.say("Hello", from: "mikko", to: "aino_k")
        site.app.beginJobs()
        try site.app.restored()
        #expect(try site.pushRows() == 0 && phone.messages(site).isEmpty)
    }
}
