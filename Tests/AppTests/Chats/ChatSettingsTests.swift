import Database
import Foundation
import HTTP
import Proximity
import Testing

@testable import App

/// What people choose about chats, and "Active today".
struct ChatSettingsTests {
    @Test func `each choice is kept, whatever the values of the fields`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        func stored() throws -> ChatSettings {
            let id = try site.account("aino_k")
            return try site.app.site.database.read { try ChatQueries.settings($0, of: id) }
        }
        #expect(try stored() == ChatSettings())
        try aino.get("/settings").sees("Chats").get("/settings/chats").submit("/settings/chats").sees("Saved.")
        #expect(try stored() == ChatSettings())
        try aino.post("/settings/chats", [("csrf", aino.token)]).isAt("/settings/chats")
        #expect(
            try stored()
                == ChatSettings(takesRequests: false, showsActivity: false, sendsByEnter: false, tellsText: false))
        let odd = ["takes_requests", "shows_activity", "sends_by_enter", "tells_text"].flatMap { name in
            [(name: name, value: "\u{202E}' OR 1"), (name: name, value: "0")]
        }
        try aino.post("/settings/chats", [("csrf", aino.token)] + odd).isAt("/settings/chats")
        #expect(
            try stored() == ChatSettings(takesRequests: true, showsActivity: true, sendsByEnter: true, tellsText: true))
    }

    @Test func `who takes no requests gets none`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/settings/chats").post("/settings/chats", [("csrf", aino.token)])
        try site.member("ville").get("/chats/aino_k").gets(200)
        #expect(throws: ValidationErrors.self) { try site.write("Hello?", from: "ville", to: "aino_k") }
    }

    /// What Aino's list and her chat say of Mikko.
    private func presence(
        _ site: TestSite, of other: String = "mikko", in zone: String = "Europe/Helsinki"
    ) throws -> String {
        let (viewer, asked) = (viewer(try site.account("aino_k"), in: zone), try site.account(other))
        let found = try site.app.site.database.read { database -> (String, [ListedChat]) in
            let chats = try ChatQueries.list(
                database, .all, of: viewer.id, limit: 100, today: site.app.chats.today(site.now), at: site.now
            ).chats
            let words = try site.app.chats.presence(database, of: asked, for: viewer, site.now)
            return (words, chats.filter { $0.other.username == other })
        }
        #expect(found.1.allSatisfy { $0.isActive == !found.0.isEmpty })
        return found.0
    }

    private func viewer(_ id: ID<Account>, in zone: String) -> Viewer {
        Viewer(
            id: id, username: "aino_k", session: ID(rawValue: 1),
            timeZone: TimeZone(identifier: zone) ?? .gmt, units: .metric, theme: .system, receipts: true,
            retentionHours: 24, isAdministrator: false, sharesArea: false)
    }

    /// A world in which only Mikko has a session, begun at seven minutes past two in the afternoon.
    private func world() throws -> (TestSite, Visitor) {
        let site = try TestSite.demo()
        try site.app.site.database.write { try $0.execute("DELETE FROM session") }
        try site.write("Hi", from: "mikko", to: "aino_k")
        site.wait(seconds: 420)
        return (site, try site.member("mikko"))
    }

    @Test func `friends learn at the half hour that somebody was here today`() throws {
        let (site, mikko) = try world()
        #expect(try presence(site) == "")
        site.wait(seconds: 22 * 60)
        #expect(try presence(site) == "")
        site.wait(seconds: 60)
        #expect(try presence(site) == "Active today")
        // Another visit does not hide the one before it.
        site.wait(seconds: 3_700)
        try mikko.get("/")
        site.app.accounts.storeSessionUses(site.now)
        #expect(try presence(site) == "Active today")
        // Until midnight in Helsinki.
        site.wait(seconds: 8 * 3_600)
        #expect(try presence(site) == "Active today")
        site.wait(seconds: 3_600)
        #expect(try presence(site) == "")
    }

    @Test func `today is the site's for everybody, whatever zone somebody chooses`() throws {
        let (site, _) = try world()
        // Early in the morning of the next day in Helsinki.
        for (hours, words) in [(1.0, "Active today"), (9.0, "")] {
            site.wait(seconds: hours * 3_600)
            for zone in ["Etc/GMT-14", "Europe/Helsinki", "Etc/GMT+12"] {
                #expect(try presence(site, in: zone) == words, "\(zone)")
            }
        }
    }

    @Test func `only friends who both show it learn it, and nobody of a pause`() throws {
        let (site, mikko) = try world()
        site.wait(seconds: 3_600)
        #expect(try presence(site) == "Active today")
        #expect(try presence(site, of: "elias") == "")
        for name in ["aino_k", "mikko"] {
            let id = try site.account(name)
            let hidden = ChatSettings(showsActivity: false)
            try site.app.site.database.write { try ChatQueries.save($0, hidden, of: id) }
            #expect(try presence(site) == "")
            try site.app.site.database.write { try ChatQueries.save($0, ChatSettings(), of: id) }
        }
        try mikko.get("/you").fill("minutes", "60").submit("/settings/pause")
        #expect(try presence(site) == "Active today")
        site.wait(seconds: 1_800)
        #expect(try presence(site) == "")
        site.wait(seconds: 3_600)
        #expect(try presence(site) == "Active today")
        try mikko.get("/friends").submit("/friends/aino_k/remove")
        #expect(try presence(site) == "")
    }
}
