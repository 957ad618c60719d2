import Database
import Synchronization
import Testing

@testable import App

/// Every statement that the site runs finds its rows by an index.
struct PlanTests {
    /// Sweeps read whole tables by design, a few times an hour.
    private static let sweeps = [
        "DELETE FROM session WHERE used_at", "DELETE FROM position WHERE id IN",
        "DELETE FROM device WHERE session_id IS NULL",
        "UPDATE device SET plausibility = ?, look_lat = NULL, look_lon = NULL WHERE id IN", "DELETE FROM shared_area WHERE account_id IN",
        "UPDATE shared_area SET earlier_cell = NULL",
    ]

    @Test func `no statement reads a whole table`() throws {
        // Without statistics, which say of a demo world that reading all of it is quick.
        let demo = try TestSite.demo()
        try demo.app.site.database.write { try $0.execute("DELETE FROM sqlite_stat1") }
        let site = try demo.copy()
        let statements = Mutex<[String: SQL]>([:])
        let note: @Sendable (SQL) -> Void = { sql in statements.withLock { $0[sql.text] = sql } }
        try Reader.$observer.withValue(note) { try visitEverything(site) }
        let all = statements.withLock { Array($0.values) }
        #expect(all.count > 30)
        // A tile is read from a file that somebody else made.
        for sql in all
        where sql.text.isQuery && !sql.text.contains("FROM tiles ")
            && !PlanTests.sweeps.contains(where: { sql.text.hasPrefix($0) })
        {
            let plan = try site.app.site.database.read { try $0.plan(sql) }
            let scans = plan.filter { $0.hasPrefix("SCAN") && !$0.contains("CONSTANT ROW") && $0 != "SCAN span" }
            #expect(scans.isEmpty, "\(sql.text)\n\(plan)")
            // An area is sought by its cells, not by walking through all that is somebody's.
            let seeks = plan.contains { $0.contains("cell>? AND cell<?") }
            #expect(seeks || !sql.text.contains("AS span"), "\(sql.text)\n\(plan)")
        }
    }

    private func visitEverything(_ site: TestSite) throws {
        let aino = try site.member("aino_k")
        try aino.stand(at: DemoCast.Place.oodi.coordinate).sees("note.found")
        for path in ["/", "/archive", "/archive?view=map", "/notes", "/notes/new", "/friends", "/friends?q=vil"] {
            try aino.get(path)
        }
        for link in try aino.get("/archive").page.links where link.hasPrefix("/notes/") { try aino.get(link) }
        try aino.get("/notes/new").fill("text", "x").fill("to", "mikko").fill("lat", "60").fill("lon", "24").submit(
            "/notes")
        let note = try #require(aino.page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        try aino.get(note).submit("\(note)/delete")
        let accept = try #require(aino.get("/friends").page.forms.first { $0.action.hasSuffix("/accept") })
        try aino.submit(accept.action)
        try aino.get("/friends").submit("/friends/ville/remove")
        try aino.get("/friends?q=vil").fill("user", "ville").submit("/friends/requests")
        try aino.get("/friends").submit(try #require(aino.page.forms.first { $0.action.hasSuffix("/cancel") }).action)
        try visitFriends(site, aino)
        try visitAdministration(site)
        try aino.get("/settings").fill("area", "1").submit("/settings/preferences")
        try aino.stand(at: DemoCast.Place.oodi.coordinate)
        try site.member("mikko").get("/people/aino_k")
        try aino.get("/settings/visibility").get("/people/aino_k").get("/settings/devices")
        try aino.submit(try #require(aino.page.forms.first { $0.action.contains("/devices/") }).action)
        try aino.stand(at: DemoCast.Place.oodi.coordinate)
        try aino.get("/settings/devices").submit("/settings/devices/forget")
        try aino.get("/settings").submit("/settings/preferences")
        try visitLeaving(site)
        try aino.get("/you").submit("/logout")
    }
}

extension PlanTests {
    private func visitFriends(_ site: TestSite, _ aino: Visitor) throws {
        try aino.get("/people/mikko").fill("reason", "x").submit("/people/mikko/report")
        try aino.get("/friends/order").fill("down", "elias").submit("/friends/order")
        try aino.get("/friends").submit("/friends/elias/remove").submit("/friends/elias/restore")
        try aino.get("/friends/contacts").fill("findable", "1").submit("/friends/findable")
        try aino.upload("/friends/contacts", "contacts", file: Array(ContactTests.card("x@example.org").utf8))
        try aino.get("/friends/contacts").submit("/friends/findable")
        let id = try site.account("aino_k")
        try site.app.site.database.write { try Friends.addressChanged($0, of: id, to: nil, key: site.app.site.key) }
        let link = try InviteTests.make(aino)
        try site.member("ville").get(link).submit(link)
        try Visitor(site).get(link)
        try aino.submit("/friends/invite/revoke").submit("/friends/invite")
        let decline = try #require(aino.get("/friends").page.forms.first { $0.action.hasSuffix("/decline") })
        try aino.submit(decline.action)
        try aino.get("/people/jonas").submit("/people/jonas/block").submit("/people/jonas/unblock")
    }

    private func visitLeaving(_ site: TestSite) throws {
        let mikko = try site.member("mikko")
        try mikko.stand(at: DemoCast.Place.oodi.coordinate)
        try mikko.get("/settings/export").fill("password", "demo-password").submit("/settings/export")
        site.app.runJobs([.long])
        for link in try mikko.get("/settings/export").page.links where link.hasPrefix("/settings/export/") {
            #expect(try mikko.fetch(link).status == .ok)
        }
        try mikko.get("/settings/delete").fill("password", "demo-password").submit("/settings/delete")
        site.app.runJobs()
        site.wait(seconds: 3 * 3_600)
        try site.app.leaving.sweep(site.now)
    }

    private func visitAdministration(_ site: TestSite) throws {
        let keeper = try site.administrator()
        for path in ["/admin", "/admin/people", "/admin/people?q=mik", "/admin/people/mikko", "/admin/audit"] {
            try keeper.get(path)
        }
        let later = "after=1795262400000-1"
        for path in ["people?", "audit?", "reports?", "reports?state=closed&"] {
            try keeper.get("/admin/\(path)\(later)")
        }
        let form = try #require(keeper.get("/admin/reports").page.forms.first { $0.action.hasSuffix("/close") })
        try keeper.fill("note", "x").submit(form.action).get("/admin/reports?state=closed")
        try keeper.get("/admin/people/sofia").submit("/admin/people/sofia/suspend")
        try keeper.submit("/admin/people/sofia/unsuspend").submit("/admin/people/sofia/end-sessions")
    }
}

extension String {
    fileprivate var isQuery: Bool { ["SELECT", "UPDATE", "DELETE"].contains { hasPrefix($0) } }
}
