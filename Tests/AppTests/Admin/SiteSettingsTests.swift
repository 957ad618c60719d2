import Database
import HTTP
import Proximity
import Testing

@testable import App

/// What the host decides for everybody, by the form under `/admin/settings`.
struct SiteSettingsTests {
    /// Changes some fields of the form; nil unticks a box.
    private func change(
        _ keeper: Visitor, _ name: String, _ value: String?
    ) throws {
        let form = try #require(keeper.get("/admin/settings").page.forms.first { $0.action == "/admin/settings" })
        let kept = form.fields.filter { $0.name != name }
        try keeper.post("/admin/settings", kept + (value.map { [(name: name, value: $0)] } ?? [])).sees("Saved.")
    }

    private func count(_ site: TestSite, _ sql: SQL) throws -> Int {
        try site.app.site.database.read { try $0.value(sql) } ?? 0
    }

    @Test func `the name stands on pages and in mails`() throws {
        let site = try TestSite.empty()
        try change(site.administrator(), "name", "Kivikasa")
        #expect(try Visitor(site).get("/").page.text.contains("<title>Kivikasa</title>"))
        #expect(try Visitor(site).get("/login").page.text.contains("<title>Sign in · Kivikasa</title>"))
        _ = try site.newAccount("kaisa_l")
        #expect(try site.mails().contains { $0.contains("Kivikasa") })
    }

    @Test func `nobody signs up where it is closed`() throws {
        let site = try TestSite.empty()
        let early = Visitor(site)
        try early.get("/signup")
        try change(site.administrator(), "registration", "closed")
        try Visitor(site).get("/signup").gets(403).sees("Sign-up is closed")
        try early.fill("username", "kaisa_l").fill("email", "k@example.org").fill("birth_date", "2001-05-31")
            .fill("password", "long enough for me").fill("password_confirmation", "long enough for me")
            .submit("/signup").gets(403)
        #expect(try count(site, "SELECT count(*) FROM account WHERE username = 'kaisa_l'") == 0)
        #expect(try !Visitor(site).get("/").page.links.contains("/signup"))
        #expect(try !Visitor(site).get("/login").page.links.contains { $0.hasPrefix("/signup") })
    }

    @Test func `where only members invite, a link opens the sign-up and a made-up one does not`() throws {
        let site = try TestSite.demo()
        let link = try InviteTests.make(try site.member("aino_k"))
        try change(site.administrator(), "registration", "invited")
        try Visitor(site).get("/signup").gets(403).sees("By invitation only")
        let visitor = Visitor(site)
        try visitor.get(link).gets(200)
        try visitor.get("/signup").gets(200).fill("username", "kaisa_l").fill("email", "k@example.org")
            .fill("birth_date", "2001-05-31").fill("password", "long enough for me")
            .fill("password_confirmation", "long enough for me").submit("/signup")
        #expect(try count(site, "SELECT count(*) FROM account WHERE username = 'kaisa_l'") == 1)
        let other = Visitor(site, cookies: ["invitation": String(repeating: "A", count: 24)])
        try other.get("/signup").gets(200).fill("username", "ville_x").fill("email", "v@example.org")
            .fill("birth_date", "2001-05-31").fill("password", "long enough for me")
            .fill("password_confirmation", "long enough for me").submit("/signup").gets(403)
        #expect(try count(site, "SELECT count(*) FROM account WHERE username = 'ville_x'") == 0)
    }

    @Test func `typed positions can be switched off`() throws {
        let site = try TestSite.demo()
        let jonas = try site.member("jonas")
        try change(site.administrator(), "typed", nil)
        // The page does not offer what opens nothing; who sends it all the same is told.
        try jonas.get("/").seesNot("Type where you are").sees("only your phone's own position opens notes")
        try jonas.report(["lat": "60.1703", "lon": "24.93675"], accept: nil)
            .sees("Typed positions don't open anything")
    }

