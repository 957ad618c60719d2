import Database
import Foundation
import Proximity
import Synchronization
import TestTools
import Testing

@testable import App

/// Backups and films do not wait for each other.
struct BackupLaneTests {
    /// Runs what the other lanes of the site have to do while a job occupies one of them.
    private func occupy(_ lane: JobLane, of site: TestSite, _ meanwhile: @escaping @Sendable () -> Void) throws {
        let lanes = JobLanes(database: site.app.site.database, clock: { site.now }, log: TestSite.quiet)
        let runs = Mutex(0)
        lanes.begin(with: [
            JobKind(name: "occupying", lane: lane) { _ in
                runs.withLock { $0 += 1 }
                site.app.runJobs(JobLane.allCases.filter { $0 != lane })
                meanwhile()
            }
        ])
        try site.app.site.database.write { try Job.enqueue($0, kind: "occupying", key: "occupying", at: site.now) }
        lanes.run([lane]) { false }
        #expect(runs.withLock { $0 } == 1)
    }

    @Test func `the daily backup is made while a film is transcoded`() throws {
        let (site, scratch) = (try TestSite.empty(), Folder())
        let keeper = try site.administrator()
        try keeper.get("/admin/backup").fill("is_on", "on").fill("folder", scratch.path).submit("/admin/backup")
            .sees("Saved.")
        site.app.beginJobs()
        let path = scratch.path
        let made = Mutex(0)
        try occupy(.transcoding, of: site) {
            let count = (try? FileManager.default.contentsOfDirectory(atPath: path).count) ?? 0
            made.withLock { $0 = count }
        }
        #expect(made.withLock { $0 } == 1)
    }

    @Test func `backups have a lane to themselves, in which one is made at a time`() throws {
        let site = try TestSite.empty()
        let kinds = site.app.site.features.all.flatMap { $0.jobKinds }.filter { $0.lane == .backup }
        #expect(Set(kinds.map { $0.name }) == [Backups.daily, Backups.wanted])
        #expect(JobLane.backup.threads == 1)
    }
}
