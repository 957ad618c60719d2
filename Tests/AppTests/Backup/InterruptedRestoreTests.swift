import Foundation
import Proximity
import TestTools
import Testing

@testable import App

/// What a restore leaves when it is killed, and what becomes of it.
struct InterruptedRestoreTests {
    /// A backup of a site with one member.
    private func backup(_ scratch: Folder) throws -> String {
        let site = try TestSite.empty()
        _ = try site.newAccount("kaisa_l")
        _ = try Backup(dataFolder: site.folder).write(to: scratch.path + "/a.tar")
        return scratch.path + "/a.tar"
    }

    private func options(_ folder: String) -> AppOptions {
        var options = AppOptions(dataFolder: folder, publicFolder: TestSite.publicFolder)
        options.passwordCost = .trifling
        return options
    }

    @discardableResult
    private func restore(_ archive: String, to folder: String, _ environment: Environment = .real) throws
        -> BackupSummary
    { try Restore(options(folder)).run(from: archive, environment: environment, log: TestSite.quiet) }

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    /// Everything below a folder.
    private func paths(_ folder: String) throws -> Set<String> {
        Set(try FileManager.default.subpathsOfDirectory(atPath: folder))
    }

    private func make(_ folder: String) throws -> String {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }

    private func copy(_ folder: String, to path: String) throws -> String {
        try FileManager.default.copyItem(atPath: folder, toPath: path)
        return path
    }

    /// What lies on the disk before each change is what a kill at that moment leaves.
    @Test func `a restore that is killed while its files move is finished by whoever comes next`() throws {
        let scratch = Folder()
        let archive = try backup(scratch)
        let whole = scratch.path + "/whole"
        try restore(archive, to: whole)
        let target = try make(scratch.path + "/target")
        _ = try copy(whole, to: target + "/.restoring")
        var kills: [String] = []
        var stage = RestoreStage(target)
        stage.beforeChange = { kills.append(try copy(target, to: "\(scratch.path)/kill\(kills.count)")) }
        try stage.moveUp()
        #expect(try paths(target) == paths(whole))
        // The folder is renamed, each file moves, modes are set, and the empty folder goes.
        #expect(try kills.count == names(whole).count + 3)
        for (number, kill) in kills.enumerated() {
            // Before the folder is renamed nothing is worth anything.
            let isWhole = number > 0
            let (settled, again) = (try copy(kill, to: kill + "-settled"), try copy(kill, to: kill + "-again"))
            #expect(try RestoreStage(settled).settle() == (isWhole ? .finished : .deleted), "\(kill)")
            #expect(try paths(settled) == (isWhole ? paths(whole) : []), "\(kill)")
            if isWhole {
                let failure = #expect(throws: BackupFailure.self, "\(kill)") { try restore(archive, to: again) }
                #expect(failure?.words.contains("has been finished now") == true)
            } else {
                try restore(archive, to: again)
            }
            #expect(try TestSite.at(again).isInUse, "\(kill)")
            let started = try TestSite.at(kill)
            #expect(try started.isInUse == isWhole, "\(kill)")
            #expect(try names(kill).filter { $0.hasPrefix(".restor") } == [], "\(kill)")
        }
    }

    @Test func `a restore that fails while its files move is finished by the next start`() throws {
        struct DiskIsGone: Error {}
        let scratch = Folder()
        let target = try make(scratch.path + "/target")
        try restore(backup(scratch), to: scratch.path + "/whole")
        _ = try copy(scratch.path + "/whole", to: target + "/.restoring")
        var changes = 0
        var stage = RestoreStage(target)
        stage.beforeChange = {
            changes += 1
            if changes == 3 { throw DiskIsGone() }
        }
        #expect(throws: DiskIsGone.self) { try stage.moveUp() }
        #expect(!FileManager.default.fileExists(atPath: target + "/cairn.sqlite"), "the database moves last")
        #expect(try TestSite.at(target).isInUse)
    }

    @Test func `the doctor tells of an interrupted restore, and finishes or deletes it`() throws {
        let scratch = Folder()
        let target = try make(scratch.path + "/target")
        try restore(backup(scratch), to: target + "/.restored")
        func check(_ folder: String, mends: Bool) -> DoctorReport.Check? {
            Doctor(options(folder), Doctor.Settings(), isMending: mends).run().checks.first { $0.name == "restore" }
        }
        let told = check(target, mends: false)
        #expect(told?.state == .broken && told?.advice.contains("cairn doctor --mend") == true)
        #expect(try names(target) == [".restored"])
        #expect(check(target, mends: true)?.message == "mended: finished")
        #expect(check(target, mends: false) == nil)
        #expect(try TestSite.at(target).isInUse)

        let other = scratch.path + "/other"
        for left in [other + "/.restoring/media", other + ".restoring"] { _ = try make(left) }
        #expect(check(other, mends: false)?.state == .warning)
        #expect(check(other, mends: true)?.state == .ok)
        #expect(try names(other) == [] && !FileManager.default.fileExists(atPath: other + ".restoring"))
    }

