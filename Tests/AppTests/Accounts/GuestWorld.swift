import HTTP
import Proximity
import Synchronization
import Testing

@testable import App
@testable import Database

/// Where guests of tests are let in: their page is the notices.
struct Den: AccountObserver {
    static let migrations: [Migration] = []
    static let path = "/notices"
    let accounts: Accounts
    let departed = Departed()

    var routes: [Route] { [] }

    /// The nicknames of those who left.
    final class Departed: Sendable {
        let names = Mutex<[String]>([])
    }

    /// What ends with its last guest ends all its guests.
    func guestLeaves(_ database: Writer, _ guest: ID<Account>, at now: Timestamp) throws {
        let name = try database.value(
            "SELECT display_name FROM \(Person.everyone) AS person WHERE person.id = \(guest)", as: String.self)
        let isNew = departed.names.withLock { names in
            guard let name, !names.contains(name) else { return false }
            names.append(name)
            return true
        }
        if isNew { try accounts.endGuest(database, guest, at: now) }
    }
}

extension TestSite {
    /// Adds a feature that lets guests in.
    @discardableResult
    func addDen() -> Den {
        let den = Den(accounts: app.accounts)
        let features = app.site.features
        var services = features.services
        if let groups = services?.guestPages {
            services?.guestPages = GuestPages(
                own: { try groups.own($0, $1) ?? Den.path }, farewell: { groups.farewell($0) })
        }
        features.register(features.all + [den], services)
        return den
    }

    /// A request by which somebody becomes a guest.
    func guestRequest(from client: ClientAddress = .loopback) throws -> RequestContext {
        let request = try Request(
            method: .post, target: "/den", headers: Headers([("Host", "localhost:8080")]), client: client)
        return RequestContext(
            site: app.site, request: request, parameters: [:], signedIn: nil, form: FormFields(), pathForLog: "/den")
    }

    /// A new guest with a token for forms, and the id of their account.
    func guest(_ nickname: String = "Kim") throws -> (visitor: Visitor, id: ID<Account>) {
        let context = try guestRequest()
        let name = try #require(try DisplayName(typed: nickname))
        let id = try app.accounts.beginGuest(name, timeZone: "Europe/Helsinki", context) { _, _ in }
        let visitor = Visitor(self, cookies: ["session": try #require(context.sessionToken)])
        try visitor.get("/logout").gets(200)
        return (visitor, id)
    }

    /// Who is a guest.
    func guests() throws -> [ID<Account>] {
        try app.site.database.read { database in
            try database.all("SELECT account_id FROM \(Account.guests) AS guest ORDER BY account_id") {
                try $0["account_id"]
            }
        }
    }

    /// Rows that refer to an account, as "TABLE.COLUMN", whatever the tables are.
    func references(to account: ID<Account>) throws -> [String] {
        try app.site.database.read { database in
            let links = try database.all(
                """
                SELECT child.name AS child, link."from" AS field
                FROM sqlite_master AS child, pragma_foreign_key_list(child.name) AS link
                WHERE child.type = 'table' AND link."table" = 'account'
                """
            ) { (table: try $0["child"] as String, column: try $0["field"] as String) }
            #expect(links.count > 20)
            var found: [String] = []
            for (table, column) in links {
                let text = "SELECT 1 FROM \"\(table)\" WHERE \"\(column)\" = \(account.rawValue)"
                if try database.exists(SQL(text: text, values: [], isKept: false)) {
                    found.append("\(table).\(column)")
                }
            }
            return found.sorted()
        }
    }
}

extension PlanTests {
    /// Guests who sign up, leave and do not come back.
    func visitGuests(_ site: TestSite) throws {
        let (kim, _) = try site.guest()
        try kim.get("/").get("/signup").fill("username", "kim_kim").fill("email", "kim@example.org")
            .fill("birth_date", "2001-05-31").fill("password", "long enough for me")
            .fill("password_confirmation", "long enough for me").submit("/signup").get("/you").isAt("/you")
        try site.guest("Kam").visitor.submit("/logout")
    }
}
