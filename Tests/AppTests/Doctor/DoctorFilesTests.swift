import Database
import Foundation
import Logging
import Mail
import Media
import Proximity
import TestTools
import Testing

@testable import App
@testable import HTTP

/// What the doctor finds in a data folder, and mends.
struct DoctorFilesTests: DoctorSuite {
    @Test func `a missing and a cut key are broken`() throws {
        let site = try site()
        try FileManager.default.removeItem(atPath: site.folder + "/secret.key")
        #expect(try check("secret key", report(site)).state == .broken)
        try Data([1, 2, 3]).write(to: URL(filePath: site.folder + "/secret.key"))
        #expect(try check("secret key", report(site)).message.contains("3 bytes"))
    }

    @Test func `data that others can read are told, and mended`() throws {
        let site = try site()
        for (name, mode) in [("", 0o755), ("/media", 0o750), ("/secret.key", 0o644)] {
            chmod(site.folder + name, mode_t(mode))
        }
        let found = try check("permissions", report(site))
        #expect(found.state == .broken && found.message.contains("secret.key") && found.message.contains("media"))
        #expect(try check("permissions", report(site, mends: true)).state == .ok)
        #expect(try check("permissions", report(site)).message == "only the server’s user reads the data")
        for (name, mode) in [("", 0o700), ("/media", 0o700), ("/secret.key", 0o600)] {
            let found = try FileManager.default.attributesOfItem(atPath: site.folder + name)[.posixPermissions]
            #expect(found as? Int == mode)
        }
    }

