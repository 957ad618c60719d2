import Database
import Foundation
import GRDB
import Proximity
import TestTools
import Testing

@testable import App
@testable import Database

/// What a newer program does with an older database.
struct UpgradeTests {
    /// All steps of the schema.
    static func steps(_ site: TestSite) -> [Migration] {
        Site.migrations + JobSchema.migrations + site.app.site.features.all.flatMap { type(of: $0).migrations }
    }

    private func copies(_ site: TestSite) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: site.folder + "/upgrades")) ?? []).sorted()
    }

    @Test func `a database in use is copied before it is brought up to date, and two copies are kept`() throws {
        let site = try TestSite.demo()
        let all = UpgradeTests.steps(site)
        try UpgradeCopy.make(site.app.site, all, dataFolder: site.folder)
        #expect(copies(site) == [])
        let step = Migration(900, id: "of tomorrow", statements: ["CREATE TABLE tomorrow (id BIGINT PRIMARY KEY)"])
        for _ in 0..<3 {
            try UpgradeCopy.make(site.app.site, all + [step], dataFolder: site.folder)
            UpgradeCopy.finish(dataFolder: site.folder)
            site.wait(seconds: 60)
        }
        #expect(copies(site) == ["cairn-20261121T120100Z.sqlite", "cairn-20261121T120200Z.sqlite"])
        let copy = Folder()
        try FileManager.default.copyItem(
            atPath: "\(site.folder)/upgrades/\(copies(site)[1])", toPath: copy.path + "/cairn.sqlite")
        try FileManager.default.copyItem(atPath: site.folder + "/secret.key", toPath: copy.path + "/secret.key")
        try TestSite.at(copy.path).member("aino_k").get("/friends").gets(200)
    }

    @Test func `a new site needs no copy`() throws {
        let site = try TestSite.empty()
        #expect(!FileManager.default.fileExists(atPath: site.folder + "/upgrades"))
    }

    /// A supervisor starts again and again what ends at once.
    @Test func `an upgrade that fails at every start keeps one copy, of before its first step`() throws {
        let site = try TestSite.empty()
        _ = try site.newAccount("kaisa_l")
        let (all, database) = (UpgradeTests.steps(site), site.app.site.database)
        let first = Migration(900, id: "of tomorrow", statements: ["CREATE TABLE tomorrow (id BIGINT PRIMARY KEY)"])
        func start(_ steps: [Migration]) throws {
            defer { site.wait(seconds: 60) }
            try UpgradeCopy.make(site.app.site, all + steps, dataFolder: site.folder)
            try database.migrate(all + steps)
            UpgradeCopy.finish(dataFolder: site.folder)
        }
        let wrong = Migration(899, id: "wrong", statements: ["CREATE TABLE account (id BIGINT)"])
        for _ in 0..<3 { #expect(throws: (any Error).self) { try start([wrong, first]) } }
        #expect(copies(site) == ["begun", "cairn-20261121T120200Z.sqlite"], "nothing has changed, so one is enough")
        let broken = Migration(901, id: "of the day after", statements: ["CREATE TABLE tomorrow (id BIGINT)"])
        for _ in 0..<3 { #expect(throws: (any Error).self) { try start([first, broken]) } }
        #expect(copies(site) == ["begun", "cairn-20261121T120300Z.sqlite"])
        #expect(try !contents("\(site.folder)/upgrades/\(copies(site)[1])").keys.contains("tomorrow"))
        let mended = Migration(901, id: "of the day after", statements: ["CREATE TABLE day_after (id BIGINT)"])
        try start([first, mended])
        #expect(copies(site) == ["cairn-20261121T120300Z.sqlite"])
        try start([first, mended, Migration(902, id: "of some day", statements: ["CREATE TABLE some_day (id BIGINT)"])])
        #expect(copies(site) == ["cairn-20261121T120300Z.sqlite", "cairn-20261121T120700Z.sqlite"])
    }

    /// - Parameter lacked: whether it also lacks a step of the older program, as one of another line of versions does.
    @Test(arguments: [false, true]) func `an older program refuses a newer database in words, and changes nothing`(
        _ lacked: Bool
    ) throws {
        let (site, scratch) = (try TestSite.empty(), Folder())
        _ = try site.newAccount("kaisa_l")
        let (path, steps) = (scratch.path + "/cairn.sqlite", UpgradeTests.steps(site))
        try site.app.site.database.backup(to: path)
        try FileManager.default.copyItem(atPath: site.folder + "/secret.key", toPath: scratch.path + "/secret.key")
        let step = Migration(900, id: "of tomorrow", statements: ["ALTER TABLE account ADD COLUMN tomorrow BIGINT"])
        try Database(path: path, migrations: steps + [step], clock: { TestSite.noon.milliseconds }).close()
        if lacked {
            let last = steps.sorted { $0.number < $1.number }[steps.count - 1].id
            let queue = try DatabaseQueue(path: path)
            try queue.write {
                try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: [last])
            }
            try queue.close()
        }
        let before = try contents(path)
        let error = #expect(throws: (any Error).self) { try TestSite.at(scratch.path) }
        let words = error.map { "\($0)" } ?? ""
        #expect(words.contains("made by a newer version of this program") && words.contains("of tomorrow"), "\(words)")
        #expect(try contents(path) == before)
        #expect(!FileManager.default.fileExists(atPath: scratch.path + "/upgrades"), "no copy pushes a good one out")
    }

    /// Copies of a database at some statements of its migration: each is what a kill at that moment leaves.
    private func kills(
        _ path: String, _ steps: [Migration], in folder: Folder, oneIn count: Int
    ) throws -> (statements: Int, copies: [String]) {
        let database = try Database(path: path, clock: { TestSite.noon.milliseconds })
        let sample = Sample(oneIn: count)
        var (statements, copies) = (0, [String]())
        database.pool.writeWithoutTransaction { connection in
            connection.trace { _ in
                statements += 1
                guard sample.takes("statement \(statements)") else { return }
                let copy = "\(folder.path)/\(statements)"
                try? FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
                for companion in ["", "-wal"] {
                    try? FileManager.default.copyItem(
                        atPath: path + companion, toPath: copy + "/cairn.sqlite" + companion)
                }
                copies.append(copy)
            }
        }
        try database.migrate(steps)
        database.close()
        return (statements, copies)
    }

    /// The program that is started next makes a whole database of it.
    @Test func `a migration that is killed at any statement is finished by the next start`() throws {
        let (scratch, steps) = (Folder(), UpgradeTests.steps(try TestSite.empty()))
        let path = scratch.path + "/cairn.sqlite"
        let (statements, snapshots) = try kills(path, steps, in: scratch, oneIn: 12)
        #expect(statements > 400 && snapshots.count > 20)
        let whole = try contents(path)
        for snapshot in snapshots {
            let next = try Database(
                path: snapshot + "/cairn.sqlite", migrations: steps, clock: { TestSite.noon.milliseconds })
            try next.checkIntegrity()
            next.close()
            #expect(try contents(snapshot + "/cairn.sqlite") == whole, "\(snapshot)")
        }
    }

    @Test func `a site in use whose upgrade is killed anywhere opens with the newer or the older program`() throws {
        let (scratch, steps) = (Folder(), UpgradeTests.steps(try TestSite.empty()))
        let older = steps.filter { $0.number <= OlderSiteTests.lastStep }
        let folder = scratch.path + "/site"
        try OlderSiteTests.makeData(folder)
        let before = try contents(folder + "/cairn.sqlite")
        let (statements, snapshots) = try kills(folder + "/cairn.sqlite", steps, in: scratch, oneIn: 4)
        #expect(statements > 60 && snapshots.count > 2)
        let whole = try contents(folder + "/cairn.sqlite")
        var opened = 0
        for snapshot in snapshots {
            let path = snapshot + "/cairn.sqlite"
            let left = try contents(path)
            do {
                try Database(path: path, migrations: older, clock: { TestSite.noon.milliseconds }).close()
                opened += 1
                #expect(left == before, "\(snapshot): the older program opens what is its own")
            } catch { #expect("\(error)".contains("made by a newer version"), "\(snapshot)") }
            #expect(try contents(path) == left, "\(snapshot): the older program changes nothing")
            let next = try Database(path: path, migrations: steps, clock: { TestSite.noon.milliseconds })
            try next.checkIntegrity()
            next.close()
            #expect(try contents(path) == whole, "\(snapshot)")
        }
        #expect(opened < snapshots.count)
    }

    /// The tables of a file, each with its statement, and all that is in them.
    private func contents(_ path: String) throws -> [String: [String]] {
        let queue = try DatabaseQueue(path: path)
        return try queue.read { database in
            let tables = try String.fetchAll(
                database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
            var found = [
                "": try String.fetchAll(
                    database,
                    sql: "SELECT coalesce(sql, name) FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name")
            ]
            for table in tables {
                let rows = try GRDB.Row.fetchAll(database, sql: "SELECT * FROM \"\(table)\"")
                found[table] = rows.map { "\($0)" }.sorted()
            }
            return found
        }
    }
}
