import Database
import Foundation
import GRDB
import HTTP
import Proximity
import Testing

@testable import App

/// Account deletion.
struct DeletionTests {
    private func leave(_ visitor: Visitor, password: String = "demo-password") throws {
        try visitor.get("/settings/delete").fill("password", password).submit("/settings/delete")
    }

    private func check(_ site: TestSite, location: SourceLocation = #_sourceLocation) throws {
        let broken = try site.app.site.database.read {
            try $0.all("SELECT \"table\" AS name FROM pragma_foreign_key_check") { try $0["name"] as String }
        }
        #expect(broken == [], sourceLocation: location)
    }

    /// All pages that show people, as a visitor sees them.
    private func pages(_ visitor: Visitor) throws -> String {
        var text = ""
        let paths = [
            "/", "/archive", "/archive?view=map", "/notes", "/notes/new", "/friends", "/friends?q=mik",
            "/friends/order", "/friends/blocked", "/friends/contacts", "/people/ville", "/people/jonas", "/settings",
        ]
        for path in paths { text += try visitor.get(path).page.text }
        return text
    }

    @Test func `the page says beforehand what is deleted and what is kept`() throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.get("/settings").get("/settings/delete")
        aino.sees("You can’t undo this", "What’s deleted", "What stays", "someone who left", "for a year")
        #expect(aino.page.links.contains("/settings/export"))
        try aino.get("/settings/delete").get("/settings").gets(200)
    }

    @Test func `right after the deletion nobody sees the account anywhere`() throws {
        let site = try TestSite.demo()
        let (mikko, aino, ville) = (try site.member("mikko"), try site.member("aino_k"), try site.member("ville"))
        try aino.stand(at: DemoCast.Place.oodi.coordinate)
        #expect(try pages(aino).contains("mikko"))
        try leave(mikko)
        mikko.isAt("/").gets(200).sees("Your account is deleted.", "Sign in")
        #expect(mikko.cookies["session"] == nil && mikko.cookies["device"] == nil)
        for visitor in [aino, ville] { #expect(try !pages(visitor).contains("mikko")) }
        #expect(try aino.get("/people/mikko").page.status == 404)
        #expect(try aino.get("/people/\(PathText.component(Person.deletedName))").page.status == 404)
        try Visitor(site).get("/login").fill("username", "mikko").fill("password", "demo-password").submit("/login")
            .gets(422)
        try check(site)
        site.sweep()
        try check(site)
        #expect(try !pages(aino).contains("mikko"))
    }

    @Test func `all sessions end, those of other browsers too`() throws {
        let site = try TestSite.demo()
        let (phone, laptop) = (try site.member("mikko"), try site.member("mikko"))
        try leave(phone)
        #expect(try laptop.get("/settings").page.path.hasPrefix("/login"))
        #expect(try Visitor(site, cookies: phone.cookies).get("/you").page.path.hasPrefix("/login"))
    }

    @Test func `found notes stay as from someone who left, and waiting notes are deleted`() throws {
        let site = try TestSite.demo()
        let (aino, ella) = (try site.member("aino_k"), try site.newAccount("ellas"))
        let (ainoID, ellaID) = (try site.account("aino_k"), try site.account("ellas"))
        try site.app.friends.ask(from: ellaID, to: ainoID, at: site.now)
        try site.app.friends.ask(from: ainoID, to: ellaID, at: site.now)
        for (text, lat) in [("here it is", "60.0"), ("never found", "61.0")] {
            try ella.get("/notes/new").fill("text", text).fill("to", "aino_k").fill("lat", lat).fill("lon", "24.0")
                .submit("/notes")
        }
        try aino.stand(at: try #require(Coordinate(latitude: 60, longitude: 24)))
        let path = try #require(aino.get("/archive").page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        try aino.get(path).sees("here it is", "ellas")
        try leave(ella, password: "long enough for me")
        for _ in 0..<2 {
            try aino.get(path).sees("here it is", "someone who left").seesNot("ellas")
            #expect(!aino.page.links.contains { $0.hasPrefix("/people/") })
            #expect(aino.page.text.contains("avatar-c10"))
            try aino.get("/archive").sees("someone who left").get("\(path)/card").sees("someone who left")
            #expect(try aino.get("/archive?view=map").page.text.contains("Note from someone who left"))
            // The note at the other place can no longer be found.
            try aino.stand(at: try #require(Coordinate(latitude: 61, longitude: 24))).seesNot("note.found")
            site.sweep()
        }
        let left = try site.app.site.database.read {
            try $0.all("SELECT text FROM note WHERE author_id = \(ellaID)") { try $0["text"] as String }
        }
        #expect(left == ["here it is"])
        // With its last copy, the note is deleted completely.
        try aino.get(path).seesNot("Leave a note back").submit("/archive/\(path.split(separator: "/")[1])/delete")
        site.wait(seconds: 2 * 3_600)
        site.app.runJobs()
        try site.app.accountData.sweep(site.now)
        #expect(try site.app.site.database.read { try !$0.exists("SELECT 1 FROM account WHERE id = \(ellaID)") })
        try check(site)
    }

    @Test func `personal data is deleted and grid counts stay right`() throws {
        let site = try TestSite.demo()
        let (aino, sofia) = (try site.member("aino_k"), try site.member("sofia"))
        try aino.stand(at: DemoCast.Place.oodi.coordinate)
        let id = try site.account("aino_k")
        try aino.get("/people/jonas").fill("reason", "was rude").submit("/people/jonas/report")
        try sofia.get("/people/aino_k").fill("reason", "was loud").submit("/people/aino_k/report")
        try leave(aino)
        site.sweep()
        try check(site)
        let tables = [
            ("position", "account_id"), ("device", "account_id"), ("session", "account_id"),
            ("friendship", "account_id"), ("friendship", "friend_id"), ("friend_request", "from_id"),
            ("friend_request", "to_id"), ("delivery", "recipient_id"), ("export", "account_id"),
            ("report", "reporter_id"), ("media", "owner_id"),
        ]
        let database = try GRDBReader(site)
        for (table, column) in tables { #expect(try database.count(table, column: column, id: id) == 0, "\(table)") }
        #expect(try database.count("grid_count", column: "owner_id", id: id) == 0)
        #expect(try database.count("account", column: "id", id: id) == 1)
        let keeper = try site.administrator()
        try keeper.get("/admin/reports").sees("was rude", "was loud", "someone who left", "Someone who left")
            .seesNot("aino_k")
        try keeper.get("/admin/people").seesNot("aino_k", "someone who left")
        #expect(try keeper.get("/admin/people/\(PathText.component(Person.deletedName))").page.status == 404)
    }

    @Test func `a finished export is deleted too`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/settings/export").fill("password", "demo-password").submit("/settings/export")
        site.app.runJobs([.long])
        #expect(try FileManager.default.contentsOfDirectory(atPath: site.folder + "/exports").count == 1)
        try leave(aino)
        #expect(try FileManager.default.contentsOfDirectory(atPath: site.folder + "/exports") == [])
    }

    @Test func `a wrong password deletes nothing and is counted`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try leave(aino, password: "wrong")
        aino.gets(422).sees("That’s not your password.")
        try leave(aino, password: "")
        aino.gets(422)
        try leave(aino, password: String(repeating: "x", count: 2_000))
        aino.gets(422)
        for _ in 0..<10 { try leave(aino, password: "wrong") }
        aino.gets(429)
        try aino.post("/settings/delete", [("csrf", "no"), ("password", "demo-password")]).gets(403)
        try aino.get("/settings/delete?password=demo-password").gets(200)
        try aino.get("/you").sees("aino_k")
    }

    @Test func `the last administrator cannot delete their account`() throws {
        let site = try TestSite.demo()
        let keeper = try site.administrator()
        try keeper.get("/settings/delete").sees("You’re the only administrator")
        try keeper.post("/settings/delete", [("csrf", keeper.token), ("password", "long enough for me")])
        keeper.gets(422)
        let second = try site.administrator("keeper-two")
        try leave(second, password: "long enough for me")
        second.isAt("/").sees("Your account is deleted.")
        try keeper.get("/you").sees("keeper")
    }

    @Test func `the name is free again after a year`() throws {
        let site = try TestSite.demo()
        try leave(try site.member("mikko"))
        site.sweep()
        #expect(try site.newAccount("Mikko").page.status == 422)
        site.wait(seconds: 366 * 86_400)
        try site.app.accountData.sweep(site.now)
        #expect(try site.newAccount("mikko").page.status == 200)
        _ = try site.account("mikko")
    }

    @Test func `rows of a request running at the deletion are deleted too`() throws {
        let site = try TestSite.demo()
        let (mikko, aino) = (try site.account("mikko"), try site.account("aino_k"))
        try leave(try site.member("mikko"))
        site.sweep()
        try site.addRequest(from: mikko, to: aino)
        site.wait(seconds: 900)
        site.sweep()
        #expect(try GRDBReader(site).count("friend_request", column: "from_id", id: mikko) == 0)
    }

    @Test func `many positions and notes are deleted in small batches`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.stand(at: DemoCast.Place.oodi.coordinate)
        let (id, mikko) = (try site.account("aino_k"), try site.account("mikko"))
        try site.app.site.database.write { database in
            let device: ID<Device> = try #require(try database.value("SELECT id FROM device WHERE account_id = \(id)"))
            try database.execute(
                """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
                INSERT INTO position (id, account_id, device_id, lat, lon, accuracy, source, taken_at)
                SELECT i, \(id), \(device), 60.17, 24.94, 8, 'browser', \(site.now) - i FROM n
                """)
            try database.execute(
                """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
                INSERT INTO note (id, author_id, submission, text, lat, lon, radius_m, created_at)
                SELECT i, \(id), 's' || i, 'x', 60.17, 24.94, 6, \(site.now) FROM n
                """)
            try database.execute(
                """
                INSERT INTO delivery (note_id, recipient_id, cell, found_at)
                SELECT id, \(mikko), 1, CASE WHEN id < 1000 THEN \(site.now) END FROM note WHERE id <= 5000
                """)
        }
        try leave(aino)
        #expect(try GRDBReader(site).count("position", column: "account_id", id: id) >= 5_000)
        site.sweep()
        let reader = try GRDBReader(site)
        #expect(try reader.count("position", column: "account_id", id: id) == 0)
        #expect(
            try reader.count("note", column: "author_id", id: id) >= 999
                && reader.count("note", column: "author_id", id: id) < 1_100)
        try check(site)
    }
}

/// Counts rows by table and column name.
private struct GRDBReader {
    let site: TestSite

    init(_ site: TestSite) throws { self.site = site }

    func count(_ table: String, column: String, id: ID<Account>) throws -> Int {
        let file = site.folder + "/cairn.sqlite"
        return try DatabaseQueue(path: file).read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table) WHERE \(column) = ?", arguments: [id.rawValue])
                ?? 0
        }
    }
}
