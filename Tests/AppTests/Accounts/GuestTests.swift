import Database
import HTTP
import Proximity
import Testing

@testable import App

/// How guests come, become members, and go.
struct GuestTests {
    private func signUp(_ guest: Visitor, as name: String = "kim_kim") throws -> Visitor {
        try guest.get("/signup").fill("username", name).fill("email", "\(name)@example.org")
            .fill("birth_date", "2001-05-31").fill("password", "long enough for me")
            .fill("password_confirmation", "long enough for me").submit("/signup")
    }

    @Test func `a guest who signs up keeps account, place and browser`() throws {
        let site = try TestSite.demo()
        site.addDen()
        let (guest, id) = try site.guest("Kim Possible")
        try guest.stand(at: DemoCast.Place.oodi.coordinate)
        let old = guest.cookies
        try guest.get("/signup").gets(200).sees("Make an account", "stays yours")
        let name = try #require(guest.page.forms.first).fields.first { $0.name == "display_name" }?.value
        #expect(name == "Kim Possible")
        try signUp(guest).isAt(Den.path).sees("Welcome, Kim Possible.")
        #expect(try site.account("kim_kim") == id)
        #expect(try site.guests() == [])
        #expect(try site.references(to: id).contains("position.account_id"))
        #expect(guest.cookies["session"] != old["session"])
        try guest.get("/you").isAt("/you").sees("Kim Possible", "kim_kim")
        #expect(try Visitor(site, cookies: old).get("/you").page.path.hasPrefix("/login"))
        try Visitor(site).get("/login").fill("username", "kim_kim").fill("password", "long enough for me")
            .submit("/login").get("/you").isAt("/you")
        try site.member("aino_k").get("/people/kim_kim").gets(200).sees("Kim Possible")
    }

    @Test func `a refused sign-up leaves the guest a guest`() throws {
        let site = try TestSite.demo()
        site.addDen()
        let (guest, id) = try site.guest()
        let row = try site.accountRow(id)
        try signUp(guest, as: "aino_k").gets(422).sees("That username is taken.", "Make an account")
        #expect(try site.accountRow(id) == row)
        #expect(try site.guests() == [id])
        try guest.get("/you").isAt(Den.path)
    }

    @Test(arguments: [SiteSettings.Registration.closed, .invited])
    func `where one cannot sign up a guest cannot either`(_ registration: SiteSettings.Registration) throws {
        let site = try TestSite.empty { $0.initialSettings.registration = registration }
        site.addDen()
        let (guest, id) = try site.guest()
        try guest.seesNot("Make an account").get("/signup").gets(403)
        try guest.post("/signup", [("csrf", guest.token), ("username", "kim_kim")]).gets(403)
        #expect(try site.guests() == [id])
    }

    @Test func `nobody comes upon a guest`() throws {
        let site = try TestSite.demo()
        let (aino, keeper) = (try site.member("aino_k"), try site.administrator())
        let paths = [
            "/friends?q=Zebedee", "/chats/new?q=Zebedee", "/chats/to?q=Zebedee", "/people/guest", "/chats/guest",
            "/daily?q=Zebedee", "/archive?q=Zebedee", "/admin/people?q=Zebedee", "/admin/people/guest",
        ]
        func pages() throws -> [String] {
            try [aino, keeper].flatMap { visitor in try paths.map { try visitor.get($0).page.still } }
        }
        let before = try pages()
        let (_, id) = try site.guest("Zebedee")
        #expect(try pages() == before)
        for folded in ["~guest-\(id)", "guest"] {
            for path in ["/people/", "/chats/", "/people/\(folded)/relics"] {
                try aino.get(path.hasSuffix("/") ? path + folded : path).gets(404)
            }
            try keeper.get("/admin/people/\(folded)").gets(404)
            try aino.get("/friends").post("/friends/requests", [("csrf", aino.token), ("user", folded)])
            aino.seesNot("Zebedee")
            try Visitor(site).get("/login").fill("username", folded).fill("password", "nobody signs in by this")
                .submit("/login").gets(422)
        }
        #expect(try site.references(to: id) == ["guest_account.account_id", "session.account_id"])
        let active = try site.app.site.database.read {
            try site.app.accounts.active($0, after: ID(rawValue: 0), limit: 1_000)
        }
        #expect(active.count > 5 && !active.contains(id))
        try keeper.get("/admin/people").sees("One guest without an account.").seesNot("Zebedee")
    }

