import Foundation
import HTTP
import TestTools
import Testing

@testable import App

/// `/admin/backup`
struct BackupPageTests {
    private static let password = "long enough for me"

    private func schedule(_ backups: BackupSite) throws -> BackupSchedule? {
        try backups.site.app.site.database.read { try BackupQueries.schedule($0) }
    }

    @Test(arguments: [
        ("folder", "backup"), ("folder", "/nowhere/at/all"), ("folder", ""), ("folder", "/etc/hostname"),
        ("folder", "/" + String(repeating: "a", count: 400)), ("time", "25:00"), ("time", ""), ("days", "0"),
        ("days", "61"), ("weeks", "-1"), ("months", "x"),
    ]) func `wrong values are said beside their fields`(_ field: String, _ value: String) throws {
        let backups = try BackupSite()
        let keeper = try backups.switchOn([(field, value)]).gets(422)
        #expect(keeper.page.text.contains("id=\"\(field)-error\""))
        #expect(try schedule(backups) == nil)
    }

    @Test func `absent fields keep their value, only the checkbox does not`() throws {
        let backups = try BackupSite()
        let keeper = try backups.switchOn([("days", "3")])
        try keeper.post("/admin/backup", [("csrf", keeper.token), ("weeks", "2")]).sees("Saved.")
        #expect(
            try schedule(backups) == BackupSchedule(isOn: false, folder: backups.folder, days: 3, weeks: 2))
        try keeper.get("/admin").sees("The site makes no backups.").get("/admin/backup")
        keeper.sees("The site makes no backups").seesNot("Back up now")
        try keeper.post("/admin/backup/run", [("csrf", keeper.token)]).sees("Switch backups on first.")
    }

    @Test func `the longest folder and all other changes fit into the audit log`() throws {
        let backups = try BackupSite()
        let keeper = try backups.site.administrator()
        let folder = "/" + String(repeating: "a", count: BackupSchedule.maxFolderLength - 1)
        let fields = [("folder", folder), ("time", "23:59"), ("days", "60"), ("weeks", "60"), ("months", "60")]
        try keeper.get("/admin/backup").post("/admin/backup", [("csrf", keeper.token)] + fields).sees("Saved.")
        try keeper.get("/admin/audit").sees("at 23:59; 60 days; 60 weeks; 60 months")
    }

    @Test func `the site's own data are no place for backups`() throws {
        let site = try TestSite.empty()
        for folder in [site.folder, site.folder + "/media", site.folder + "/media/../media"] {
            try BackupSite(site).switchOn([("folder", folder)]).gets(422).sees("part of the site’s own data")
        }
    }

    @Test func `a download asks for the password, and its address is good for that file and session alone`() throws {
        let backups = try BackupSite()
        _ = try backups.begin()
        backups.site.wait(seconds: 86_400)
        backups.backUp()
        // Sessions of administrators do not last for a day.
        let keeper = try backups.site.administrator("today")
        let (other, name) = (try backups.names[0], try backups.names[1])
        let path = "/admin/backup/\(name)"
        try keeper.get(path).gets(404)
        try keeper.get("/admin/backup").post(path + "/download", [("csrf", keeper.token), ("password", "wrong")])
            .gets(422).sees("That's not your password.")
        try keeper.post(path + "/download", [("csrf", keeper.token), ("password", BackupPageTests.password)]).gets(200)
        let address = keeper.page.path
        #expect(address.hasPrefix(path + "?ticket="))
        let response = try keeper.fetch(address)
        guard case .file(let file, _, let count) = response.body else {
            Issue.record("no file")
            return
        }
        #expect(file == "\(backups.folder)/\(name)")
        #expect(try count == DataFolder.byteCount(file))
        #expect(response.headers["content-disposition"] == "attachment; filename=\"\(name)\"")
        try backups.site.administrator("second").get(address).gets(404)
        try backups.site.newAccount("kaisa_l").get(address).gets(404)
        try keeper.get(address.replacing(name, with: other)).gets(404)
        try keeper.get(address.replacing("ticket=", with: "ticket=x")).gets(404)
        try keeper.get("/admin/audit").sees("downloaded a backup")
        backups.site.wait(seconds: 3_601)
        try keeper.get(address).gets(404)
    }

    @Test func `a deletion asks for the password`() throws {
        let backups = try BackupSite()
        let keeper = try backups.begin()
        let path = "/admin/backup/\(try backups.names[0])/delete"
        try keeper.get("/admin/backup").post(path, [("csrf", keeper.token), ("password", "wrong")])
            .gets(422).sees("That's not your password.")
        #expect(try backups.names.count == 1)
        try keeper.post(path, [("csrf", keeper.token), ("password", BackupPageTests.password)]).sees("Deleted.")
        #expect(try backups.names == [])
        try keeper.get("/admin/audit").sees("deleted a backup").get("/admin/backup").seesNot("Download or delete")
    }

    @Test func `only files of the site's own backups are reached by their addresses`() throws {
        let backups = try BackupSite()
        let keeper = try backups.begin()
        let label = try #require(try backups.label)
        let linked = "cairn-20261120T120000Z-\(label).tar"
        let others = ["other.tar", "cairn-20261120T120000Z-abcdef.tar"]
        for name in others { try backups.write("x", to: name) }
        try FileManager.default.createSymbolicLink(
            atPath: "\(backups.folder)/\(linked)", withDestinationPath: "\(backups.folder)/other.tar")
        // The folder is looked at.
        backups.site.wait(seconds: 300)
        backups.backUp()
        let fields = [("csrf", keeper.token), ("password", BackupPageTests.password)]
        for name in others + [linked, "secret.key", "cairn-20261121T130000Z-\(label).tar"] {
            for action in ["delete", "download"] {
                try keeper.post("/admin/backup/\(name)/\(action)", fields).gets(404)
            }
        }
        #expect(try backups.names.count == 4)
        // Replaced after the folder was looked at.
        let name = try #require(try backups.names.first { $0.contains("20261121") })
        try FileManager.default.removeItem(atPath: "\(backups.folder)/\(name)")
        try keeper.post("/admin/backup/\(name)/delete", fields).gets(422).sees("It is not in the folder any more.")
        try FileManager.default.createSymbolicLink(
            atPath: "\(backups.folder)/\(name)", withDestinationPath: "\(backups.folder)/other.tar")
        try keeper.post("/admin/backup/\(name)/download", fields).gets(404)
    }

    @Test func `another folder begins with an empty list`() throws {
        let (backups, other) = (try BackupSite(), Folder())
        let keeper = try backups.begin()
        try keeper.get("/admin/backup").sees("Download or delete").fill("folder", other.path).submit("/admin/backup")
            .sees("Saved.").seesNot("Download or delete")
        #expect(try backups.moments.count == 1)
    }

    @Test func `what the environment says is shown, and nothing stored instead`() throws {
        let scratch = Folder()
        let site = try TestSite.empty {
            $0.backupFolder = scratch.path
            $0.backupMinute = 60
        }
        let keeper = try site.administrator()
        try keeper.get("/admin/backup").sees(scratch.path, "At 01:00")
        #expect(!keeper.page.text.contains("name=\"folder\"") && !keeper.page.text.contains("name=\"time\""))
        try keeper.fill("days", "3").submit("/admin/backup").sees("Saved.")
        site.app.beginJobs()
        site.app.runJobs([.backup])
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).count == 1)
        let stored = try site.app.site.database.read { try BackupQueries.schedule($0) }
        #expect(stored == BackupSchedule(days: 3))
    }

    @Test func `a backup that is wanted now is made now`() throws {
        let backups = try BackupSite()
        let keeper = try backups.begin()
        backups.site.wait(seconds: 60)
        try keeper.get("/admin/backup").submit("/admin/backup/run").sees("A backup is being made", "Check again")
        backups.backUp()
        try keeper.get("/admin/backup").seesNot("A backup is being made").sees("Back up now")
        #expect(try backups.moments == ["20261121T120000Z", "20261121T120100Z"])
        // The next one of the day deletes: of one day the newest is kept.
        backups.site.wait(seconds: 86_400)
        backups.backUp()
        #expect(try backups.moments == ["20261121T120100Z", "20261122T120100Z"])
    }
}
