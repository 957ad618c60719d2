import Database
import Foundation
import Media
import Proximity
import Testing

@testable import App

/// The end of relics: to the second, then off the disk.
struct RelicEndTests {
    /// A relic of Aino's for a day that Mikko has opened, signed and been told of.
    private func world() throws -> (site: TestSite, id: ID<Relic>, media: MediaName) {
        let site = try TestSite.demo()
        let id = try site.leaveRelic(from: "aino_k")
        try site.openRelic(id, by: "mikko")
        try site.signRelic(id, "Nice.", by: "mikko")
        let (aino, mikko) = (try site.account("aino_k"), try site.account("mikko"))
        try site.app.site.database.write { database in
            try database.execute(
                "INSERT INTO relic_near (account_id, relic_id, told_at) VALUES (\(mikko), \(id), \(site.now))")
            let visit: Int64? = try database.value("SELECT id FROM relic_visit WHERE relic_id = \(id)")
            for (kind, subject, account) in [("relic.near", id.rawValue, mikko), ("relic.visited", visit ?? 0, aino)] {
                _ = try NoticeQueries.upsert(
                    database, kind, subject: subject, to: account, isAgain: false, at: site.now)
            }
        }
        return (site, id, try site.relicMedia(id))
    }

    private func notices(_ site: TestSite) throws -> Int? {
        try site.app.site.database.read { try $0.value("SELECT count(*) FROM notice WHERE kind LIKE 'relic%'") }
    }

    private func rows(_ site: TestSite) throws -> [Int?] {
        try ["relic", "relic_opening", "relic_visit", "relic_near"].map { try site.relicRows($0) }
    }

    @Test func `it is there in its last second, and gone from all lists in the next`() throws {
        let (site, id, _) = try world()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        site.wait(seconds: 86_399.999)
        try aino.get("/relics").sees("Watch the left side.")
        try aino.get("/relics/\(id)/edit").gets(200)
        try mikko.get("/relics/found").sees("Watch the left side.")
        site.wait(seconds: 0.001)
        // Without any job.
        try aino.get("/relics").seesNot("Watch the left side.")
        try aino.get("/relics?view=map").sees("Nothing left yet")
        try aino.get("/relics/\(id)/edit").gets(404)
        try aino.get("/you").post("/relics/\(id)/edit", [("csrf", aino.token), ("lifetime", "1w")]).gets(404)
        try aino.get("/you").post("/relics/\(id)/delete", [("csrf", aino.token)]).gets(404)
        try mikko.get("/relics/found").seesNot("Watch the left side.")
        #expect(try !site.isKnown(id, to: "leena"))
    }

    @Test func `its rows, notices, counts and file go when its time is over, not before`() throws {
        let (site, _, media) = try world()
        let count = try site.countedRelics
        #expect(try rows(site) == [1, 1, 1, 1] && notices(site) == 2 && count > 0)
        site.wait(seconds: 86_399)
        site.app.runJobs([.prompt])
        #expect(try rows(site) == [1, 1, 1, 1] && site.hasFile(media))
        site.wait(seconds: 1)
        // The job that was enqueued for its end, alone.
        site.app.runJobs([.prompt])
        #expect(try rows(site) == [0, 0, 0, 0] && notices(site) == 0 && site.countedRelics == 0)
        #expect(!site.hasFile(media))
        #expect(try site.storedMedia(media) == nil)
    }

    @Test func `the regular look suffices when the job of the end is missing`() throws {
        let (site, _, media) = try world()
        site.sweep()
        try site.app.site.database.write { try $0.execute("DELETE FROM job WHERE kind = \(RelicQueries.ending)") }
        site.wait(seconds: 86_400)
        site.app.runJobs([.prompt])
        #expect(try rows(site) == [0, 0, 0, 0] && !site.hasFile(media))
    }

    @Test func `many end at once, in several transactions`() throws {
        let site = try TestSite.demo()
        for _ in 0..<(2 * RelicQueries.endedAtOnce + 1) { try site.leaveRelic(from: "aino_k") { $0.lifetime = .hour } }
        try site.leaveRelic(from: "aino_k") { $0.lifetime = .day }
        site.wait(seconds: 3_600)
        try site.app.relics.end(site.now)
        #expect(try site.relicRows("relic") == 1)
        #expect(try site.app.site.database.read { try $0.value("SELECT count(*) FROM media") } == 1)
    }

    @Test func `a process that dies between the rows and the files leaves no file`() throws {
        let (site, _, media) = try world()
        site.wait(seconds: 86_400)
        // As it stands after the transaction of the end.
        try site.app.relics.end(site.now)
        #expect(site.hasFile(media))
        try site.app.site.database.write { database in
            // The job of the end was claimed by the process that died.
            try database.execute(
                """
                UPDATE job SET lease_until = \(site.now + 30), attempts = 1 WHERE kind = \(RelicQueries.ending)
                """)
        }
        let other = try TestSite.at(site.folder, site.now)
        other.app.runJobs([.prompt])
        #expect(!other.hasFile(media))
        other.wait(seconds: 31)
        other.app.runJobs([.prompt])
        let left: Int? = try other.app.site.database.read {
            try $0.value("SELECT count(*) FROM job WHERE kind = \(RelicQueries.ending)")
        }
        #expect(left == 0)
    }

