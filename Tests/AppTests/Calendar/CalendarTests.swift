import Database
import Foundation
import Testing

@testable import App

struct CalendarTests {
    @Test func `a month shows each photo on its day, with a link to it`() throws {
        let site = try TestSite.demo()
        let first = try site.addPhoto("aino_k", on: "2026-10-01", caption: "first")
        let last = try site.addPhoto("aino_k", on: "2026-10-31", late: 60_000)
        try site.addPhoto("aino_k", on: "2026-09-30")
        try site.addPhoto("mikko", on: "2026-10-15")
        let page = try site.member("aino_k").get("/calendar?month=2026-10").gets(200).page
        #expect(page.links.filter { $0.hasPrefix("/moments/") } == ["/moments/\(first)", "/moments/\(last)"])
        #expect(page.text.contains("Your photo of Thursday 1 October 2026\""))
        #expect(page.text.contains("Your photo of Saturday 31 October 2026, posted late"))
        #expect(page.links.contains("/calendar?month=2026-09") && page.links.contains("/calendar?month=2026-11"))
    }

    @Test(arguments: ["", "?month=x", "?month=2026-13", "?month=1999-12", "?month=2099-12", "?year=1999", "?year=2099"])
    func `what is no month is the present one`(query: String) throws {
        let page = try TestSite.demo().member("aino_k").get("/calendar\(query)").gets(200).page
        #expect(page.plain.contains("November 2026"))
        #expect(page.text.matches(of: #/<td +aria-current="date">/#).count == 1)
    }

    @Test func `the first and the last month lead nowhere beyond`() throws {
        let visitor = try TestSite.demo().member("aino_k")
        #expect(try visitor.get("/calendar?month=2000-01").page.text.contains("rel=\"prev\"") == false)
        #expect(try visitor.get("/calendar?month=2099-11").page.text.contains("rel=\"next\"") == false)
        #expect(try visitor.get("/calendar?year=2098").page.text.contains("rel=\"next\"") == false)
    }

    @Test func `days missed since the first photo lead to the day's map, earlier ones are quiet`() throws {
        let site = try TestSite.demo()
        try site.addPhoto("aino_k", on: "2026-10-10")
        try site.app.site.database.write { database in
            for text in ["2026-10-08", "2026-10-12"] {
                try site.addWindow(try #require(CalendarDay(text)), in: database)
            }
        }
        let page = try site.member("aino_k").get("/calendar?month=2026-10").page
        #expect(page.text.contains("day-missed\" href=\"/daily/2026-10-12\""))
        #expect(page.text.contains("day-quiet\" href=\"/daily/2026-10-08\""))
    }

    @Test func `a deleted photo is gone, and its day is missed`() throws {
        let site = try TestSite.demo()
        try site.addPhoto("aino_k", on: "2026-10-09")
        let id = try site.addPhoto("aino_k", on: "2026-10-10")
        try site.app.site.database.write {
            _ = try $0.execute("UPDATE moment SET deleted_at = \(site.now) WHERE id = \(id)")
        }
        let page = try site.member("aino_k").get("/calendar?month=2026-10").page
        #expect(!page.links.contains("/moments/\(id)") && page.text.contains("day-missed\" href=\"/daily/2026-10-10\""))
    }

    @Test func `days are the site's, wherever the viewer is`() throws {
        let site = try TestSite.demo()
        // 01:30 on Sunday in Helsinki, where it is still Saturday in Greenwich.
        site.wait(seconds: 11.5 * 3_600)
        let visitor = try site.member("aino_k")
        try visitor.get("/settings").fill("time_zone", "America/Los_Angeles").submit("/settings/preferences")
        let text = try visitor.get("/calendar").page.text
        #expect(text.contains(#/<td +aria-current="date"><\w+ class="calendar-day [^>]*><time datetime="2026-11-22"/#))
    }

    @Test func `photos of the same date in earlier years stand below today's month`() throws {
        let site = try TestSite.demo()
        try site.addPhoto("aino_k", on: "2025-11-21", caption: "then")
        try site.addPhoto("aino_k", on: "2023-11-21")
        let visitor = try site.member("aino_k")
        try visitor.get("/calendar").sees("On this day", "A year ago", "3 years ago", "then")
        try visitor.get("/calendar?month=2026-10").seesNot("On this day")
    }

    @Test func `a year shows its twelve months, with the number of photos`() throws {
        let site = try TestSite.demo()
        for day in ["2024-02-28", "2024-02-29", "2024-12-31", "2025-01-01"] { try site.addPhoto("aino_k", on: day) }
        let page = try site.member("aino_k").get("/calendar?year=2024").gets(200).page
        #expect(page.links.filter { $0.hasPrefix("/calendar?month=2024-") }.count >= 12)
        #expect(page.plain.contains("February 2 photos") && page.plain.contains("December 1 photo"))
        #expect(page.text.matches(of: #/<img[^>]* src="\/media\/\w+\/small"/#).count == 3)
    }
}
