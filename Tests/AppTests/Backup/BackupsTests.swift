import Database
import Foundation
import HTTP
import Logging
import Proximity
import Synchronization
import TestTools
import Testing

@testable import App

/// Backups that the site makes by itself, and `/admin/backup`.
struct BackupsTests {
    /// Switches backups on by the form.
    private func begin(_ site: TestSite, _ folder: String, changes: [(String, String)] = []) throws -> Visitor {
        let keeper = try site.administrator()
        try keeper.get("/admin/backup").fill("is_on", "on").fill("folder", folder).fill("time", "03:30")
        for (name, value) in changes { keeper.fill(name, value) }
        return try keeper.submit("/admin/backup")
    }

    private func backUp(_ site: TestSite) { site.app.runJobs([.backup]) }

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    private func restore(_ archive: String, to folder: String) throws -> BackupSummary {
        var options = AppOptions(dataFolder: folder, publicFolder: TestSite.publicFolder)
        options.passwordCost = .trifling
        return try Restore(options).run(from: archive, log: TestSite.quiet)
    }

    @Test func `once switched on, a backup is made every day, and every kept one can be restored`() throws {
        let (site, scratch) = (try TestSite.empty(), Folder())
        try begin(site, scratch.path, changes: [("days", "2"), ("weeks", "1"), ("months", "2")]).sees("Saved.")
        site.app.beginJobs()
        for day in 0..<12 {
            backUp(site)
            backUp(site)
            _ = try site.newAccount("person_\(day)")
            site.wait(seconds: 86_400)
        }
        let kept = try names(scratch.path)
        // 21 November to 2 December: the last two days, and the end of November. The week's newest is one of them.
        #expect(
            kept == [
                "cairn-20261130T120000Z.tar", "cairn-20261201T120000Z.tar", "cairn-20261202T120000Z.tar",
            ])
        for (number, name) in kept.enumerated() {
            let summary = try restore("\(scratch.path)/\(name)", to: "\(scratch.path)/site\(number)")
            #expect(summary.accounts == 10 + number)
        }
    }

    @Test func `no backup is made before its time, nor twice`() throws {
        let (site, scratch) = (try TestSite.empty(), Folder())
        _ = try begin(site, scratch.path)
        site.app.beginJobs()
        backUp(site)
        site.wait(seconds: 3_600)
        backUp(site)
        #expect(try names(scratch.path).count == 1)
        // 03:30 in Helsinki is 13.5 hours after noon in Greenwich.
        site.wait(seconds: 12.4 * 3_600)
        backUp(site)
        #expect(try names(scratch.path).count == 1)
        site.wait(seconds: 600)
        backUp(site)
        #expect(try names(scratch.path).count == 2)
    }

    @Test func `what is written is compared with what was copied`() throws {
        let (site, scratch) = (try TestSite.empty(), Folder())
        let (copied, path) = (scratch.path + "/copied", scratch.path + "/a.tar")
        try FileManager.default.createDirectory(atPath: copied + "/media/a/b", withIntermediateDirectories: true)
        try Data("one".utf8).write(to: URL(filePath: copied + "/cairn.sqlite"))
        try Data("two".utf8).write(to: URL(filePath: copied + "/media/a/b/x"))
        let archive = BackupArchive(path: path)
        try archive.pack(copied, digest: try FolderDigest.of(copied))
        try archive.compare(with: copied)
        for change in ["twO", "two more"] {
            try Data(change.utf8).write(to: URL(filePath: copied + "/media/a/b/x"))
            let other = BackupArchive(path: "\(scratch.path)/\(change.count).tar")
            try FileManager.default.copyItem(atPath: path, toPath: other.path)
            #expect(throws: BackupFailure.self) { try other.compare(with: copied) }
            #expect(!FileManager.default.fileExists(atPath: other.path), "a bad copy is none")
        }
        withExtendedLifetime(site) {}
    }

    @Test func `a file that loses or gets a name while it is packed is packed all the same`() throws {
        let scratch = Folder()
        let copied = scratch.path + "/copied"
        try FileManager.default.createDirectory(atPath: copied, withIntermediateDirectories: true)
        try Data(repeating: 7, count: 40_000_000).write(to: URL(filePath: copied + "/x"))
        let isDone = Atomic(false)
        DispatchQueue.global().async { [path = scratch.path] in
            while !isDone.load(ordering: .relaxed) {
                link(copied + "/x", path + "/second")
                unlink(path + "/second")
            }
        }
        defer { isDone.store(true, ordering: .relaxed) }
        let archive = BackupArchive(path: scratch.path + "/a.tar")
        try archive.pack(copied, digest: try FolderDigest.of(copied))
        try archive.compare(with: copied)
    }

    @Test func `a folder that is gone is told, tried again in an hour, and the warning ends with a good one`() throws {
        let (site, scratch) = (try TestSite.empty(), Folder())
        let folder = scratch.path + "/disk"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let keeper = try begin(site, folder)
        try FileManager.default.removeItem(atPath: folder)
        site.app.beginJobs()
        backUp(site)
        try keeper.get("/admin/backup").sees("The last backup failed. There is no folder")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        site.wait(seconds: 600)
        backUp(site)
        #expect(try names(folder) == [])
        site.wait(seconds: 3_600)
        backUp(site)
        #expect(try names(folder).count == 1)
        try keeper.get("/admin/backup").seesNot("failed").sees("Last good backup")
        try FileManager.default.removeItem(atPath: folder)
        site.wait(seconds: 2 * 86_400 + 1)
        let second = try site.administrator("second")
        try second.get("/admin/backup").sees("more than two days old")
        try second.get("/admin").sees("The last good backup is more than two days old.")
    }

    @Test(arguments: [
        ("folder", "backup"), ("folder", "/nowhere/at/all"), ("folder", ""), ("folder", "/etc/hostname"),
        ("time", "25:00"), ("time", ""), ("days", "0"), ("days", "61"), ("weeks", "-1"), ("months", "x"),
    ]) func `wrong values are said beside their fields`(_ field: String, _ value: String) throws {
        let (site, scratch) = (try TestSite.empty(), Folder())
        let keeper = try begin(site, scratch.path, changes: [(field, value)]).gets(422)
        #expect(keeper.page.text.contains("id=\"\(field)-error\""))
        #expect(try site.app.site.database.read { try BackupQueries.schedule($0) } == nil)
    }

    @Test func `absent fields keep their value, only the checkbox does not`() throws {
        let (site, scratch) = (try TestSite.empty(), Folder())
        let keeper = try begin(site, scratch.path, changes: [("days", "3")])
        try keeper.post("/admin/backup", [("csrf", keeper.token), ("weeks", "2")]).sees("Saved.")
        let stored = try site.app.site.database.read { try BackupQueries.schedule($0) }
        #expect(stored == BackupSchedule(isOn: false, folder: scratch.path, days: 3, weeks: 2))
        keeper.sees("The site makes no backups").seesNot("Back up now")
        try keeper.post("/admin/backup/run", [("csrf", keeper.token)]).sees("Switch backups on first.")
    }

    @Test func `the site's own data are no place for backups`() throws {
        let site = try TestSite.empty()
        for folder in [site.folder, site.folder + "/media", site.folder + "/media/../media"] {
            try begin(site, folder).gets(422).sees("part of the site’s own data")
        }
    }

    @Test func `a download asks for the password, and its address is good for that session alone`() throws {
        let (site, scratch) = (try TestSite.empty(), Folder())
        let keeper = try begin(site, scratch.path)
        site.app.beginJobs()
        backUp(site)
        let name = try #require(try names(scratch.path).first)
        let path = "/admin/backup/\(name)"
        try keeper.get(path).gets(404)
        try keeper.get("/admin/backup").post(path + "/download", [("csrf", keeper.token), ("password", "wrong")])
            .gets(422).sees("That's not your password.")
        try keeper.post(path + "/download", [("csrf", keeper.token), ("password", "long enough for me")]).gets(200)
        let address = keeper.page.path
        #expect(address.hasPrefix(path + "?ticket="))
        let response = try keeper.fetch(address)
        guard case .file(let file, _, let count) = response.body else {
            Issue.record("no file")
            return
        }
        #expect(file == "\(scratch.path)/\(name)")
        #expect(try count == DataFolder.byteCount(file))
        #expect(response.headers["content-disposition"] == "attachment; filename=\"\(name)\"")
        try site.administrator("second").get(address).gets(404)
        try site.newAccount("kaisa_l").get(address).gets(404)
        try keeper.get(address.replacing(name, with: "cairn-20200101T000000Z.tar")).gets(404)
        try keeper.get("/admin/audit").sees("downloaded a backup")
        site.wait(seconds: 3_601)
        try keeper.get(address).gets(404)
    }

    @Test func `only files of backups are reached by their addresses`() throws {
        let (site, scratch) = (try TestSite.empty(), Folder())
        let keeper = try begin(site, scratch.path)
        try Data("x".utf8).write(to: URL(filePath: scratch.path + "/other.tar"))
        let linked = "cairn-20261120T120000Z.tar"
        try FileManager.default.createSymbolicLink(
            atPath: "\(scratch.path)/\(linked)", withDestinationPath: "\(scratch.path)/other.tar")
        for name in ["other.tar", "secret.key", "cairn-20261121T120000Z.tar", linked] {
            try keeper.get("/admin/backup")
            try keeper.post("/admin/backup/\(name)/delete", [("csrf", keeper.token)]).gets(404)
        }
        #expect(try names(scratch.path) == [linked, "other.tar"])
    }

    @Test func `an interrupted backup leaves nothing, and others' files stay`() throws {
        let (site, scratch) = (try TestSite.empty(), Folder())
        _ = try begin(site, scratch.path)
        for name in ["cairn-20261120T013000Z.tar.partial", "holiday.tar", "cairn.partial"] {
            try Data("x".utf8).write(to: URL(filePath: "\(scratch.path)/\(name)"))
        }
        site.app.beginJobs()
        backUp(site)
        #expect(try names(scratch.path) == ["cairn-20261121T120000Z.tar", "cairn.partial", "holiday.tar"])
    }

    @Test func `the environment overrides the form`() throws {
        let scratch = Folder()
        let site = try TestSite.empty {
            $0.backupFolder = scratch.path
            $0.backupMinute = 60
        }
        let keeper = try site.administrator()
        try keeper.get("/admin/backup").sees(scratch.path)
        #expect(!keeper.page.text.contains("name=\"folder\"") && !keeper.page.text.contains("name=\"time\""))
        try keeper.fill("days", "3").submit("/admin/backup").sees("Saved.")
        site.app.beginJobs()
        backUp(site)
        #expect(try names(scratch.path).count == 1)
        #expect(try site.app.site.database.read { try BackupQueries.schedule($0) }?.days == 3)
    }

    @Test func `a backup that is wanted now is made now`() throws {
        let (site, scratch) = (try TestSite.empty(), Folder())
        let keeper = try begin(site, scratch.path)
        site.app.beginJobs()
        backUp(site)
        site.wait(seconds: 60)
        try keeper.get("/admin/backup").submit("/admin/backup/run").sees("A backup is being made", "Check again")
        backUp(site)
        try keeper.get("/admin/backup").seesNot("A backup is being made").sees("Back up now")
        // Of one day the newest is kept.
        #expect(try names(scratch.path) == ["cairn-20261121T120100Z.tar"])
    }
}
