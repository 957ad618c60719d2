import Database
import Foundation
import Proximity
import Synchronization
import TestTools
import Testing

@testable import App

/// Backups and films do not wait for each other.
struct BackupLaneTests {
    @Test func `the daily backup is made while a film is transcoded`() throws {
        let backups = try BackupSite()
        let site = backups.site
        try backups.switchOn().sees("Saved.")
        site.app.beginJobs()
        // Another runner's lanes, of which one is occupied.
        let lanes = JobLanes(database: site.app.site.database, clock: { site.now }, log: TestSite.quiet)
        let made = Mutex<[String]>([])
        lanes.begin(with: [
            JobKind(name: "occupying", lane: .transcoding) { _ in
                site.app.runJobs(JobLane.allCases.filter { $0 != .transcoding })
                let found = try backups.moments
                made.withLock { $0 = found }
            }
        ])
        try site.app.site.database.write { try Job.enqueue($0, kind: "occupying", key: "occupying", at: site.now) }
        lanes.run([.transcoding]) { false }
        #expect(made.withLock { $0 } == ["20261121T120000Z"])
    }

    @Test func `backups have a lane to themselves, in which one is made at a time`() throws {
        let site = try TestSite.empty()
        let kinds = site.app.site.features.all.flatMap { $0.jobKinds }.filter { $0.lane == .backup }
        #expect(Set(kinds.map { $0.name }) == [Backups.daily, Backups.wanted])
        #expect(JobLane.backup.threads == 1)
    }
}
