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

/// `cairn doctor`, without the command line.
struct DoctorTests {
    private func doctor(
        _ site: TestSite, mends: Bool = false,
        _ change: (inout AppOptions, inout Doctor.Settings) throws -> Void = { _, _ in }
    ) throws -> Doctor {
        var options = AppOptions(dataFolder: site.folder, publicFolder: TestSite.publicFolder)
        var settings = Doctor.Settings()
        try change(&options, &settings)
        let log = Logger(label: "doctor") { _ in SwiftLogNoOpLogHandler() }
        return Doctor(options, settings, isMending: mends, log: log)
    }

    private func report(
        _ site: TestSite, mends: Bool = false,
        _ change: (inout AppOptions, inout Doctor.Settings) throws -> Void = { _, _ in }
    ) throws -> DoctorReport { try doctor(site, mends: mends, change).run() }

    /// The worst of the checks of this name.
    private func check(_ name: String, _ report: DoctorReport) throws -> DoctorReport.Check {
        let states: [DoctorReport.State] = [.ok, .warning, .broken]
        let found = report.checks.filter { $0.name == name }
        return try #require(states.reversed().lazy.compactMap { state in found.first { $0.state == state } }.first)
    }

    /// Leaves a photo: the path of one of its files.
    private func photo(_ site: TestSite) throws -> String {
        let aino = try site.member("aino_k")
        try aino.leave("Look", for: "mikko", at: DemoCast.Place.university.coordinate, photo: PictureTests.icon)
        let file = try #require(try site.app.site.database.read { try MediaQueries.allFiles($0) }.first)
        return MediaStore.path(file.name, file.size, in: site.folder + "/media")
    }

    /// A site with files, which somebody looks after.
    private func site() throws -> TestSite {
        let site = try TestSite.demo()
        _ = try site.administrator()
        return site
    }

