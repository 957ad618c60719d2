import Foundation
import GRDB
import Logging
import Media
import TestTools
import Testing

@testable import App

/// `cairn backup` and `cairn restore`, without the command line.
struct BackupTests {
    /// Tables that a restore clears, see `App.restored()`.
    private static let ended: Set<String> = ["session", "account_token", "invite", "export", "throttle", "setup_link"]

    private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func restore(_ archive: String, to folder: String) throws -> BackupSummary {
        var options = AppOptions(dataFolder: folder, publicFolder: TestSite.publicFolder)
        options.passwordCost = .trifling
        return try Restore(options).run(from: archive, log: BackupTests.quiet)
    }

    /// All rows of the tables that a restore does not clear, as text.
    private func rows(_ folder: String) throws -> [String: [String]] {
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        return try DatabaseQueue(path: folder + "/cairn.sqlite", configuration: configuration).read { database in
            let tables = try String.fetchAll(
                database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
            var found: [String: [String]] = [:]
            for table in tables where !BackupTests.ended.contains(table) {
                found[table] = try Row.fetchAll(database, sql: "SELECT * FROM \(table)").map { "\($0)" }.sorted()
            }
            return found
        }
    }

    private func media(_ folder: String) throws -> [String: Data] {
        var found: [String: Data] = [:]
        for case let name as String in FileManager.default.enumerator(atPath: folder + "/media") ?? .init()
        where name.contains("-") {
            found[name] = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/media/\(name)"))
        }
        return found
    }

    private func leavePhoto(_ visitor: Visitor, _ text: String) throws {
        try visitor.get("/notes/new")
        let place = DemoCast.Place.university.coordinate
        try visitor.upload(
            "/notes", "photo", file: PictureTests.icon, named: "p.png",
            [
                ("csrf", visitor.token), ("text", text), ("to", "mikko"), ("lat", "\(place.latitude)"),
                ("lon", "\(place.longitude)"), ("key", text),
            ])
        try visitor.hasLeftANote()
    }

    @Test func `a restored site has every row and every file, and everybody can sign in again`() throws {
        let (site, scratch) = (try TestSite.demo(), Folder())
        let aino = try site.member("aino_k")
        try leavePhoto(aino, "With a photo.")
        let link = try #require(InviteTests.link(aino.get("/friends/invite").submit("/friends/invite").page))
        site.sweep()
        let made = try Backup(dataFolder: site.folder).write(to: scratch.path + "/a.tar")
        #expect(made.files >= 4 && made.accounts >= 8)
        let mode = try FileManager.default.attributesOfItem(atPath: scratch.path + "/a.tar")[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(try restore(scratch.path + "/a.tar", to: scratch.path + "/data") == made)

        #expect(try rows(scratch.path + "/data") == rows(site.folder))
        #expect(try media(scratch.path + "/data") == media(site.folder))
        let key = "/secret.key"
        #expect(FileManager.default.contentsEqual(atPath: scratch.path + "/data" + key, andPath: site.folder + key))
        let restored = try TestSite.at(scratch.path + "/data")
        #expect(try Visitor(restored, cookies: aino.cookies).get("/archive").page.path.hasPrefix("/login"))
        try restored.member("aino_k").get("/notes").sees("With a photo.")
        try restored.member("ville").get(link).sees("This link no longer works")
    }

    @Test func `a backup made during writes and deletions is complete`() async throws {
        let (site, scratch) = (try TestSite.demo(), Folder())
        try leavePhoto(site.member("aino_k"), "First.")
        let writers = (0..<3).map { number in
            Task.detached {
                let visitor = try site.member("aino_k")
                for round in 0..<6 {
                    try self.leavePhoto(visitor, "photo \(number)-\(round)")
                    let note = try #require(
                        visitor.get("/notes").page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
                    // Another visitor may have been faster.
                    if try visitor.get(note).page.status == 200 { try visitor.submit("\(note)/delete") }
                    site.app.runJobs([.prompt])
                }
            }
        }
        var archives: [String] = []
        for number in 0..<4 {
            archives.append("\(scratch.path)/\(number).tar")
            _ = try Backup(dataFolder: site.folder).write(to: archives[number])
        }
        for writer in writers { try await writer.value }
        for (number, archive) in archives.enumerated() {
            // The restore compares every file with its row.
            let summary = try restore(archive, to: "\(scratch.path)/data\(number)")
            #expect(summary.files >= 4)
        }
    }

    @Test func `a backup holds the maps and their order`() throws {
        let (site, scratch) = (try TestSite.demo(), Folder())
        let folder = BasemapFolder(dataFolder: site.folder)
        try Data("a map".utf8).write(to: URL(filePath: folder.path + "/town.pmtiles"))
        _ = try folder.order(["helsinki"])
        _ = try Backup(dataFolder: site.folder).write(to: scratch.path + "/a.tar")
        _ = try restore(scratch.path + "/a.tar", to: scratch.path + "/data")
        let restored = BasemapFolder(dataFolder: scratch.path + "/data")
        #expect(
            try restored.names() == ["helsinki.mbtiles", "town.pmtiles"]
                && FileManager.default.fileExists(atPath: restored.orderFile))
    }

    @Test func `a backup is made while links to its files come and go`() throws {
        let (site, scratch) = (try TestSite.demo(), Folder())
        let map = try #require(DataFolder.maps(site.folder).first)
        let linker = Thread {
            while !Thread.current.isCancelled {
                link("\(site.folder)/\(map)", "\(scratch.path)/link")
                unlink("\(scratch.path)/link")
            }
        }
        linker.start()
        defer { linker.cancel() }
        for number in 0..<3 {
            _ = try Backup(dataFolder: site.folder).write(to: "\(scratch.path)/\(number).tar")
            _ = try restore("\(scratch.path)/\(number).tar", to: "\(scratch.path)/data\(number)")
        }
    }

    @Test func `a restore refuses a folder that is not empty and leaves it unchanged`() throws {
        let (site, scratch) = (try TestSite.empty(), Folder())
        _ = try Backup(dataFolder: site.folder).write(to: scratch.path + "/a.tar")
        let taken = scratch.path + "/taken"
        try FileManager.default.createDirectory(atPath: taken, withIntermediateDirectories: false)
        try Data("mine".utf8).write(to: URL(fileURLWithPath: taken + "/file"))
        let failure = #expect(throws: BackupFailure.self) { try restore(scratch.path + "/a.tar", to: taken) }
        #expect(failure?.kind == .badArgument)
        #expect(try FileManager.default.contentsOfDirectory(atPath: taken) == ["file"])
        #expect(throws: BackupFailure.self) { try Backup(dataFolder: site.folder).write(to: taken + "/file") }
        #expect(throws: BackupFailure.self) { try Backup(dataFolder: taken).write(to: scratch.path + "/b.tar") }
    }

    @Test(arguments: ["cut", "changed", "a file less", "another's", "a link", "outside", "holes"])
    func `a damaged backup is refused and leaves nothing behind`(_ fault: String) throws {
        let (site, scratch) = (try TestSite.demo(), Folder())
        let archive = scratch.path + "/a.tar"
        _ = try Backup(dataFolder: site.folder).write(to: archive)
        try damage(archive, fault, scratch.path)
        let target = scratch.path + "/data"
        #expect(throws: (any Error).self) { try restore(archive, to: target) }
        let left = try FileManager.default.contentsOfDirectory(atPath: scratch.path).filter { $0.hasPrefix("data") }
        #expect(left.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: scratch.path + "/evil"))
    }

    private func damage(_ archive: String, _ fault: String, _ folder: String) throws {
        let script =
            switch fault {
            case "cut": "truncate -s 20480 a.tar"
            // After the headers of the database.
            case "changed":
                "mkdir x && tar -C x -xf a.tar && printf XXXX | dd of=x/cairn.sqlite bs=1 seek=4200 conv=notrunc && tar -C x -cf a.tar ."
            case "a file less": "tar --delete -f a.tar ./secret.key"
            case "holes":
                "mkdir -p y/basemaps && truncate -s 8T y/basemaps/huge.mbtiles && tar -C y --sparse -cf b.tar ./basemaps/huge.mbtiles && tar -A -f a.tar b.tar"
            case "another's": "echo hello > note.txt && tar -cf a.tar ./note.txt"
            case "a link":
                "ln -s /etc/passwd secret.key && tar --delete -f a.tar ./secret.key && tar -rf a.tar ./secret.key"
            default: "echo x > evil && tar -P --transform 's,^evil,../evil,' -rf a.tar evil && rm evil"
            }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script]
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }
}
