import Database
import Export
import Foundation
import Proximity
import Testing

@testable import App

/// Exports and the erasure of deleted accounts: edge cases.
struct AccountDataEdgeTests {
    private func files(_ site: TestSite) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: site.folder + "/exports")
    }

    @Test func `deleting an account deletes its export at once and mails its owner`() throws {
        let site = try TestSite.demo()
        let mikko = try site.member("mikko")
        try mikko.get("/settings/export").fill("password", "demo-password").submit("/settings/export")
        site.app.runJobs([.long])
        #expect(try files(site).count == 1)
        try mikko.get("/settings/delete").fill("password", "demo-password").submit("/settings/delete")
        #expect(try files(site) == [])
        site.app.runJobs()
        let folder = site.folder + "/outbox"
        let mails = try FileManager.default.contentsOfDirectory(atPath: folder).map {
            try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
        }
        #expect(mails.contains { $0.contains("Your account was deleted") })
    }

    @Test func `a new export replaces the old file`() throws {
        let site = try TestSite.demo()
        let mikko = try site.member("mikko")
        for _ in 0..<2 {
            try mikko.get("/settings/export")
            try mikko.post("/settings/export", [("csrf", mikko.token), ("password", "demo-password")])
            site.app.runJobs([.long])
            #expect(try files(site).count == 1)
        }
    }

    @Test func `a failing export is tried three times`() throws {
        let site = try TestSite.demo()
        let mikko = try site.member("mikko")
        try mikko.get("/settings/export").fill("password", "demo-password").submit("/settings/export")
        let id = try site.account("mikko")
        let file = try #require(try site.app.site.database.read { try ExportQueries.export($0, of: id)?.file })
        let kind = try #require(site.app.accountData.jobKinds.first { $0.name == AccountData.making })
        for attempt in 1...3 {
            // A folder in place of the file makes each run fail.
            try FileManager.default.createDirectory(
                atPath: site.app.accountData.partialPath(file, attempt: attempt), withIntermediateDirectories: false)
            let job = Job(id: ID(rawValue: 1), kind: kind.name, payload: file, attempt: attempt, now: site.now)
            if attempt < 3 {
                #expect(throws: (any Error).self) { try kind.run(job) }
                try mikko.get("/settings/export").sees("Preparing your export")
            } else {
                try kind.run(job)
                try mikko.get("/settings/export").sees("The last export failed")
            }
        }
    }

    @Test func `rows inserted during the deletion of an account are erased ten minutes later`() throws {
        let site = try TestSite.demo()
        let mikko = try site.member("mikko")
        let id = try site.account("mikko")
        try mikko.get("/settings/delete").fill("password", "demo-password").submit("/settings/delete")
        site.app.runJobs()
        // Writes what a request that started earlier would write.
        try site.app.site.database.write { database in
            try database.execute(
                """
                INSERT INTO friendship (account_id, friend_id, created_at)
                SELECT \(id), id, \(site.now) FROM account WHERE username = 'aino_k'
                """)
        }
        func left() throws -> Int? {
            try site.app.site.database.read { try $0.value("SELECT count(*) FROM friendship WHERE account_id = \(id)") }
        }
        site.wait(seconds: 590)
        site.app.runJobs()
        #expect(try left() == 1)
        site.wait(seconds: 20)
        site.app.runJobs()
        #expect(try left() == 0)
    }

    @Test func `a track is interrupted at gaps of more than ten minutes`() {
        let times: [Int64] = [0, 600_000, 1_200_001]
        let points = times.compactMap { GPXDocument.Point(latitude: 60, longitude: 24, time: $0) }
        #expect(ExportWriter.segments(points).map { $0.count } == [2, 1])
    }
}