    @Test func `a clock that jumps ahead and back does not bring back or take away`() throws {
        let (site, id, media) = try world()
        let forever = try site.leaveRelic(from: "aino_k") { $0.lifetime = .forever }
        site.sweep()
        site.wait(seconds: -7_200)
        site.app.runJobs()
        #expect(try site.isKnown(forever, to: "aino_k") && site.hasFile(media))
        // Two hours that come a second time: it ends when its time is over by the clock.
        site.wait(seconds: 86_400 + 7_199)
        site.app.runJobs()
        #expect(try site.isKnown(id, to: "aino_k") && site.hasFile(media))
        site.wait(seconds: 400 * 86_400)
        site.app.runJobs()
        #expect(try !site.isKnown(id, to: "aino_k") && !site.hasFile(media))
        site.wait(seconds: -400 * 86_400)
        site.app.runJobs()
        #expect(try !site.isKnown(id, to: "aino_k") && site.isKnown(forever, to: "aino_k"))
        #expect(try site.hasFile(site.relicMedia(forever)))
    }

    @Test func `a shorter lifetime takes effect at once, a longer one keeps it`() throws {
        let (site, id, media) = try world()
        let aino = try site.member("aino_k")
        try aino.get("/relics/\(id)/edit").fill("lifetime", "1h").submit("/relics/\(id)/edit")
        site.wait(seconds: 3_599)
        #expect(try site.isKnown(id, to: "mikko"))
        try aino.get("/relics/\(id)/edit").fill("lifetime", "1w").submit("/relics/\(id)/edit")
        site.wait(seconds: 86_400)
        site.sweep()
        #expect(try site.isKnown(id, to: "mikko") && site.hasFile(media))
        try aino.get("/relics/\(id)/edit").fill("lifetime", "1h").submit("/relics/\(id)/edit")
        site.wait(seconds: 3_600)
        #expect(try !site.isKnown(id, to: "mikko"))
        site.app.runJobs([.prompt])
        #expect(!site.hasFile(media))
    }

    @Test func `a deletion hides it from everybody at once and is taken back as it was`() throws {
        let (site, id, media) = try world()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        let maker = try site.account("aino_k")
        let (rowsBefore, count) = (try rows(site), try site.countedRelics)
        try aino.get("/relics").submit("/relics/\(id)/delete").isAt("/relics").sees("Deleted", "Undo")
            .seesNot("Watch the left side.")
        try mikko.get("/relics/found").sees("Nothing found yet")
        #expect(try !site.isKnown(id, to: "leena") && site.countedRelics == 0)
        #expect(try site.app.site.database.read { try site.app.uploads.used($0, by: maker).count } == 0)
        site.wait(seconds: 59)
        site.sweep()
        try aino.submit("/relics/\(id)/restore").sees("Your relic is back.", "Watch the left side.")
        try mikko.get("/relics/found").sees("Watch the left side.")
        #expect(try rows(site) == rowsBefore && site.countedRelics == count)
        #expect(try site.app.site.database.read { try site.app.uploads.used($0, by: maker).count } == 1)
        // The job of the deletion leaves it alone.
        site.wait(seconds: 60)
        site.sweep()
        #expect(try rows(site) == rowsBefore && site.hasFile(media) && notices(site) == 2)
    }

    @Test func `a deletion is final after its time, and the file is gone`() throws {
        let (site, id, media) = try world()
        let aino = try site.member("aino_k")
        try aino.get("/relics").submit("/relics/\(id)/delete")
        site.wait(seconds: 60)
        try aino.post("/relics/\(id)/restore", [("csrf", aino.token)]).sees("That can’t be undone any more.")
        site.wait(seconds: 30)
        site.app.runJobs([.prompt])
        #expect(try rows(site) == [0, 0, 0, 0] && !site.hasFile(media) && site.countedRelics == 0)
    }

    @Test func `what ends while its deletion can be undone does not come back`() throws {
        let (site, id, media) = try world()
        let aino = try site.member("aino_k")
        site.wait(seconds: 86_390)
        try aino.get("/relics").submit("/relics/\(id)/delete")
        site.wait(seconds: 10)
        try aino.post("/relics/\(id)/restore", [("csrf", aino.token)]).sees("That can’t be undone any more.")
        site.app.runJobs([.prompt])
        #expect(try rows(site) == [0, 0, 0, 0] && !site.hasFile(media) && site.countedRelics == 0)
    }
}
