import Database
import Foundation
import HTTP
import Mail
import Proximity
import Testing

@testable import App

/// How a new site gets its first administrator, and is set up.
struct SetupTests {
    private func link(_ site: TestSite) throws -> String {
        let link = try #require(try site.app.newSetupLink())
        return try #require(URL(string: link)).path()
    }

    private static let fields = [
        ("username", "kivi_keeper"), ("email", "keeper@example.org"), ("password", "long enough for me"),
        ("password_confirmation", "long enough for me"),
    ]

    /// Sends the first step's form.
    @discardableResult
    private func begin(_ visitor: Visitor, link: String, changes: [(String, String)] = []) throws -> Visitor {
        try visitor.get(link).gets(200)
        for (name, value) in SetupTests.fields + changes { visitor.fill(name, value) }
        return try visitor.submit(link)
    }

    private func administrators(_ site: TestSite) throws -> [String] { try site.app.administrators.names() }

    private func accountCount(_ site: TestSite) throws -> Int {
        try site.app.site.database.read { try $0.value("SELECT count(*) FROM account") } ?? 0
    }

    @Test func `the link leads through three steps, and is gone once there is an administrator`() throws {
        let site = try TestSite.empty()
        let (link, visitor) = (try link(site), Visitor(site))
        try begin(visitor, link: link).gets(200).isAt("/admin/setup").sees("You look after this site now.")
        try visitor.fill("name", "Kivikasa").fill("place", "61.4981, 23.7610").fill("time_zone", "Europe/Oslo")
            .fill("registration", "invited").submit("/admin/setup").isAt("/admin/setup/services").sees("Saved.")
        let settings = site.app.site.settings
        #expect(settings.name == "Kivikasa" && settings.registration == .invited && settings.timeZone == "Europe/Oslo")
        #expect(settings.place == Coordinate(latitude: 61.4981, longitude: 23.7610))
        try visitor.submit("/admin/setup/mail").sees("The mail to keeper@example.org is in the folder outbox")
        #expect(try site.mails().contains { $0.contains("A test from Kivikasa") })
        try Visitor(site).get(link).gets(404).sees("This link doesn’t work")
        try Visitor(site).post(link, SetupTests.fields.map { (name: $0.0, value: $0.1) }).gets(403)
        // The way back from the second step.
        try visitor.get(link).isAt("/admin/setup")
        #expect(try site.app.newSetupLink() == nil)
        try visitor.get("/admin/audit").sees(
            "set-up link", "made administrator", "kivi_keeper", "name: Cairn → Kivikasa")
    }

    @Test func `unknown, old and replaced links are nobody's`() throws {
        let site = try TestSite.empty()
        let first = try link(site)
        let early = Visitor(site)
        try early.get(first).gets(200)
        let second = try link(site)
        try Visitor(site).get(first).gets(404)
        try Visitor(site).get("/setup/\(String(repeating: "A", count: 32))").gets(404)
        for (name, value) in SetupTests.fields { early.fill(name, value) }
        try early.submit(first).gets(404)
        site.wait(seconds: 85_000)
        let late = Visitor(site)
        try late.get(second).gets(200)
        site.wait(seconds: 1_401)
        for (name, value) in SetupTests.fields { late.fill(name, value) }
        try late.submit(second).gets(404)
        try Visitor(site).get(second).gets(404)
        #expect(try accountCount(site) == 0)
    }

    @Test func `no copy of the page stays anywhere`() throws {
        let site = try TestSite.empty()
        let response = try Visitor(site).fetch(link(site))
        #expect(response.headers["cache-control"] == "no-store" && response.headers["offline-copy"] == nil)
    }

    /// The page that the first one gets may never arrive.
    @Test func `a second click leads on and not to a form`() throws {
        let site = try TestSite.empty()
        let (link, first, second) = (try link(site), Visitor(site), Visitor(site))
        try second.get(link)
        try begin(first, link: link).isAt("/admin/setup")
        for (name, value) in SetupTests.fields { second.fill(name, value) }
        try second.submit(link).gets(404).sees("Sign in")
        #expect(try administrators(site) == ["kivi_keeper"])
    }

    @Test func `of those who send the form at the same moment one becomes the administrator`() throws {
        let site = try TestSite.empty()
        let link = try link(site)
        let browsers = try (0..<6).map { number in
            let visitor = Visitor(site)
            try visitor.get(link).gets(200)
            for (name, value) in SetupTests.fields { visitor.fill(name, value) }
            return visitor.fill("username", "keeper_\(number)")
        }
        nonisolated(unsafe) let all = browsers
        DispatchQueue.concurrentPerform(iterations: all.count) { _ = try? all[$0].submit(link) }
        #expect(try administrators(site).count == 1)
        #expect(try accountCount(site) == 1)
    }

