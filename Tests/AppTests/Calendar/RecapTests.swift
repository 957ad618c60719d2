import Foundation
import TestTools
import Testing

@testable import App

struct RecapTests {
    private static func folder(_ site: TestSite) -> String { PhotoCalendar(daily: site.app.daily).recapFolder }

    @Test func `a month is made by a job, shown with its progress, and downloaded`() throws {
        let site = try TestSite.warmDemo()
        let aino = try site.member("aino_k")
        try aino.get("/calendar/2026-11.zip").isAt("/calendar/2026-11/recap").sees("Making it: 0 %")
        try aino.get("/calendar/2026-11.webp").isAt("/calendar/2026-11/recap")
        site.app.runJobs([.long])
        try aino.get("/calendar/2026-11/recap").sees("Ready").seesNot("Making it")
        let zip = try aino.fetch("/calendar/2026-11.zip")
        #expect(zip.status == .ok)
        #expect(zip.headers["content-disposition"] == "attachment; filename=\"cairn-aino_k-2026-11.zip\"")
        #expect(zip.headers["cache-control"] == "private, no-store")
        let files = try FileManager.default.contentsOfDirectory(atPath: RecapTests.folder(site))
        #expect(files.count == 2)
        let lists = try files.map { name in
            try Tool.run(Tool.python, ["-m", "zipfile", "-l", "\(RecapTests.folder(site))/\(name)"]).output
        }
        let names = try #require(lists.first { $0.contains("index.txt") }).split { $0.isWhitespace }.map(String.init)
        #expect(names.contains { $0.contains(#/^2026-11-\d\d\.(jpg|webp)$/#) })
        #expect(names.contains { $0.contains(#/^2026-11-\d\d-front\.(jpg|webp)$/#) })
        #expect(names.contains("captions.json"))
        try site.member("mikko").get("/calendar/2026-11/recap").seesNot("Ready")
    }

    @Test func `a month without photos, and what is no month, is not found`() throws {
        let visitor = try TestSite.demo().member("aino_k")
        for path in ["2026-11.zip", "2026-11.webp", "2026-11.pdf", "2026-13.zip", "2026-11", "x", "2026-11.zip.zip"] {
            try visitor.get("/calendar/\(path)").gets(404)
        }
        try visitor.get("/calendar/2026-11/recap").gets(404)
        try visitor.get("/calendar/x/recap").gets(404)
    }

    @Test func `it is made again after another photo, and after a week`() throws {
        let site = try TestSite.warmDemo()
        let aino = try site.member("aino_k")
        try aino.get("/calendar/2026-11.zip")
        site.app.runJobs([.long])
        try aino.get("/calendar/2026-11/recap").sees("Ready")
        // The day of the month that she missed.
        try site.addPhoto("aino_k", on: "2026-11-12")
        try aino.get("/calendar/2026-11/recap").seesNot("Ready")
        site.wait(seconds: Recap.life + 1)
        site.sweep()
        #expect(try FileManager.default.contentsOfDirectory(atPath: RecapTests.folder(site)).isEmpty)
    }

    @Test func `a photo whose file is lost fails at last, and says so`() throws {
        let site = try TestSite.demo()
        try site.addPhoto("aino_k", on: "2026-11-01")
        let account = try site.account("aino_k")
        try site.app.site.database.write {
            try RecapQueries.insert(
                $0, file: String(repeating: "x", count: 27), of: account, try #require(CalendarMonth("2026-11")),
                kind: .zip,
                at: site.now)
            try RecapQueries.setFailed($0, file: String(repeating: "x", count: 27), site.now)
        }
        let recap = try site.app.site.database.read {
            try RecapQueries.recap($0, file: String(repeating: "x", count: 27))
        }
        #expect(recap?.hasFailed == true && recap?.isUnderWay == false)
        try site.app.site.database.write { try RecapQueries.delete($0, of: account) }
        #expect(try site.app.site.database.read { try RecapQueries.underWay($0, of: account) } == 0)
    }
}
