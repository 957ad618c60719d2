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
        "UPDATE device SET plausibility = ? WHERE id IN",
    ]

    @Test func `no statement reads a whole table`() throws {
        let site = try TestSite.demo()
        let statements = Mutex<[String: SQL]>([:])
        let note: @Sendable (SQL) -> Void = { sql in statements.withLock { $0[sql.text] = sql } }
        try Reader.$observer.withValue(note) { try visitEverything(site) }
        let all = statements.withLock { Array($0.values) }
        #expect(all.count > 30)
        for sql in all where sql.text.isQuery && !PlanTests.sweeps.contains(where: { sql.text.hasPrefix($0) }) {
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
        try aino.get("/settings").submit("/settings/preferences")
        try aino.get("/you").submit("/logout")
    }
}

extension String {
    fileprivate var isQuery: Bool { ["SELECT", "UPDATE", "DELETE"].contains { hasPrefix($0) } }
}
