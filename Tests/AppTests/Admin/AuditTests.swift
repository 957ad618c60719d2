import Database
import Proximity
import TestTools
import Testing

@testable import App

/// What the audit log tells of changes.
struct AuditTests {
    private func lines(_ site: TestSite) throws -> Int {
        try site.app.site.database.read { try $0.value("SELECT count(*) FROM admin_action", as: Int.self) ?? 0 }
    }

    @Test func `a change of settings is in the audit log, old and new`() throws {
        let (site, scratch) = (try TestSite.empty(), Folder())
        let keeper = try site.administrator()
        try keeper.get("/admin/settings").fill("name", "Kivikasa").submit("/admin/settings").sees("Saved.")
        try keeper.get("/admin/limits").fill("files", "1500").submit("/admin/limits").sees("Saved.")
        try keeper.get("/admin/daily").fill("minutes", "7").submit("/admin/daily").sees("Saved.")
        try keeper.get("/admin/backup").fill("is_on", "on").fill("folder", scratch.path).fill("time", "04:15")
            .submit("/admin/backup").sees("Saved.")
        try keeper.submit("/admin/backup/run")
        try keeper.get("/admin/audit").sees(
            "name: Cairn → Kivikasa", "files of a person: 2000 → 1500", "photo of the day: off → on", "minutes: 5 → 7",
            "changed the backups", "backups: off → on", "folder: none → /", "time: 03:30 → 04:15", "asked for a backup"
        ).seesNot("weeks kept", "time zone:")
    }

    @Test(arguments: ["settings", "limits", "backup"])
    func `what is saved as it was is no change`(_ page: String) throws {
        let site = try TestSite.empty()
        let keeper = try site.administrator()
        let before = try lines(site)
        try keeper.get("/admin/\(page)").submit("/admin/\(page)").sees("Saved.")
        #expect(try lines(site) == before)
    }

    @Test func `long values are cut`() throws {
        let long = "/" + String(repeating: "x", count: 400)
        let changes = AuditDetail.changes([("folder", long, "/b"), ("time", "03:30", "03:30")])
        let line = try #require(changes.first)
        #expect(changes.count == 1 && line.count < 120 && line.hasPrefix("folder: /xxx") && line.hasSuffix("x… → /b"))
    }
}
