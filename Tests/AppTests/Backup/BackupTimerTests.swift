import Foundation
import TestTools
import Testing

@testable import App

/// Backups that a timer of the system makes (`cairn backup --into`), beside those that the site makes by itself.
struct BackupTimerTests {
    @Test func `while the site makes none, they are its last good ones`() throws {
        let (site, scratch) = (try TestSite.empty(), Folder())
        let keeper = try site.administrator()
        try keeper.get("/admin/backup").sees("The site makes no backups.")
        let environment = site.app.site.environment
        let backup = Backup(dataFolder: site.folder)
        _ = try backup.write(into: scratch.path, isOnlyOne: false, environment: environment)
        try keeper.get("/admin/backup").sees("The site makes no backups.")
        site.wait(seconds: 60)
        _ = try backup.write(into: scratch.path, environment: environment)
        try keeper.get("/admin/backup").seesNot("The site makes no backups.").sees("Last good backup")
        try keeper.get("/admin").seesNot("No backups")
        site.wait(seconds: 2 * 86_400 + 1)
        try site.administrator("second").get("/admin").sees("No backups")
    }

    @Test func `a site that makes its own is told of none of them`() throws {
        let (site, scratch) = (try TestSite.empty(), Folder())
        let schedule = BackupSchedule(isOn: true, folder: "/mnt/backup")
        try site.app.site.database.write { try BackupQueries.set($0, schedule) }
        let environment = site.app.site.environment
        _ = try Backup(dataFolder: site.folder).write(into: scratch.path, environment: environment)
        #expect(try site.app.site.database.read { try BackupQueries.lastGood($0) } == nil)
    }
}
