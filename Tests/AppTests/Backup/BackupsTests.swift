import Database
import Foundation
import Proximity
import TestTools
import Testing

@testable import App

/// Backups that the site makes by itself.
struct BackupsTests {
    private static let week = [("days", "2"), ("weeks", "1"), ("months", "2")]

    @Test func `once switched on, a backup is made every day, and every kept one can be restored`() throws {
        let backups = try BackupSite()
        _ = try backups.begin(BackupsTests.week)
        for day in 0..<12 {
            _ = try backups.site.newAccount("person_\(day)")
            backups.site.wait(seconds: 86_400)
            backups.backUp()
            backups.backUp()
        }
        // 21 November to 3 December: the last two days, and the end of November. The week's newest is one of them.
        #expect(try backups.moments == ["20261130T120000Z", "20261202T120000Z", "20261203T120000Z"])
        for (name, people) in zip(try backups.names, [10, 12, 13]) {
            let summary = try BackupSite.restore("\(backups.folder)/\(name)", to: "\(backups.folder)/to/\(people)")
            #expect(summary.accounts == people)
        }
    }

    @Test func `no backup is made before its time, nor twice`() throws {
        let backups = try BackupSite()
        _ = try backups.begin()
        backups.site.wait(seconds: 3_600)
        backups.backUp()
        #expect(try backups.moments.count == 1)
        // 03:30 in Helsinki is 13.5 hours after noon in Greenwich.
        backups.site.wait(seconds: 12.4 * 3_600)
        backups.backUp()
        #expect(try backups.moments.count == 1)
        backups.site.wait(seconds: 600)
        backups.backUp()
        #expect(try backups.moments.count == 2)
    }