    @Test func `a good site has only warnings, of what is not set up`() throws {
        let found = try report(site())
        #expect(!found.isBroken, "\(found.text)")
        let warned = Set(found.checks.filter { $0.state == .warning }.map { $0.name })
        #expect(
            warned.subtracting(["tools", "disk", "clock"]) == ["backup", "base URL", "mail", "push"], "\(found.text)")
        expectWaysToMend(found)
        #expect(found.text.hasSuffix(" warnings"))
    }

    /// Expects each advice to name the page, the command or the setting that mends it.
    private func expectWaysToMend(_ found: DoctorReport) {
        let way = #/\/admin|CAIRN_|cairn [a-z]|--[a-z]|apt-get |chmod |ls -l|timedatectl |tar |df /#
        for check in found.checks where check.state != .ok { #expect(check.advice.contains(way), "\(check)") }
    }

    @Test func `each advice names what mends it`() throws {
        let (site, scratch) = (try site(), Folder())
        expectWaysToMend(
            try report(site) { options, settings in
                options.publicFolder = scratch.path
                options.mailServer = try SMTPServer("smtp://127.0.0.1:9")
                options.backupFolder = scratch.path
                settings.baseURL = "http://127.0.0.2:9"
                settings.proxies = ["proxy.example.org"]
            })
        expectWaysToMend(try report(site) { _, settings in settings.baseURL = "https://127.0.0.1:9" })
        expectWaysToMend(try report(site) { options, _ in options.backupFolder = "/nowhere/at/all" })
        expectWaysToMend(try report(site) { options, _ in options.dataFolder = scratch.path })
        chmod(site.folder, 0o755)
        try FileManager.default.removeItem(atPath: photo(site))
        try FileManager.default.removeItem(atPath: site.folder + "/secret.key")
        expectWaysToMend(try report(site))
        expectWaysToMend(try report(site, mends: true))
    }

    @Test func `the report for programs is JSON with the same checks`() throws {
        struct Whole: Decodable {
            struct Check: Decodable {
                let name, state, message, advice: String
            }
            let ok: Bool
            let checks: [Check]
        }
        let found = try report(site())
        let read = try JSONDecoder().decode(Whole.self, from: Data(found.json().utf8))
        #expect(read.ok && read.checks.map { $0.name } == found.checks.map { $0.name })
        #expect(Set(read.checks.map { $0.state }).isSubset(of: ["ok", "warning", "broken"]))
    }

    @Test func `a folder without a site is broken and told in a line`() throws {
        let (site, folder) = (try TestSite.empty(), Folder())
        let found = try report(site) { options, _ in options.dataFolder = folder.path + "/none" }
        #expect(try check("data folder", found).state == .broken)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/none"), "nothing is made")
    }

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

    /// Puts the site's backups into a folder.
    private func backups(of site: TestSite, in folder: Folder) throws {
        try site.app.site.database.write { database in
            try BackupQueries.set(database, BackupSchedule(isOn: true, folder: folder.path))
        }
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
        let fresh = [FileAttributeKey.modificationDate: Date()]
        try FileManager.default.setAttributes(fresh, ofItemAtPath: orphan)
        #expect(try check("media", report(site)).state == .ok, "one that is on its way")
        let old = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -7_200)]
        try FileManager.default.setAttributes(old, ofItemAtPath: orphan)
        #expect(try check("media", report(site)).state == .warning)
        #expect(FileManager.default.fileExists(atPath: orphan))
        #expect(try check("media", report(site, mends: true)).state == .ok)
        #expect(!FileManager.default.fileExists(atPath: orphan) && FileManager.default.fileExists(atPath: path))
    }

    @Test func `a clock behind the database is broken`() throws {
        let site = try site()
        let ahead = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: 3_600)]
        try FileManager.default.setAttributes(ahead, ofItemAtPath: site.folder + "/cairn.sqlite")
        #expect(try check("clock", report(site)).state == .broken)
    }

    @Test func `an address that does not answer, a mail server that is down and a wrong proxy are told`() throws {
        let found = try report(site()) { options, settings in
            settings.baseURL = "https://127.0.0.1:9"
            settings.proxies = ["10.0.0.0/8", "proxy.example.org"]
            options.mailServer = try SMTPServer("smtp://127.0.0.1:9")
        }
        #expect(try check("base URL", found).state == .warning)
        #expect(try check("mail", found).state == .broken)
        #expect(try check("proxy", found).message.contains("proxy.example.org"))
    }

    @Test func `what a proxy does not pass on, or is not trusted, is told`() throws {
        let site = try site()
        let forwarding = Forwarding(trusted: ["127.0.0.1"])
        func found(_ base: String, _ fields: [(String, String)], isTrusted: Bool = true) throws -> [String] {
            let head = try Request(method: .get, target: "/", headers: Headers(fields), body: .empty).head
            var report = DoctorReport()
            try doctor(site).checkForwarding(
                ForwardedRequest(isTrusted ? try forwarding.apply(head) : head), of: base, &report)
            return report.checks.map { "\($0.state) \($0.message)" }
        }
        let (base, host) = ("https://cairn.example.org", ("Host", "cairn.example.org"))
        let (address, scheme) = (("X-Forwarded-For", "192.0.2.1"), ("X-Forwarded-Proto", "https"))
        let good = ["ok it is trusted, and says what it should"]
        #expect(try found(base, [host, address, scheme]) == good)
        #expect(try found(base, [host, ("Forwarded", "for=192.0.2.1;proto=https")]) == good)
        #expect(try found(base, [host, address, scheme], isTrusted: false)[0].contains("is not trusted"))
        #expect(try found(base, [host], isTrusted: false)[0].contains("neither X-Forwarded-For nor"))
        for nobody in [nil, "unknown", ""] as [String?] {
            let fields = [host, scheme] + (nobody.map { [("X-Forwarded-For", $0)] } ?? [])
            #expect(try found(base, fields)[0].contains("no address in X-Forwarded-For"))
        }
        #expect(try found(base, [host, address])[0].contains("“” instead of https"))
        #expect(try found(base, [host, address, ("X-Forwarded-Proto", "http")])[0].contains("“http” instead of https"))
        let inside = try found(base, [("Host", "localhost:8080"), address, scheme])
        #expect(inside[0].contains("“localhost:8080” instead of cairn.example.org"))
        for (base, host) in [
            ("https://cairn.example.org:443", "CAIRN.example.org"),
            ("https://cairn.example.org", "cairn.example.org:443"),
            ("https://xn--bcher-kva.example:8443", "xn--bcher-kva.example:8443"),
            ("https://[2001:db8::1]", "[2001:db8::1]"),
        ] {
            #expect(try found(base, [("Host", host), address, scheme]) == good)
        }
        #expect(try found("http://localhost:80", [("Host", "localhost")], isTrusted: false).isEmpty)
    }

    @Test func `only who has the site's key and its folder learns what arrives, and for a minute`() throws {
        let site = try TestSite.empty()
        let (key, folder) = (site.app.site.key, site.folder)
        func answer(_ token: String) throws -> Visitor { try Visitor(site).get(HealthPaths.doctor(token)) }
        try answer("x").gets(404)
        let token = DoctorToken.make(key, dataFolder: folder, site.now)
        try answer(token).gets(200).sees("\"host\":\"localhost")
        try answer(DoctorToken.make(key, dataFolder: folder, site.now - 61)).gets(404)
        let copy = try site.copy()
        try answer(DoctorToken.make(key, dataFolder: copy.folder, site.now)).gets(404)
        try answer(key.sign("session", "\(site.now.milliseconds)")).gets(404)
        site.wait(seconds: 61)
        try answer(token).gets(404)
    }

    /// What lies in a folder: sizes, times, permissions and contents.
    private func listing(_ folder: String) throws -> [String: String] {
        var found: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            let path = "\(folder)/\(name)"
            let facts = try FileManager.default.attributesOfItem(atPath: path)
            let isFile = facts[.type] as? FileAttributeType == .typeRegular
            let bytes = isFile ? try Data(contentsOf: URL(filePath: path)).hashValue : 0
            let time = isFile ? (facts[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0 : 0
            found[name] = "\(facts[.posixPermissions] ?? 0) \(facts[.size] ?? 0) \(bytes) \(time)"
        }
        return found
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
        let old = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -7_200)]
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
        chown(site.folder + "/lost+found", 1_234, 1_234)
        #expect(try check("permissions", report(site)).state == .ok)
        chown(site.folder + "/exports", 1_234, 1_234)
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

    @Test func `jobs that fail, an old backup and a folder that is gone are warnings`() throws {
        let (site, folder) = (try site(), Folder())
        let now = Environment.real.clock()
        try backups(of: site, in: folder)
        try site.app.site.database.write { database in
            try Job.enqueue(database, kind: "mail.reset", key: "x", at: site.now)
            try database.execute(
                "UPDATE job SET failing_since = \(now), error = 'The disk is full.' WHERE kind = 'mail.reset'")
            try BackupQueries.ended(database, startedAt: now - 5 * 86_400, error: nil)
        }
        let found = try report(site)
        #expect(try check("jobs", found).message == "mail.reset: The disk is full.")
        #expect(try check("backup", found).message == "the last good one is 5 days old")
        let gone = try report(site) { options, _ in options.backupFolder = "/nowhere/at/all" }
        #expect(try check("backup", gone).message == "there is no folder /nowhere/at/all")
        #expect(!found.isBroken)
    }
}