    @Test(arguments: [
        ("username", "abc"), ("username", "bad name"), ("email", "nothing"), ("password", "short"),
        ("password", "password"), ("password_confirmation", "another one"),
    ]) func `a wrong field is said beside it, and the link stays good`(_ field: String, _ value: String) throws {
        let site = try TestSite.empty()
        let (link, visitor) = (try link(site), Visitor(site))
        try begin(visitor, link: link, changes: [(field, value)]).gets(422)
        #expect(visitor.page.text.contains("id=\"\(field)-error\""))
        #expect(try accountCount(site) == 0)
        try begin(Visitor(site), link: link).isAt("/admin/setup")
    }

    @Test func `a name that is taken is said`() throws {
        let site = try TestSite.empty()
        _ = try site.newAccount("kivi_keeper")
        try begin(Visitor(site), link: link(site)).gets(422).sees("That username is taken.")
    }

    @Test func `who has an account already keeps it`() throws {
        let site = try TestSite.empty()
        let kaisa = try site.newAccount("kaisa_l")
        let link = try link(site)
        try kaisa.get(link).gets(200).sees("signed in as").seesNot("Repeat")
        try kaisa.submit(link).isAt("/admin/setup")
        #expect(try administrators(site) == ["kaisa_l"] && accountCount(site) == 1)
    }

    @Test func `the welcome page tells the host, and the log holds no token`() throws {
        let lines = LogLines()
        let site = try TestSite.empty(log: lines.logger)
        site.app.beginJobs()
        let link = try link(site)
        try Visitor(site).get("/").sees("cairn setup-link")
        #expect(lines.all.withLock { $0 }.contains { $0.contains("no administrator yet") })
        // Somebody else's sign-up is not in the way, nor does it end anything.
        try site.newAccount("kaisa_l").get("/friends").gets(200)
        try Visitor(site).get("/").sees("cairn setup-link")
        try begin(Visitor(site), link: link).isAt("/admin/setup")
        try Visitor(site).get("/").seesNot("cairn setup-link")
        let secret = try #require(link.split(separator: "/").last)
        #expect(!lines.all.withLock { $0 }.contains { $0.contains(secret) })
    }

    @Test func `an administrator whom another process makes is noticed`() throws {
        let site = try TestSite.empty()
        site.app.beginJobs()
        _ = try site.app.administrators.add("keeper", email: "k@example.org", password: "long enough for me")
        try Visitor(site).get("/").sees("cairn setup-link")
        site.wait(seconds: 61)
        site.app.runJobs()
        try Visitor(site).get("/").seesNot("cairn setup-link")
    }

    @Test func `the demo world asks for no administrator`() throws {
        let site = try TestSite.demo()
        site.app.beginJobs()
        #expect(try administrators(site) == [])
        try Visitor(site).get("/").seesNot("cairn setup-link")
    }

    @Test func `the map of the second step works without scripts`() throws {
        let site = try TestSite.empty()
        let keeper = try site.administrator()
        try keeper.get("/admin/setup").fill("place", "Tampere").fill("name", "Kivikasa")
            .submit("/admin/setup", to: "/admin/setup/map").gets(200)
        let fields = try #require(keeper.page.forms.first { $0.action == "/admin/setup" }).fields
        #expect(fields.contains { $0 == ("name", "Kivikasa") })
        #expect(fields.contains { $0.name == "map_lat" && $0.value.hasPrefix("61.4") })
        #expect(site.app.site.settings.name == "Cairn")
    }

    @Test func `the second step suggests the host's own time zone`() throws {
        let site = try TestSite.empty()
        let visitor = Visitor(site)
        try begin(visitor, link: link(site), changes: [("time_zone", "Asia/Tokyo")])
        func zone() throws -> String? {
            let form = try #require(visitor.get("/admin/setup").page.forms.first { $0.action == "/admin/setup" })
            return form.fields.first { $0.name == "time_zone" }?.value
        }
        #expect(try zone() == "Asia/Tokyo" && site.app.site.settings.timeZone == "Europe/Helsinki")
        try visitor.fill("time_zone", "Europe/Oslo").submit("/admin/setup").isAt("/admin/setup/services")
        #expect(try zone() == "Europe/Oslo")
    }

    @Test func `the third step offers a map of the place that was chosen`() throws {
        let site = try TestSite.empty()
        let keeper = try site.administrator()
        func offers() throws -> Bool {
            try keeper.get("/admin/setup/services").page.forms.contains { $0.action == "/admin/basemaps/find#offer" }
        }
        #expect(try !offers())
        try keeper.get("/admin/setup").fill("place", "61.4981, 23.7610").submit("/admin/setup").sees("no streets")
        #expect(try offers())
    }

    @Test func `a mail server that is not there is told without its password`() throws {
        let server = try SMTPServer("smtp://user:secretword@127.0.0.1:1")
        let site = try TestSite.empty { $0.mailServer = server }
        let keeper = try site.administrator()
        try keeper.get("/admin/setup/services").submit("/admin/setup/mail").sees("The mail server cannot be reached.")
            .seesNot("secretword")
    }

    @Test func `a link does not survive a restore`() throws {
        let site = try TestSite.empty()
        let link = try link(site)
        try site.app.restored()
        try Visitor(site).get(link).gets(404)
    }
}