    @Test func `a folder that is gone is told, tried again in an hour, and the warning ends with a good one`() throws {
        let backups = try BackupSite()
        let disk = backups.folder + "/disk"
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
        func count() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: disk).count }
        let keeper = try backups.switchOn([("folder", disk)])
        try FileManager.default.removeItem(atPath: disk)
        backups.site.app.beginJobs()
        backups.backUp()
        try keeper.get("/admin/backup").sees("The last backup failed. There is no folder")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
        backups.site.wait(seconds: 600)
        backups.backUp()
        #expect(try count() == 0)
        backups.site.wait(seconds: 3_600)
        backups.backUp()
        #expect(try count() == 1)
        try keeper.get("/admin/backup").seesNot("failed").sees("Last good backup")
        backups.site.wait(seconds: 2 * 86_400 + 1)
        let second = try backups.site.administrator("second")
        try second.get("/admin/backup").sees("more than two days old")
        try second.get("/admin").sees("The last good backup is more than two days old.")
    }

    @Test func `one that a kill cut short is told, and tried again in an hour`() throws {
        let backups = try BackupSite()
        let (site, keeper) = (backups.site, try backups.switchOn())
        site.app.beginJobs()
        try site.app.site.database.write { try BackupQueries.began($0, at: site.now) }
        backups.backUp()
        #expect(try backups.moments == [])
        try keeper.get("/admin/backup").seesNot("failed")
        site.wait(seconds: 4 * 3_600 + 1)
        try keeper.get("/admin/backup").sees("The last backup failed. It did not come to an end.")
        // Killed again: as long as none is good, the reason stays.
        try site.app.site.database.write { try BackupQueries.began($0, at: site.now) }
        try keeper.get("/admin/backup").sees("The last backup failed. It did not come to an end.")
        site.wait(seconds: 3_601)
        backups.backUp()
        #expect(try backups.moments.count == 1)
        try keeper.get("/admin").seesNot("failed")
    }

    @Test func `an interrupted backup leaves nothing, and the files of others stay`() throws {
        let backups = try BackupSite()
        _ = try backups.begin()
        let label = try #require(try backups.label)
        let left = "cairn-20261120T013000Z-\(label).tar.partial"
        let others = ["cairn-20261120T013000Z-abcdef.tar", "cairn-20261120T013000Z-abcdef.tar.partial", "holiday.tar"]
        for name in [left] + others { try backups.write("x", to: name) }
        backups.site.wait(seconds: 86_400)
        backups.backUp()
        #expect(try backups.names.filter { !$0.contains(label) } == others)
        let names = try backups.names
        #expect(!names.contains(left) && names.compactMap { BackupFileName($0) }.count == 3, "\(names)")
    }

    @Test func `no two processes make one at once`() throws {
        let backups = try BackupSite()
        try backups.switchOn()
        backups.site.app.beginJobs()
        let descriptor = open(backups.site.folder + "/backup.lock", O_RDWR | O_CREAT, 0o600)
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        backups.backUp()
        #expect(try backups.moments == [])
        close(descriptor)
        backups.site.wait(seconds: 300)
        backups.backUp()
        #expect(try backups.moments.count == 1)
    }

    @Test func `a failure is no more told after a good one, whichever ends last`() throws {
        let backups = try BackupSite()
        let (site, keeper) = (backups.site, try backups.switchOn())
        let database = site.app.site.database
        try database.write { try BackupQueries.ended($0, startedAt: site.now, error: "It failed.") }
        try keeper.get("/admin/backup").sees("The last backup failed. It failed. When that is mended, back up now.")
        try database.write { try BackupQueries.began($0, at: site.now) }
        try keeper.get("/admin/backup").sees("The last backup failed. It failed. It is being tried again.")
        try database.write { database in
            try BackupQueries.ended(database, startedAt: site.now, error: nil)
            try BackupQueries.ended(database, startedAt: site.now - 60, error: "It failed.")
        }
        try keeper.get("/admin/backup").seesNot("failed")
    }

    /// Somebody tries a backup on the same machine, with the settings of the site.
    @Test func `a restored site deletes none of the backups that were made before, and makes its own`() throws {
        let backups = try BackupSite()
        let keeper = try backups.begin([("days", "1"), ("weeks", "0"), ("months", "0")])
        backups.site.wait(seconds: 60)
        try keeper.get("/admin/backup").submit("/admin/backup/run")
        backups.backUp()
        let data = Folder()
        let (before, site) = (try backups.names, data.path + "/site")
        // It holds the job that made it.
        try BackupSite.restore("\(backups.folder)/\(try #require(before.last))", to: site)
        let restored = try TestSite.at(site, bytes: SeededBytes(SeededGenerator(seed: 7)))
        let other = try restored.administrator("other")
        try other.get("/admin/backup").seesNot("Last good backup", "A backup is being made")
        restored.app.beginJobs()
        // The claim of the other job stands in the copy, and may hold until then.
        restored.wait(seconds: 601)
        restored.app.runJobs([.backup])
        #expect(try backups.names.filter { !before.contains($0) }.count == 1)
        #expect(try Set(backups.names).isSuperset(of: before))
    }

    @Test func `what was made while the clock was ahead is not deleted, and the backup of now stays`() throws {
        let backups = try BackupSite()
        _ = try backups.begin([("days", "1"), ("weeks", "0"), ("months", "0")])
        let label = try #require(try backups.label)
        try backups.write("x", to: "cairn-20271120T013000Z-\(label).tar")
        backups.site.wait(seconds: 86_400)
        backups.backUp()
        #expect(try backups.moments == ["20261122T120000Z", "20271120T013000Z"])
    }

    @Test func `a full disk is told before anything is written`() throws {
        let backups = try BackupSite()
        _ = try backups.site.newAccount("kaisa_l")
        try backups.site.app.site.database.write { database in
            let name = String(repeating: "x", count: 26)
            try database.execute(
                """
                INSERT INTO media (name, owner_id, purpose, kind, bytes, created_at)
                SELECT \(name), id, 'photo', 'image', 1, 1 FROM account LIMIT 1
                """)
            try database.execute(
                """
                INSERT INTO media_file (name, size, content_type, bytes)
                VALUES (\(name), 'original', 'image/jpeg', 4000000000000000)
                """)
        }
        try backups.begin().get("/admin/backup").sees("There is no room: a backup needs")
        #expect(try backups.names == [])
    }
}
