import Database
import Foundation
import HTTP
import Proximity
import Testing

@testable import App

/// `GET /admin`: how the site is, and what to do.
struct OverviewTests {
    @Test func `what was made by day is a chart, and a table for who does not see it`() throws {
        let site = try TestSite.empty()
        _ = try site.administrator()
        site.wait(seconds: 3 * 86_400)
        for name in ["kaisa_l", "tuomas"] { _ = try site.newAccount(name) }
        try DailyCounts.count(site.app.site)
        // Made after the count; the session of the first has ended.
        let keeper = try site.administrator("second")
        let page = try keeper.get("/admin").gets(200).sees("New members", "3 in 90 days, at most 2 a day").page
        // Bars are drawn by the server; a reader of the screen gets the table instead.
        let chart = #/<svg viewBox="0 0 360 64"[^>]*aria-hidden="true">\s*(<rect [^>]*\/>\s*)*<\/svg>/#
        let drawn = page.text.matches(of: chart)
        #expect(drawn.count == 4, "members, notes, relics and photos of the day")
        #expect(drawn.map { $0.output.0.matches(of: #/<rect /#).count }.sorted() == [0, 0, 0, 2])
        let rows = page.text.matches(of: #/<tr>\s*<td>(2026-[0-9-]+)<\/td><td>(\d+)<\/td>\s*<\/tr>/#)
        #expect(rows.map { "\($0.output.1) \($0.output.2)" }.prefix(2) == ["2026-11-24 2", "2026-11-21 1"])
    }

    @Test func `a chart has ninety days, and the smallest bar is seen`() {
        var numbers = [Int](repeating: 0, count: DailyCounts.shown)
        numbers[0] = 1
        numbers[89] = 1_000
        let chart = BarChartPart("New notes", numbers, today: 20_000)
        #expect(chart.viewBox == "0 0 360 64" && chart.sum == "1,001 in 90 days, at most 1000 a day")
        #expect(chart.bars.map { [$0.x, $0.y, $0.height] } == [[0, 62, 2], [356, 0, 64]])
        #expect(chart.rows.map { $0.number } == [1_000, 1])
    }

    @Test func `the figures are those of the site`() throws {
        let site = try TestSite.empty()
        let keeper = try site.administrator()
        try keeper.get("/admin").sees(
            "Members", "Photos, songs and videos", "Database", "Free on the disk", "Jobs waiting", "Pages open now",
            "Last good backup never", Version.text)
        try site.app.site.database.write { database in
            try BackupQueries.insert(
                database, BackupQueries.Run(startedAt: site.now, endedAt: site.now, file: "x", bytes: 1, error: nil))
        }
        try keeper.get("/admin").seesNot("Last good backup never")
    }

    @Test func `what needs somebody says what to do, and leads there`() throws {
        let site = try TestSite.empty()
        let keeper = try site.administrator()
        try keeper.get("/admin").sees(
            "No open reports", "No backups", "Switch them on.", "No map of your town", "Get a map.", "No mail server",
            "Set CAIRN_SMTP_URL and restart")
        let page = keeper.page.text
        for (path, title) in [
            ("/admin/reports", "No open reports"), ("/admin/backup", "No backups"),
            ("/admin/basemaps", "No map of your town"), ("/admin/setup/services", "No mail server"),
        ] {
            #expect(page.contains("<a href=\"\(path)\">\(title)</a>"), "\(path)")
            try keeper.get(path).gets(200)
        }
    }

    @Test func `errors of the last day are listed by route, without what was asked for`() throws {
        let site = try TestSite.demo()
        let keeper = try site.administrator()
        try keeper.get("/admin").seesNot("Errors of the last day")
        for route in ["/people/{username}", "/people/{username}", "/calendar"] {
            site.app.site.statistics.recordFault(
                RequestLabel(method: "GET", route: route), status: .internalServerError, at: site.now)
        }
        try keeper.get("/admin").sees(
            "Errors of the last day", "/people/{username} 500, 2 times", "/calendar 500, ", "journalctl -u cairn")
        site.wait(seconds: 86_400)
        try site.administrator("second").get("/admin").seesNot("Errors of the last day")
    }

    /// Administrators leave notes too: which job of notes fails would tell that one was found.
    @Test func `failing jobs of notes are told together, and not which`() throws {
        let site = try TestSite.empty()
        let keeper = try site.administrator()
        let kinds = site.app.notes.jobKinds.map { $0.name }
        try site.app.site.database.write { database in
            for kind in kinds { try Job.enqueue(database, kind: kind, key: "x-\(kind)", at: site.now) }
            try database.execute(
                "UPDATE job SET failing_since = \(site.now), error = 'The disk is full.' WHERE kind LIKE 'notes.%'")
        }
        try keeper.get("/admin").sees("Failing jobs", "The disk is full.", "\(kinds.count) jobs")
        for kind in kinds { keeper.seesNot(kind) }
    }
}
