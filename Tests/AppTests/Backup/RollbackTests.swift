import Database
import Foundation
import GRDB
import TestTools
import Testing

@testable import App
@testable import Database

/// The way back from an upgrade.
struct RollbackTests {
    private static let replaced = "replaced-20261121T120000Z.sqlite"

    /// A data folder whose database a newer program has brought up to date, and that nobody uses.
    private struct Upgraded {
        let folder = TestSite.newFolder()
        /// The name of the copy of before.
        let copy: String

        /// - Parameter prepare: what was done before.
        init(_ prepare: (TestSite) throws -> Void = { _ in }) throws {
            let site = try TestSite.demo()
            try prepare(site)
            let tomorrow = Migration(900, "of tomorrow", ["CREATE TABLE tomorrow (id BIGINT PRIMARY KEY)"])
            try Upgrade(site: site.app.site, dataFolder: site.folder).run(UpgradeTests.steps(site) + [tomorrow])
            try site.member("leena").get("/settings/profile").fill("display_name", "Lena").submit("/settings/profile")
            copy = UpgradeCopies.name(site.app.site.now)
            site.app.close()
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for name in ["cairn.sqlite", "secret.key", "upgrades", "media"] {
                try? FileManager.default.copyItem(atPath: "\(site.folder)/\(name)", toPath: "\(folder)/\(name)")
            }
        }

        var database: String { folder + "/cairn.sqlite" }

        /// The words of the failure; "" for none.
        func rollBack(_ copy: String? = nil) throws -> String {
            var options = AppOptions(dataFolder: folder, publicFolder: nil)
            options.passwordCost = .trifling
            let environment = Environment(clock: { TestSite.noon }, randomBytes: Environment.real.randomBytes)
            do {
                let result = try Rollback(options, environment: environment, log: TestSite.quiet).run(copy)
                #expect(result.copy == copy ?? self.copy && result.replaced == RollbackTests.replaced)
                return ""
            } catch let failure as UpgradeFailure { return "\(failure)" }
        }
    }

    @Test func `the older program has its database again, without the sessions of then`() throws {
        var cookies: [String: String] = [:]
        let upgraded = try Upgraded { cookies = try $0.member("aino_k").cookies }
        let error = #expect(throws: UpgradeFailure.self) { try TestSite.at(upgraded.folder) }
        #expect(error?.words.contains("cairn rollback") == true)
        let newer = try DatabaseContents.of(upgraded.database)
        #expect(try upgraded.rollBack() == "")
        #expect(try DatabaseContents.of("\(upgraded.folder)/upgrades/\(RollbackTests.replaced)") == newer)
        let site = try TestSite.at(upgraded.folder)
        #expect(try !DatabaseContents.of(upgraded.database).keys.contains("tomorrow"))
        try Visitor(site, cookies: cookies).get("/friends").sees("Welcome back.")
        let aino = try site.member("aino_k").get("/friends").sees("leena")
        #expect(!aino.page.plain.contains("Lena"))
    }

    @Test func `the site goes on with its backups`() throws {
        var label: String?
        let upgraded = try Upgraded { site in
            let backups = BackupSite(site)
            _ = try backups.begin()
            label = try backups.label
        }
        #expect(try upgraded.rollBack() == "" && label != nil)
        #expect(try BackupSite(TestSite.at(upgraded.folder)).label == label)
    }

    @Test func `a folder that is used is left alone`() throws {
        let upgraded = try Upgraded()
        let before = try DatabaseContents.of(upgraded.database)
        var other: ProcessWorkDirectory? = try ProcessWorkDirectory(
            in: upgraded.folder + "/work", randomBytes: { Array(repeating: 1, count: $0) })
        #expect(try other != nil && upgraded.rollBack().contains("another process uses"))
        other = nil
        let pool = try DatabasePool(path: upgraded.database)
        try pool.write { try $0.execute(sql: "UPDATE account SET display_name = 'Somebody' WHERE id = 0") }
        #expect(try upgraded.rollBack().contains("another process uses"))
        try pool.close()
        #expect(try DatabaseContents.of(upgraded.database) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: upgraded.folder + "/upgrades") == [upgraded.copy])
    }

    @Test func `a copy that is not there is told with those that are`() throws {
        let upgraded = try Upgraded()
        let words = try upgraded.rollBack("../cairn.sqlite")
        #expect(words.hasSuffix("has no ../cairn.sqlite, but \(upgraded.copy)"))
        try FileManager.default.removeItem(atPath: upgraded.folder + "/upgrades")
        #expect(try upgraded.rollBack().contains("has no copy of this program"))
        unlink(upgraded.database)
        #expect(try upgraded.rollBack().contains("is missing or closed"))
    }

    @Test func `the copy is one of the program that asks for it`() throws {
        let older = TestSite.newFolder()
        try OlderSite.make(older)
        let upgraded = try Upgraded()
        let (later, earlier) = ("cairn-20261121T130000Z.sqlite", "cairn-20261121T110000Z.sqlite")
        let folder = upgraded.folder + "/upgrades"
        try FileManager.default.copyItem(atPath: upgraded.database, toPath: "\(folder)/\(later)")
        try FileManager.default.moveItem(atPath: older + "/cairn.sqlite", toPath: "\(folder)/\(earlier)")
        let before = try DatabaseContents.of(upgraded.database)
        for name in [later, earlier] {
            #expect(try upgraded.rollBack(name).hasSuffix("of \(name): install that one first"))
        }
        #expect(try DatabaseContents.of(upgraded.database) == before)
        #expect(try upgraded.rollBack() == "", "neither the newest nor the oldest")
    }

    @Test func `a way back that is asked for twice is taken once`() throws {
        let upgraded = try Upgraded()
        #expect(try upgraded.rollBack() == "")
        let before = try DatabaseContents.of(upgraded.database)
        let words = try upgraded.rollBack()
        #expect(words.contains("no newer program has had the database") && words.contains(upgraded.copy))
        #expect(try DatabaseContents.of(upgraded.database) == before)
        try FileManager.default.removeItem(atPath: "\(upgraded.folder)/upgrades/\(RollbackTests.replaced)")
        #expect(try upgraded.rollBack(upgraded.copy) == "", "who names it wants it")
    }

    /// As after a crash of the newer program.
    @Test func `what stands in the log is kept as well`() throws {
        let upgraded = try Upgraded()
        let scratch = Folder()
        let pool = try DatabasePool(path: upgraded.database)
        try pool.write { try $0.execute(sql: "INSERT INTO tomorrow (id) VALUES (7)") }
        for name in ["cairn.sqlite", "cairn.sqlite-wal"] {
            try FileManager.default.copyItem(atPath: "\(upgraded.folder)/\(name)", toPath: "\(scratch.path)/\(name)")
        }
        try pool.close()
        for name in ["cairn.sqlite", "cairn.sqlite-wal"] {
            unlink("\(upgraded.folder)/\(name)")
            try FileManager.default.copyItem(atPath: "\(scratch.path)/\(name)", toPath: "\(upgraded.folder)/\(name)")
        }
        #expect(try upgraded.rollBack() == "")
        let replaced = try DatabaseContents.of("\(upgraded.folder)/upgrades/\(RollbackTests.replaced)")
        #expect(replaced["tomorrow"]?.count == 1)
        #expect(!FileManager.default.fileExists(atPath: upgraded.database + "-wal"))
    }
}