    @Test func `nothing begins where a restore is running`() throws {
        let scratch = Folder()
        let (archive, target) = (try backup(scratch), try make(scratch.path + "/target"))
        let missing = scratch.path + "/missing"
        let stages = (RestoreStage(target), RestoreStage(missing))
        let locks = (try stages.0.begin(in: stages.0.partial), try stages.1.begin(in: stages.1.beside))
        for folder in [target, missing] {
            let failure = #expect(throws: BackupFailure.self) { try TestSite.at(folder) }
            #expect(failure?.words.contains("wait until that has ended") == true)
            #expect(throws: BackupFailure.self) { try restore(archive, to: folder) }
        }
        #expect(try names(target) == [".restoring"] && !FileManager.default.fileExists(atPath: missing))
        withExtendedLifetime(locks) {}
    }

    /// Whoever made the folder could read the key of the site in it.
    @Test func `a restore unpacks into no folder that it has not made`() throws {
        let scratch = Folder()
        let (target, missing) = (try make(scratch.path + "/target"), scratch.path + "/missing")
        let stages = (RestoreStage(target), RestoreStage(missing))
        for (stage, folder) in [(stages.0, stages.0.partial), (stages.1, stages.1.beside)] {
            _ = try make(folder)
            let failure = #expect(throws: BackupFailure.self) { try stage.begin(in: folder) }
            #expect(failure?.words.contains("cannot make \(folder)") == true)
        }
        // What is no folder is none of a restore's: nobody deletes it, and the doctor tells of it.
        try FileManager.default.removeItem(atPath: stages.0.partial)
        try Data("mine".utf8).write(to: URL(filePath: stages.0.partial))
        let report = Doctor(options(target), Doctor.Settings(), isMending: true).run()
        #expect(report.checks.first { $0.name == "restore" }?.state == .broken)
        #expect(try names(target) == [".restoring"])
    }

    @Test func `a lock is of the folder that was there when it was taken`() throws {
        let scratch = Folder()
        let folder = try make(scratch.path + "/folder")
        let lock = try #require(FolderLock(folder))
        #expect(lock.isHeld && lock.isStill(at: folder))
        try FileManager.default.moveItem(atPath: folder, toPath: scratch.path + "/other")
        #expect(!lock.isStill(at: folder) && lock.isStill(at: scratch.path + "/other"))
        _ = try make(folder)
        #expect(!lock.isStill(at: folder))
    }

    @Test func `a site that is begun during a restore is not replaced`() throws {
        let scratch = Folder()
        let (archive, target) = (try backup(scratch), try make(scratch.path + "/target"))
        let environment = Environment(
            clock: {
                // When the restored database is opened.
                try? Data("another".utf8).write(to: URL(filePath: target + "/cairn.sqlite"))
                return TestSite.noon
            }, randomBytes: Environment.real.randomBytes)
        let failure = #expect(throws: BackupFailure.self) { try restore(archive, to: target, environment) }
        #expect(failure?.words.contains("stop the server first") == true)
        #expect(try names(target) == ["cairn.sqlite"])
        #expect(try String(contentsOfFile: target + "/cairn.sqlite", encoding: .utf8) == "another")
    }

    @Test func `what is in the way of an interrupted restore stays, and is named`() throws {
        let scratch = Folder()
        let target = try make(scratch.path + "/target")
        try restore(backup(scratch), to: target + "/.restored")
        let key = target + "/secret.key"
        try Data("mine".utf8).write(to: URL(filePath: key))
        for _ in 0..<2 {
            let failure = #expect(throws: BackupFailure.self) { try TestSite.at(target) }
            #expect(failure?.words.contains(key) == true)
            #expect(try names(target) == [".restored", "secret.key"], "nothing moves to what may be a site")
        }
        #expect(try String(contentsOfFile: key, encoding: .utf8) == "mine")
        try FileManager.default.removeItem(atPath: key)
        #expect(try TestSite.at(target).isInUse)
    }
}