    @Test func `a damaged database is broken`() throws {
        let site = try site()
        let copy = Folder()
        try site.app.site.database.backup(to: copy.path + "/cairn.sqlite")
        let file = try FileHandle(forUpdating: URL(filePath: copy.path + "/cairn.sqlite"))
        try file.seek(toOffset: 40_960)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 40_960))
        try file.close()
        let found = try report(site) { options, _ in options.dataFolder = copy.path }
        #expect(try check("database", found).state == .broken)
    }

    @Test func `rows without files are taken from a backup, also from one of before a restore`() throws {
        let (site, folder) = (try site(), Folder())
        let path = try photo(site)
        let whole = try Data(contentsOf: URL(filePath: path))
        try FileManager.default.removeItem(atPath: path)
        #expect(try check("media", report(site)).state == .broken)
        #expect(try check("media", report(site, mends: true)).state == .broken, "no backup has it")
        try whole.write(to: URL(filePath: path))
        try backups(of: site, in: folder)
        let name = BackupFileName(site.now, label: "abcdef")
        _ = try Backup(dataFolder: site.folder).write(to: "\(folder.path)/\(name.text)")
        // Cut is as good as gone.
        try whole.prefix(10).write(to: URL(filePath: path))
        #expect(try check("media", report(site)).message.hasPrefix("1 file ("))
        #expect(try check("media", report(site, mends: true)).state == .ok)
        #expect(try Data(contentsOf: URL(filePath: path)) == whole)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(try check("media", report(site)).state == .ok)
    }

    @Test func `a link in a backup is not taken for a file`() throws {
        let (site, folder) = (try site(), Folder())
        let path = try photo(site)
        let member = "media\(path.dropFirst((site.folder + "/media").count))"
        let target = "/etc/passwd"
        let archive = "\(folder.path)/\(BackupFileName(site.now, label: "abcdef").text)"
        let link = "\(folder.path)/\(member)"
        try FileManager.default.createDirectory(
            atPath: URL(filePath: link).deletingLastPathComponent().path, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        let made = try Tool.run("/usr/bin/env", ["tar", "-C", folder.path, "-cf", archive, "./\(member)"])
        try #require(made.status == 0)
        let file = URL(filePath: path).lastPathComponent
        let (name, size) = (String(file.prefix(26)), String(file.dropFirst(27)))
        try backups(of: site, in: folder)
        try site.app.site.database.write { database in
            // As many bytes as the link has.
            try database.execute(
                "UPDATE media_file SET bytes = \(target.utf8.count) WHERE name = \(name) AND size = \(size)")
        }
        try FileManager.default.removeItem(atPath: path)
        #expect(try check("media", report(site, mends: true)).state == .broken)
        #expect(throws: (any Error).self) { try FileManager.default.attributesOfItem(atPath: path) }
    }

    @Test func `files without rows only take room, and go when it mends`() throws {
        let site = try site()
        let path = try photo(site)
        let name = try #require(MediaName(String(repeating: "a", count: 26)))
        let orphan = MediaStore.path(name, .small, in: site.folder + "/media")
        try FileManager.default.createDirectory(
            atPath: URL(filePath: orphan).deletingLastPathComponent().path, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: path, toPath: orphan)
        let fresh = [FileAttributeKey.modificationDate: try fileTime]
        try FileManager.default.setAttributes(fresh, ofItemAtPath: orphan)
        #expect(try check("media", report(site)).state == .ok, "one that is on its way")
        let old = [FileAttributeKey.modificationDate: try fileTime.addingTimeInterval(-7_200)]
        try FileManager.default.setAttributes(old, ofItemAtPath: orphan)
        #expect(try check("media", report(site)).state == .warning)
        #expect(FileManager.default.fileExists(atPath: orphan))
        #expect(try check("media", report(site, mends: true)).state == .ok)
        #expect(!FileManager.default.fileExists(atPath: orphan) && FileManager.default.fileExists(atPath: path))
    }

    @Test func `it changes nothing unless it mends`() throws {
        let site = try site()
        _ = try photo(site)
        // As after a kill: what was written last is in the log alone.
        let killed = Folder()
        try TestSite.copyData(from: site.folder, to: killed.path)
        let before = try listing(killed.path)
        #expect(before.keys.contains("cairn.sqlite-wal"))
        _ = try report(site) { options, _ in options.dataFolder = killed.path }
        var after = try listing(killed.path)
        // An index of the log that SQLite makes for those who read.
        after["cairn.sqlite-shm"] = before["cairn.sqlite-shm"]
        #expect(after == before)
    }

    @Test func `an emptied database is broken, and what it does not name stays`() throws {
        let site = try site()
        _ = try photo(site)
        let copy = Folder()
        try TestSite.copyData(from: site.folder, to: copy.path)
        for end in ["-wal", "-shm"] { unlink(copy.path + "/cairn.sqlite" + end) }
        try Data().write(to: URL(filePath: copy.path + "/cairn.sqlite"))
        let found = try report(site, mends: true) { options, _ in options.dataFolder = copy.path }
        #expect(try check("database", found).message.hasPrefix("empty"))
        #expect(found.isBroken)
        // A site without rows beside media of another one.
        let empty = try TestSite.empty()
        try FileManager.default.removeItem(atPath: empty.folder + "/media")
        try FileManager.default.copyItem(atPath: site.folder + "/media", toPath: empty.folder + "/media")
        let stored = try FileManager.default.subpathsOfDirectory(atPath: empty.folder + "/media")
        let old = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 1_000_000)]
        for name in stored {
            try FileManager.default.setAttributes(old, ofItemAtPath: "\(empty.folder)/media/\(name)")
        }
        #expect(try check("media", report(empty, mends: true)).state == .broken)
        empty.wait(seconds: 30 * 86_400)
        empty.sweep()
        #expect(try FileManager.default.subpathsOfDirectory(atPath: empty.folder + "/media").count >= stored.count)
    }

    @Test(.enabled(if: geteuid() == 0))
    func `what others own is told, but not what a file system makes`() throws {
        let site = try site()
        try FileManager.default.createDirectory(atPath: site.folder + "/lost+found", withIntermediateDirectories: true)
        #expect(chown(site.folder + "/lost+found", 1_234, 1_234) == 0)
        #expect(try check("permissions", report(site)).state == .ok)
        #expect(chown(site.folder + "/exports", 1_234, 1_234) == 0)
        let found = try check("permissions", report(site))
        #expect(found.state == .broken && found.message == "other users own exports")
        #expect(found.advice == "As root: chown -R 0:0 \(site.folder)")
    }

    @Test func `nothing that is found moves a terminal's cursor, and advice can be typed`() throws {
        let (site, folder) = (try site(), Folder())
        let path = folder.path + "/it's here"
        try TestSite.copyData(from: site.folder, to: path)
        chmod(path, 0o755)
        try FileManager.default.createDirectory(
            atPath: path + "/a\u{1B}]0;x\u{7}\nBROKEN", withIntermediateDirectories: true)
        let found = try report(site) { options, _ in options.dataFolder = path }
        for check in found.checks {
            for text in [check.message, check.advice] {
                #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control })
            }
        }
        let advice = try check("permissions", found).advice
        let command = try #require(advice.split(separator: "so does ").last.map { String($0) })
        #expect(try Tool.run("/bin/sh", ["-c", command]).status == 0, "\(command)")
        #expect(try check("permissions", report(site) { options, _ in options.dataFolder = path }).state == .ok)
    }

    @Test func `a database of another program is told, and its rows are left alone`() throws {
        let site = try site()
        #expect(try check("schema", report(site)).message == "up to date")
        let database = site.app.site.database
        try database.write { try $0.execute("INSERT INTO grdb_migrations (identifier) VALUES ('999 later')") }
        let newer = try report(site)
        #expect(try check("schema", newer).state == .broken && !newer.checks.contains { $0.name == "media" })
        try database.write { database in
            try database.execute("DELETE FROM grdb_migrations WHERE identifier = '999 later'")
            try database.execute(
                "DELETE FROM grdb_migrations WHERE identifier = (SELECT max(identifier) FROM grdb_migrations)")
        }
        #expect(try check("schema", report(site)).state == .warning)
    }

    @Test func `an unfinished restore is told, and its files stay`() throws {
        let (site, folder) = (try TestSite.empty(), Folder())
        try FileManager.default.createDirectory(atPath: folder.path + "/.restoring", withIntermediateDirectories: true)
        let found = try report(site, mends: true) { options, _ in options.dataFolder = folder.path }
        #expect(try check("restore", found).state == .broken)
        #expect(FileManager.default.fileExists(atPath: folder.path + "/.restoring"))
    }
}
