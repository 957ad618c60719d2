import Database
import Foundation
import Media
import Testing

@testable import App

/// What a person takes along of photos of the day, and what goes with them.
struct DailyDataTests {
    private let site: TestSite
    private let own: ID<DailyPost>
    private let other: ID<DailyPost>

    init() throws {
        site = try TestSite.demo()
        own = try site.addPhoto("leena", on: "2026-11-10", caption: "My own words")
        other = try site.addPhoto("sofia", on: "2026-11-10", caption: "words of Sofia")
        for name in ["leena", "sofia"] {
            let visitor = try site.member(name)
            for (id, word) in [(own, "on Leena’s"), (other, "on Sofia’s")] {
                try visitor.get(DailyPaths.post(id)).gets(200).post(
                    DailyPaths.comments(id), [("csrf", visitor.token), ("text", "\(name) \(word)"), ("key", word)])
                try visitor.post(DailyPaths.reactions(id), [("csrf", visitor.token), ("emoji", "🔥")])
            }
        }
    }

    private func leave(_ name: String) throws {
        try site.member(name).get("/settings/delete").sees("Your photos of the day", "Your comments and reactions")
            .fill("password", "demo-password").submit("/settings/delete").sees("Your account is deleted.")
    }

    private func everything() throws -> String {
        try ["moment", "moment_comment", "moment_reaction", "calendar_feed", "daily_prompt", "recap"]
            .flatMap { try site.rows($0) }.joined(separator: "\n")
    }

    @Test func `an export holds one's photos and answers, and nobody else's`() throws {
        let leena = try site.member("leena")
        try leena.get("/settings/export").fill("password", "demo-password").submit("/settings/export")
        site.app.runJobs([.long])
        let link = try leena.get("/settings/export").page.links.first { $0.hasPrefix("/settings/export/") }
        let files = try ExportTests.unpacked(leena, #require(link))
        let photos = try #require(files["daily/photos.json"])
        #expect(photos.contains("My own words") && photos.contains("2026-11-10") && !photos.contains("words of Sofia"))
        let comments = try #require(files["daily/comments.json"])
        #expect(comments.contains("leena on Leena’s") && comments.contains("leena on Sofia’s"))
        #expect(!comments.contains("sofia on"))
        let reactions = try #require(files["daily/reactions.json"])
        #expect(reactions.components(separatedBy: "🔥").count == 3)
    }

    @Test func `who leaves is gone from photos, comments, counts and notices, at once and then from the disk`() throws {
        let leena = try site.account("leena")
        let feed = try site.member("leena").get("/calendar").submit("/calendar/feed").get("/calendar").page.text
        let address = try #require(feed.firstMatch(of: #/calendar\.ics\?token=[\w-]+/#)).output
        let sofia = try site.member("sofia")
        try sofia.get("/notices").sees("commented on your photo")
        try leave("leena")
        try Visitor(site).get("/\(address)").gets(404)
        try sofia.get(DailyPaths.post(own)).gets(404)
        try sofia.get(DailyPaths.post(other)).sees("sofia on Sofia’s").seesNot("leena on")
        #expect(sofia.page.text.contains("<b aria-hidden=\"true\">1</b>"))
        for _ in 0..<4 {
            site.sweep()
            site.wait(seconds: 700)
        }
        let rows = try everything()
        for gone in ["\(leena)", "My own words", "on Leena"] { #expect(!rows.contains(gone), "\(gone)") }
        for kept in ["words of Sofia", "sofia on Sofia"] { #expect(rows.contains(kept), "\(kept)") }
        try sofia.get("/notices").seesNot("commented on your photo", "reacted to your photo")
    }
}
