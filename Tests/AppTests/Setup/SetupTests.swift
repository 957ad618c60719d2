import Database
import Foundation
import HTTP
import Logging
import Proximity
import Synchronization
import Testing

@testable import App

/// How a new site gets its first administrator, and is set up.
struct SetupTests {
    private func link(_ site: TestSite) throws -> String {
        let link = try #require(try site.app.newSetupLink())
        return try #require(URL(string: link)).path()
    }

    /// Sends the first step's form.
    private func begin(_ visitor: Visitor, link: String, changes: [(String, String)] = []) throws -> Visitor {
        try visitor.get(link).gets(200)
        let fields =
            [
                ("username", "kivi_keeper"), ("email", "keeper@example.org"), ("password", "long enough for me"),
                ("password_confirmation", "long enough for me"),
            ] + changes
        for (name, value) in fields { visitor.fill(name, value) }
        return try visitor.submit(link)
    }

    @Test func `the link leads through three steps, and is gone once there is an administrator`() throws {
        let site = try TestSite.empty()
        let (link, visitor) = (try link(site), Visitor(site))
        try begin(visitor, link: link).gets(200).isAt("/admin/setup").sees("You look after this site now.")
        try visitor.fill("name", "Kivikasa").fill("place", "61.4981, 23.7610").fill("time_zone", "Europe/Helsinki")
            .fill("registration", "invited").submit("/admin/setup").isAt("/admin/setup/services").sees("Saved.")
        #expect(site.app.site.settings.name == "Kivikasa" && site.app.site.settings.registration == .invited)
        #expect(site.app.site.settings.place == Coordinate(latitude: 61.4981, longitude: 23.7610))
        try visitor.submit("/admin/setup/mail").sees("The mail to keeper@example.org is in the folder outbox")
        #expect(try site.mails().contains { $0.contains("A test from Kivikasa") })
        try Visitor(site).get(link).gets(404)
        #expect(try site.app.newSetupLink() == nil)
        try visitor.get("/admin/audit").sees("set-up link", "made administrator kivi_keeper", "name: Cairn → Kivikasa")
    }

    @Test func `unknown, old and replaced links are nobody's`() throws {
        let site = try TestSite.empty()
        let first = try link(site)
        let second = try link(site)
        try Visitor(site).get(first).gets(404)
        try Visitor(site).get("/setup/\(String(repeating: "A", count: 32))").gets(404)
        try Visitor(site).get(second).gets(200)
        site.wait(seconds: 86_401)
        try Visitor(site).get(second).gets(404)
    }

    @Test func `of two who send the form at once one becomes the administrator`() throws {
        let site = try TestSite.empty()
        let (link, first, second) = (try link(site), Visitor(site), Visitor(site))
        try second.get(link)
        try begin(first, link: link).gets(200)
        try second.fill("username", "another").fill("email", "a@example.org").fill("password", "long enough for me")
            .fill("password_confirmation", "long enough for me").submit(link).gets(404)
        #expect(try site.app.administrators.names() == ["kivi_keeper"])
    }

    @Test(arguments: [
        ("username", "abc"), ("username", "bad name"), ("email", "nothing"), ("password", "short"),
        ("password", "password"), ("password_confirmation", "another one"),
    ]) func `a wrong field is said beside it, and the link stays good`(_ field: String, _ value: String) throws {
        let site = try TestSite.empty()
        let (link, visitor) = (try link(site), Visitor(site))
        try begin(visitor, link: link, changes: [(field, value)]).gets(422)
        #expect(visitor.page.text.contains("id=\"\(field)-error\""))
        #expect(try site.app.administrators.names() == [])
        try begin(Visitor(site), link: link).isAt("/admin/setup")
    }

    @Test func `a name that is taken is said`() throws {
        let site = try TestSite.empty()
        _ = try site.newAccount("kivi_keeper")
        let visitor = Visitor(site)
        try begin(visitor, link: try link(site)).gets(422).sees("That username is taken.")
    }

    @Test func `the welcome page tells the host, and the log holds no token`() throws {
        let lines = Mutex<[String]>([])
        let log = Logger(label: "test") { _ in LineRecorder { line in lines.withLock { $0.append(line) } } }
        let site = try TestSite.empty(log: log)
        site.app.beginJobs()
        let link = try link(site)
        try Visitor(site).get("/").sees("cairn setup-link")
        #expect(lines.withLock { $0 }.contains { $0.contains("no administrator yet") })
        let secret = try #require(link.split(separator: "/").last)
        #expect(!lines.withLock { $0 }.contains { $0.contains(secret) })
        // Somebody else's sign-up is not in the way, nor does it end anything.
        _ = try site.newAccount("kaisa_l")
        try Visitor(site).get("/").sees("cairn setup-link")
        try begin(Visitor(site), link: link).isAt("/admin/setup")
        try Visitor(site).get("/").seesNot("cairn setup-link")
    }

    @Test func `an administrator whom another process makes is noticed`() throws {
        let site = try TestSite.empty()
        site.app.beginJobs()
        _ = try site.app.administrators.add("keeper", email: "k@example.org", password: "long enough for me")
        site.wait(seconds: 61)
        site.app.runJobs()
        try Visitor(site).get("/").seesNot("cairn setup-link")
    }

    @Test func `the map of the second step is moved and clicked without scripts`() throws {
        let site = try TestSite.empty()
        let keeper = try site.administrator()
        for (path, action) in [("/admin/setup", "/admin/setup/map"), ("/admin/settings", "/admin/settings/map")] {
            try keeper.get(path).fill("place", "Tampere").fill("name", "Kivikasa").submit(path, to: action).gets(200)
            #expect(keeper.page.text.contains("value=\"61.4"), "the map shows Tampere")
            #expect(keeper.page.text.contains("value=\"Kivikasa\""))
            let fields = [("place", "Tampere"), ("pick.x", "156"), ("pick.y", "156")]
            for (name, value) in fields { keeper.fill(name, value) }
            try keeper.submit(path, to: action + "?size=compact").gets(200)
            let field = try #require(keeper.page.forms.first { $0.action == path }?.fields.first { $0.name == "place" })
            #expect(field.value.hasPrefix("61.4") && field.value.contains(", 23."))
            try keeper.fill("place", "Nowhere at all").submit(path, to: action).gets(422).sees("Nowhere at all")
        }
        #expect(site.app.site.settings.name == "Cairn")
    }

    @Test func `a link does not survive a restore`() throws {
        let site = try TestSite.empty()
        let link = try link(site)
        try site.app.restored()
        try Visitor(site).get(link).gets(404)
    }
}

/// Hands each line on.
private struct LineRecorder: LogHandler {
    let record: @Sendable (String) -> Void
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    init(record: @escaping @Sendable (String) -> Void) { self.record = record }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { record("\(event.message) \(event.metadata ?? [:])") }
}