    @Test func `the map of people without a position begins where the host says`() throws {
        let site = try TestSite.empty()
        try change(site.administrator(), "place", "45.4384, 10.9917")
        let kaisa = try site.newAccount("kaisa_l")
        #expect(site.app.basemaps.startingPlace(site.app.site.settings).latitude == 45.4384)
        #expect(try kaisa.get("/").page.text.contains("45.43"))
        try change(site.administrator("second"), "place", "")
        #expect(site.app.site.settings.place == nil)
    }

    @Test func `the place is picked on a map without scripts, and only Save saves it`() throws {
        let site = try TestSite.empty()
        let keeper = try site.administrator()
        let before = site.app.site.settings
        let map = "/admin/settings/map"
        /// What a field holds now.
        func field(_ name: String) throws -> String {
            let form = try #require(keeper.page.forms.first { $0.action == "/admin/settings" })
            return try #require(form.fields.first { $0.name == name }).value
        }
        try keeper.get("/admin/settings").fill("place", "Tampere").fill("name", "Kivikasa")
            .submit("/admin/settings", to: map).gets(200)
        #expect(try field("map_lat").hasPrefix("61.4") && field("map_lon").hasPrefix("23.7"))
        // A pixel right of the middle and below it.
        try keeper.fill("pick.x", "200").fill("pick.y", "200").submit("/admin/settings", to: map + "?size=compact")
        let picked = try field("place")
        #expect(picked.hasPrefix("61.4") && picked.contains(", 23.8"))
        let middle = try #require(Double(try field("map_lon")))
        try keeper.fill("move", "w").submit("/admin/settings", to: map)
        #expect(try #require(Double(try field("map_lon"))) < middle)
        #expect(try field("place") == picked && field("name") == "Kivikasa")
        #expect(site.app.site.settings == before)
        try keeper.submit("/admin/settings").sees("Saved.")
        #expect(site.app.site.settings.place.map { CoordinateFormatter.pair($0) } == picked)
        // The next look begins there.
        #expect(try picked.hasPrefix(field("map_lat")))
        try keeper.fill("place", "Nowhere at all").submit("/admin/settings", to: map).gets(422)
        #expect(try field("place") == "Nowhere at all")
        try keeper.fill("place", "").submit("/admin/settings", to: map).gets(200)
    }

    @Test func `wrong values are said beside their fields and nothing changes`() throws {
        let site = try TestSite.empty()
        let keeper = try site.administrator()
        let before = site.app.site.settings
        let fields = [
            ("name", ""), ("name", String(repeating: "n", count: 41)), ("place", "Nowhere at all"),
            ("place", "91, 10"), ("time_zone", "Mars/Olympus"), ("registration", "maybe"),
        ]
        for (name, value) in fields {
            try keeper.get("/admin/settings").fill(name, value).submit("/admin/settings").gets(422)
            #expect(keeper.page.text.contains("id=\"\(name)-error\""), "\(name)=\(value)")
        }
        #expect(site.app.site.settings == before)
        #expect(try count(site, "SELECT count(*) FROM admin_action WHERE kind LIKE '%settings%'") == 0)
    }

    @Test func `the first start stores the options, a later one keeps what administrators chose`() throws {
        var first = SiteSettings()
        first.name = "Kivikasa"
        let site = try TestSite.empty { $0.initialSettings = first }
        #expect(site.app.site.settings.name == "Kivikasa")
        try change(site.administrator(), "name", "Kivimaja")
        let again = try site.copy()
        #expect(again.app.site.settings.name == "Kivimaja")
    }

    @Test func `another process sees a change within ten seconds`() throws {
        let site = try TestSite.empty()
        let keeper = try site.administrator()
        var settings = SiteSettings()
        settings.name = "Kivikasa"
        try site.app.site.database.write { try SettingsStore.set($0, settings) }
        try keeper.get("/you")
        site.wait(seconds: 11)
        #expect(try keeper.get("/you").page.text.contains("Kivikasa"))
    }

    @Test func `a change is in the audit, and members find nothing at the address`() throws {
        let site = try TestSite.demo()
        try change(site.administrator(), "name", "Kivikasa")
        try site.administrator("another").get("/admin/audit").sees("changed the settings of the site")
            .sees("name: Cairn → Kivikasa")
        try site.member("aino_k").get("/admin/settings").gets(404)
    }
}
