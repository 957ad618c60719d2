import Database
import Foundation
import GRDB
import Proximity
import Synchronization
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

    /// A step of the schema that makes a table.
    private func step(_ number: Int, _ table: String) -> Migration {
        Migration(
            number, "of \(table)",
            [SQL(text: "CREATE TABLE \(table) (id BIGINT PRIMARY KEY)", values: [], isKept: false)])
    }

    /// Does what a start does, a minute after the last one.
    private func start(_ site: TestSite, _ more: [Migration] = []) throws {
        site.wait(seconds: 60)
        try Upgrade(site: site.app.site, dataFolder: site.folder).run(UpgradeTests.steps(site) + more)
    }

    @Test func `a database in use is copied before it is brought up to date, and two copies are kept`() throws {
        let site = try TestSite.demo()
        try start(site)
        #expect(copies(site) == [])
        let days = (1...3).map { step(900 + $0, "day_\($0)") }
        for day in 1...3 {
            try start(site, Array(days.prefix(day)))
            try start(site, Array(days.prefix(day)))
        }
        #expect(copies(site) == ["cairn-20261121T120400Z.sqlite", "cairn-20261121T120600Z.sqlite"])
        let tables = try DatabaseContents.of("\(site.folder)/upgrades/\(copies(site)[1])").keys
        #expect(tables.contains("day_2") && !tables.contains("day_3"))
    }

    @Test func `the copy is a site of before the upgrade`() throws {
        let site = try TestSite.demo()
        try start(site, [step(900, "tomorrow")])
        let copy = Folder()
        try FileManager.default.copyItem(
            atPath: "\(site.folder)/upgrades/\(copies(site)[0])", toPath: copy.path + "/cairn.sqlite")
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
        let first = step(900, "tomorrow")
        let wrong = Migration(899, "wrong", ["CREATE TABLE account (id BIGINT)"])
        for _ in 0..<3 { #expect(throws: (any Error).self) { try start(site, [wrong, first]) } }
        #expect(copies(site) == ["begun", "cairn-20261121T120100Z.sqlite"], "nothing has changed, so one is enough")
        _ = try site.newAccount("lauri_k")
        let broken = Migration(901, "of the day after", ["CREATE TABLE tomorrow (id BIGINT)"])
        for _ in 0..<3 { #expect(throws: (any Error).self) { try start(site, [first, broken]) } }
        #expect(copies(site) == ["begun", "cairn-20261121T120400Z.sqlite"])
        #expect(try !DatabaseContents.of("\(site.folder)/upgrades/\(copies(site)[1])").keys.contains("tomorrow"))
        let mended = Migration(901, "of the day after", ["CREATE TABLE day_after (id BIGINT)"])
        try start(site, [first, mended])
        #expect(copies(site) == ["cairn-20261121T120400Z.sqlite"])
        try start(site, [first, mended, step(902, "some_day")])
        #expect(copies(site) == ["cairn-20261121T120400Z.sqlite", "cairn-20261121T120800Z.sqlite"])
    }

    @Test func `who goes back to the older program and upgrades again gets a new copy`() throws {
        let site = try TestSite.empty()
        _ = try site.newAccount("kaisa_l")
        let broken = [step(900, "tomorrow"), Migration(901, "broken", ["CREATE TABLE tomorrow (id BIGINT)"])]
        #expect(throws: (any Error).self) { try start(site, broken) }
        // As the older program does on the copy.
        try site.app.site.database.write {
            try $0.execute("DROP TABLE tomorrow")
            try $0.execute("DELETE FROM grdb_migrations WHERE identifier = 'of tomorrow'")
        }
        try start(site)
        #expect(copies(site) == ["cairn-20261121T120100Z.sqlite"])
        try start(site, [step(900, "tomorrow")])
        #expect(copies(site) == ["cairn-20261121T120100Z.sqlite", "cairn-20261121T120300Z.sqlite"])
    }

    /// A machine without a battery begins in 1970 at times.
    @Test func `the copy that was just made stays, even if the clock says that it is the oldest`() throws {
        let site = try TestSite.empty()
        _ = try site.newAccount("kaisa_l")
        let days = (1...3).map { step(900 + $0, "day_\($0)") }
        for day in 1...2 { try start(site, Array(days.prefix(day))) }
        site.wait(seconds: -86_400)
        try start(site, days)
        #expect(copies(site) == ["cairn-20261120T120300Z.sqlite", "cairn-20261121T120200Z.sqlite"])
    }

    @Test func `a copy of a time to come is the first to go`() throws {
        let site = try TestSite.empty()
        _ = try site.newAccount("kaisa_l")
        try start(site, [step(901, "day_1")])
        try Data().write(to: URL(filePath: site.folder + "/upgrades/cairn-20991121T120000Z.sqlite"))
        try start(site, [step(901, "day_1"), step(902, "day_2")])
        #expect(copies(site) == ["cairn-20261121T120100Z.sqlite", "cairn-20261121T120200Z.sqlite"])
    }

    @Test func `a copy is deleted after thirty days`() throws {
        let site = try TestSite.empty()
        _ = try site.newAccount("kaisa_l")
        try start(site, [step(900, "tomorrow")])
        site.app.beginJobs()
        // Of clocks that were wrong, and of a way back.
        let wrong = ["cairn-19700101T000000Z.sqlite", "cairn-20991121T120000Z.sqlite"]
        for name in wrong + ["replaced-20261121T120000Z.sqlite", "partial"] {
            try Data().write(to: URL(filePath: "\(site.folder)/upgrades/\(name)"))
        }
        for (days, count) in [(29.0, 2), (1.1, 0)] {
            site.wait(seconds: days * 86_400)
            site.app.runJobs(JobLane.allCases)
            #expect(copies(site).filter { !wrong.contains($0) }.count == count)
        }
    }

    @Test func `of two processes that begin at once the second one waits and finds nothing left to do`() throws {
        let site = try TestSite.empty()
        _ = try site.newAccount("kaisa_l")
        let (folder, first, schema) = (site.folder, site.app.site, UpgradeTests.steps(site) + [step(900, "tomorrow")])
        let lock = open(folder + "/upgrade.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        try #require(flock(lock, LOCK_EX) == 0)
        let (second, isOpen) = (DispatchGroup(), DispatchSemaphore(value: 0))
        let error = Mutex("")
        DispatchQueue.global().async(group: second) {
            do {
                let place = AppOptions(dataFolder: folder, publicFolder: nil).place
                let other = try Site(place, first.environment, first.log, isInUse: Accounts.isInUse)
                isOpen.signal()
                try Upgrade(site: other, dataFolder: folder).run(schema)
            } catch let thrown { error.withLock { $0 = "\(thrown)" } }
            isOpen.signal()
        }
        isOpen.wait()
        let isOver = second.wait(timeout: .now() + 0.5) == .success
        #expect(!isOver)
        #expect(try !DatabaseContents.of(folder + "/cairn.sqlite").keys.contains("tomorrow"))
        try first.database.migrate(schema)
        // A child that another test starts right now has the descriptor as well.
        flock(lock, LOCK_UN)
        close(lock)
        second.wait()
        #expect(error.withLock { $0 } == "" && copies(site) == [])
    }

    @Test func `without room for the copy nothing is changed, and what a broken try left gives its room back`() throws {
        let site = try TestSite.empty()
        _ = try site.newAccount("kaisa_l")
        let broken = Migration(900, "broken", ["CREATE TABLE account (id BIGINT)"])
        #expect(throws: (any Error).self) { try start(site, [broken]) }
        _ = try site.newAccount("lauri_k")
        try Data("half".utf8).write(to: URL(filePath: site.folder + "/upgrades/partial"))
        let database = try DataFolder.byteCount(site.folder + "/cairn.sqlite")
        let schema = UpgradeTests.steps(site) + [step(900, "tomorrow")]
        let before = try DatabaseContents.of(site.folder + "/cairn.sqlite")
        var upgrade = Upgrade(site: site.app.site, dataFolder: site.folder)
        upgrade.freeBytes = { _ in database }
        let error = #expect(throws: UpgradeFailure.self) { try upgrade.run(schema) }
        #expect(error?.words.contains("for that the disk needs") == true)
        #expect(try DatabaseContents.of(site.folder + "/cairn.sqlite") == before)
        #expect(copies(site) == ["begun", "cairn-20261121T120100Z.sqlite"], "the last good one stays")
        try start(site, [step(900, "tomorrow")])
        #expect(copies(site) == ["cairn-20261121T120200Z.sqlite"])
    }

    /// Between the steps of writing a copy: its file, the note that it was begun, its name.
    @Test(arguments: ["file", "note"]) func `a copy that is killed while it is made pushes none of before out`(
        _ moment: String
    ) throws {
        let site = try TestSite.empty()
        _ = try site.newAccount("kaisa_l")
        let days = (1...3).map { step(900 + $0, "day_\($0)") }
        for day in 1...2 { try start(site, Array(days.prefix(day))) }
        let before = copies(site)
        let folder = site.folder + "/upgrades"
        try Data("half".utf8).write(to: URL(filePath: folder + "/partial"))
        if moment == "note" {
            let steps = try site.app.site.database.appliedMigrations().count
            try Data("cairn-20261121T120230Z.sqlite \(steps)\n".utf8).write(to: URL(filePath: folder + "/begun"))
        }
        try start(site, days)
        #expect(copies(site) == [before[1], "cairn-20261121T120300Z.sqlite"])
    }

    @Test func `a folder that cannot be written ends the start before anything is changed`() throws {
        let site = try TestSite.empty()
        _ = try site.newAccount("kaisa_l")
        try Data().write(to: URL(filePath: site.folder + "/upgrades"))
        let before = try DatabaseContents.of(site.folder + "/cairn.sqlite")
        #expect(throws: (any Error).self) { try start(site, [step(900, "tomorrow")]) }
        #expect(try DatabaseContents.of(site.folder + "/cairn.sqlite") == before)
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
        let step = Migration(900, "of tomorrow", ["ALTER TABLE account ADD COLUMN tomorrow BIGINT"])
        try Database(path: path, migrations: steps + [step], clock: { TestSite.noon.milliseconds }).close()
        if lacked {
            let last = steps.sorted { $0.number < $1.number }[steps.count - 1].id
            let queue = try DatabaseQueue(path: path)
            try queue.write {
                try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: [last])
            }
            try queue.close()
        }
        let before = try DatabaseContents.of(path)
        let error = #expect(throws: (any Error).self) { try TestSite.at(scratch.path) }
        let words = error.map { "\($0)" } ?? ""
        #expect(words.contains("made by a newer version of this program") && words.contains("of tomorrow"), "\(words)")
        #expect(try DatabaseContents.of(path) == before)
        #expect(!FileManager.default.fileExists(atPath: scratch.path + "/upgrades"), "no copy pushes a good one out")
    }
}
