import Database
import Foundation
import Proximity
import Testing

@testable import App

/// What a person takes along of relics, what goes with them, and what others learn.
struct RelicDataTests {
    private func export(_ visitor: Visitor) throws -> [String: String] {
        try visitor.get("/settings/export").fill("password", "demo-password").submit("/settings/export")
        visitor.site.app.runJobs([.long])
        let link = try visitor.get("/settings/export").page.links.first { $0.hasPrefix("/settings/export/") }
        return try ExportTests.unpacked(visitor, #require(link))
    }

    @Test func `an export holds one's relics with their files, found ones and entries`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let own = try site.leaveRelic(from: "aino_k") { $0.password = "the hash" }
        let (found, gone) = (try site.leaveRelic(from: "mikko"), try site.leaveRelic(from: "leena", .sound))
        try site.leaveRelic(from: "sofia") { $0.description = "Not opened." }
        for id in [found, gone] {
            try site.openRelic(id, by: "aino_k")
            try site.signRelic(id, "Entry in \(id).", by: "aino_k")
        }
        try site.signRelic(own, "A visitor’s words.", by: "mikko")
        try aino.get("/friends").post("/people/leena/block", [("csrf", aino.token)])
        let files = try export(aino)
        let left = try #require(files["relics/left.json"])
        let media = try site.relicMedia(own)
        for words in ["\"kind\":\"photo\"", "Watch the left side.", "\"is_locked\":true", "media/\(media).webp"] {
            #expect(left.contains(words), "\(words) in \(left)")
        }
        #expect(!left.contains("the hash"))
        #expect(files["media/\(media).webp"] != nil)
        #expect(try #require(files["relics/left.gpx"]).contains("60.1739"))
        let opened = try #require(files["relics/found.json"])
        #expect(opened.contains("\"from\":\"mikko\"") && !opened.contains("leena") && !opened.contains("Not opened."))
        let visits = try #require(files["relics/visits.json"])
        #expect(visits.contains("Entry in \(found).") && visits.contains("Entry in \(gone)."))
        #expect(visits.contains("\"maker\":\"mikko\"") && !visits.contains("leena"))
        let id = try site.account("aino_k")
        let counted = try site.app.site.database.read { try RelicQueries.count($0, of: id, site.now) }
        #expect(counted == 2 + 1 + 2)
    }

    @Test func `with an account its relics end at once, then everything goes`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        let deleted = try site.leaveRelic(from: "aino_k") { $0.lifetime = .forever }
        let own = try site.leaveRelic(from: "aino_k") { $0.lifetime = .forever }
        let other = try site.leaveRelic(from: "mikko")
        let files = try [deleted, own].map { try site.relicMedia($0) }
        let count = try site.countedRelics
        try site.openRelic(own, by: "mikko")
        try site.openRelic(other, by: "aino_k")
        try site.signRelic(other, "Goodbye.", by: "aino_k")
        try mikko.get("/relics").sees("One entry in its book")
        try aino.get("/relics").submit("/relics/\(deleted)/delete")
        try aino.get("/settings/delete").sees("Relics you left", "visitors’ books")
        try aino.fill("password", "demo-password").submit("/settings/delete").sees("Your account is deleted.")
        // Before any job.
        try mikko.get("/relics/found").sees("Nothing found yet")
        #expect(try !site.isKnown(own, to: "leena"))
        for _ in 0..<4 {
            site.sweep()
            site.wait(seconds: 60)
        }
        #expect(try site.relicRows("relic") == 1 && site.relicRows("relic_opening") == 0)
        #expect(try site.relicRows("relic_visit") == 0)
        for file in files { #expect(!site.hasFile(file)) }
        #expect(try site.hasFile(site.relicMedia(other)))
        #expect(try site.countedRelics < count && site.countedRelics > 0)
        try mikko.get("/relics").sees("No openings")
    }

    @Test func `files count for their maker until they end`() throws {
        let site = try TestSite.demo()
        let maker = try site.account("aino_k")
        func used() throws -> Int {
            try site.app.site.database.read { try site.app.uploads.used($0, by: maker).bytes }
        }
        #expect(try used() == 0)
        try site.leaveRelic(from: "aino_k") { $0.lifetime = .hour }
        try site.leaveRelic(from: "aino_k") { $0.lifetime = .forever }
        #expect(try used() == 6)
        site.wait(seconds: 3_600)
        site.sweep()
        #expect(try used() == 3)
    }

    @Test func `who can see me says who may know of one's relics`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let path = "/settings/visibility"
        try aino.get(path).sees("Relics you left", "You haven’t left any.")
        let friendly = try site.leaveRelic(from: "aino_k") { ($0.audience, $0.lifetime) = (.friends, .hour) }
        func badge() throws -> Relic.Audience? {
            let id = try site.account("aino_k")
            return try site.app.site.database.read { try RelicQueries.widestAudience($0, of: id, site.now) }
        }
        #expect(try badge() == .friends)
        try site.leaveRelic(from: "aino_k")
        #expect(try badge() == .everyone)
        try aino.get(path).sees("Relics you left They see where a relic is", "Everyone")
        site.wait(seconds: 86_400)
        #expect(try badge() == nil && !site.isKnown(friendly, to: "aino_k"))
    }
}