    @Test func `a guest who leaves is gone at once, and then everything of theirs`() throws {
        let site = try TestSite.demo()
        let den = site.addDen()
        let (guest, id) = try site.guest("Kim")
        try guest.stand(at: DemoCast.Place.oodi.coordinate)
        try guest.get("/logout").sees("Leave?").submit("/logout").isAt("/").sees("You left.", "Sign in")
        #expect(den.departed.names.withLock { $0 } == ["Kim"])
        #expect(guest.cookies["session"] == nil)
        #expect(try site.guests() == [])
        #expect(try site.accountRow(id)["display_name"] == "NULL")
        site.sweep()
        #expect(try site.references(to: id) == [])
        let isThere = try site.app.site.database.read {
            try $0.exists("SELECT 1 FROM \(Person.everyone) AS person WHERE person.id = \(id)")
        }
        #expect(!isThere)
        #expect(try site.everythingStored()["kept_name"] == [])
        try site.app.site.database.write { try site.app.accounts.endGuest($0, id, site.now) }
    }

    @Test func `only guests leave that way`() throws {
        let site = try TestSite.demo()
        let (aino, id) = (try site.member("aino_k"), try site.account("aino_k"))
        let row = try site.accountRow(id)
        try site.app.site.database.write { try site.app.accounts.endGuest($0, id, site.now) }
        #expect(try site.accountRow(id) == row)
        try aino.get("/logout").sees("Sign out?").submit("/logout").sees("You're signed out.")
        #expect(try site.accountRow(id) == row)
    }

    @Test func `who signs in to an account is no guest any more`() throws {
        let site = try TestSite.demo()
        site.addDen()
        let (guest, id) = try site.guest()
        try guest.get("/login").fill("username", "aino_k").fill("password", "demo-password").submit("/login")
            .get("/you").isAt("/you").sees("aino_k")
        #expect(try site.guests() == [])
        site.sweep()
        #expect(try site.references(to: id) == [])
    }

    @Test func `a guest whom no browser remembers is gone after a day`() throws {
        let site = try TestSite.demo()
        let (guest, id) = try site.guest()
        site.wait(seconds: 20 * 86_400)
        try guest.get("/notices").isAt("/notices")
        site.sweep()
        #expect(try site.guests() == [id])
        site.wait(seconds: 31 * 86_400)
        site.sweep()
        #expect(try site.guests() == [])
        #expect(try Visitor(site, cookies: guest.cookies).get("/notices").page.path.hasPrefix("/login"))
    }

    @Test(arguments: [
        "", "  \n ", String(repeating: "k", count: 61), "K\u{202E}im", "K\u{0}im", "\u{200B}\u{200B}", "admin",
        "Someone who left", "guest", "🦊🦊", "12",
    ])
    func `what is no display name is no nickname`(_ typed: String) {
        let name = try? DisplayName(typed: typed)
        #expect(name == nil)
    }

    @Test(arguments: [
        "K", "Bo", String(repeating: "ß", count: 60), "نور الهدى", "<b>O'Bri&en\"</b>", "  Kim\tK. ", "ﷺﷺﷺ",
    ])
    func `a nickname is shown as it was typed`(_ typed: String) throws {
        let site = try TestSite.empty()
        site.addDen()
        let (guest, id) = try site.guest(typed)
        let name = try #require(try DisplayName(typed: typed))
        try guest.get("/").sees(name.text)
        #expect(!guest.page.text.contains("<b>"))
        #expect(try site.guests() == [id])
    }

    @Test func `thirty guests an hour come from one network, and who is not let in does not count`() throws {
        let site = try TestSite.empty()
        let name = try #require(try DisplayName(typed: "Kim"))
        func come(from client: ClientAddress = .loopback, isLetIn: Bool = true) throws {
            let context = try site.guestRequest(from: client)
            _ = try site.app.accounts.beginGuest(name, timeZone: "Mars/Olympus", context) { _, _ in
                if !isLetIn { throw Failure.notFound }
            }
        }
        for _ in 0..<40 { #expect(throws: Failure.notFound) { try come(isLetIn: false) } }
        #expect(try site.guests() == [])
        for _ in 0..<30 { try come() }
        #expect(throws: Failure.self) { try come() }
        #expect(try site.guests().count == 30)
        try come(from: #require(ClientAddress("192.0.2.7")))
        site.wait(seconds: 3_601)
        try come()
    }
}
