import Foundation
import Proximity
import TestTools
import Testing

@testable import App

/// A restore into an empty folder that is there already, and what a kill leaves of it.
struct InterruptedRestoreTests {
    /// A backup of a site with one member.
    private func backup(_ scratch: Folder) throws -> String {
        let site = try TestSite.empty()
        _ = try site.newAccount("kaisa_l")
        _ = try Backup(dataFolder: site.folder).write(to: scratch.path + "/a.tar")
        return scratch.path + "/a.tar"
    }

    @discardableResult
    private func restore(_ archive: String, to folder: String, _ environment: Environment = .real) throws
        -> BackupSummary
    {
        var options = AppOptions(dataFolder: folder, publicFolder: TestSite.publicFolder)
        options.passwordCost = .trifling
        return try Restore(options).run(from: archive, environment: environment, log: TestSite.quiet)
    }

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    private func make(_ folder: String) throws -> String {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }

    private func copy(_ folder: String, to path: String) throws -> String {
        try FileManager.default.copyItem(atPath: folder, toPath: path)
        return path
    }

    private func write(_ text: String, to path: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }

    @Test func `an empty folder becomes the restored site, which only its owner can read`() throws {
        let scratch = Folder()
        let target = try make(scratch.path + "/target")
        chmod(target, 0o755)
        _ = try make(target + "/lost+found")
        #expect(try restore(backup(scratch), to: target).accounts == 1)
        #expect(try !names(target).contains(".restoring"))
        #expect(try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int == 0o700)
        #expect(try TestSite.at(target).isInUse)
    }

    /// What lies on the disk before each move is what a kill at that moment leaves.
    @Test func `a restore that is killed while its files move leaves a whole site or none`() throws {
        let scratch = Folder()
        let archive = try backup(scratch)
        let (whole, target) = (scratch.path + "/whole", try make(scratch.path + "/target"))
        try restore(archive, to: whole)
        var kills: [String] = []
        var stage = RestoreTarget(target)
        stage.beforeMove = { kills.append(try copy(target, to: "\(scratch.path)/kill\(kills.count)")) }
        try stage.fill { work in
            for name in try names(whole) { _ = try copy("\(whole)/\(name)", to: "\(work)/\(name)") }
        }
        #expect(try names(target) == names(whole))
        // Each file moves, and at last the empty folder goes.
        #expect(try kills.count == names(whole).count + 1)
        for (number, kill) in kills.enumerated() {
            let isDone = number == kills.count - 1
            #expect(try names(kill).contains("cairn.sqlite") == isDone, "the database moves last")
            let again = try copy(kill, to: kill + "-again")
            // As long as nothing has moved, another one begins anew.
            let isUntouched = number == 0
            if isUntouched {
                try restore(archive, to: again)
            } else {
                let failure = #expect(throws: BackupFailure.self) { try restore(archive, to: again) }
                #expect(failure?.words.contains(isDone ? "is not empty" : "delete all that is in that folder") == true)
            }
            if isDone {
                try RestoreTarget.refuseUnfinished(kill)
                #expect(try names(kill) == names(whole))
                #expect(try TestSite.at(kill).isInUse)
            } else {
                let failure = #expect(throws: BackupFailure.self) { try TestSite.at(kill) }
                #expect(failure?.words.contains("was interrupted") == true)
                #expect(failure?.words.contains("delete all") == !isUntouched)
            }
        }
    }

    @Test func `a restore that fails leaves an empty folder, or none in which a site begins`() throws {
        struct DiskIsGone: Error {}
        let scratch = Folder()
        let target = try make(scratch.path + "/target")
        try write("no backup", to: scratch.path + "/b.tar")
        #expect(throws: BackupFailure.self) { try restore(scratch.path + "/b.tar", to: target) }
        #expect(try names(target) == [])
        #expect(throws: BackupFailure.self) { try restore(scratch.path + "/b.tar", to: scratch.path + "/new/one") }
        #expect(try names(scratch.path + "/new") == [])
        var (stage, moves) = (RestoreTarget(target), 0)
        stage.beforeMove = {
            moves += 1
            if moves == 2 { throw DiskIsGone() }
        }
        #expect(throws: DiskIsGone.self) {
            try stage.fill { work in for name in ["a", "b", "cairn.sqlite"] { try write(name, to: "\(work)/\(name)") } }
        }
        #expect(throws: BackupFailure.self) { try TestSite.at(target) }
        #expect(try names(target) == [".restoring", "a"])
    }

    @Test func `nothing begins where a restore is running`() throws {
        let scratch = Folder()
        let (archive, target) = (try backup(scratch), try make(scratch.path + "/target"))
        try RestoreTarget(target).fill { work in
            let failure = #expect(throws: BackupFailure.self) { try TestSite.at(target) }
            #expect(failure?.words.contains("is running") == true)
            let other = #expect(throws: BackupFailure.self) { try restore(archive, to: target) }
            #expect(other?.words.contains("is running") == true)
            var options = AppOptions(dataFolder: target, publicFolder: nil)
            options.passwordCost = .trifling
            #expect(throws: BackupFailure.self) {
                try DemoWorld(options).make(password: nil, reset: false, log: TestSite.quiet)
            }
            try write("whole", to: work + "/cairn.sqlite")
        }
        #expect(try names(target) == ["cairn.sqlite"])
    }

    @Test(arguments: ["while it is unpacked", "while its files move"]) func `a site that is begun meanwhile stays`(
        _ moment: String
    ) throws {
        let scratch = Folder()
        let target = try make(scratch.path + "/target")
        var stage = RestoreTarget(target)
        var begin = { try write("another", to: target + "/cairn.sqlite") }
        if moment == "while its files move" {
            stage.beforeMove = {
                try begin()
                begin = {}
            }
        }
        let failure = #expect(throws: BackupFailure.self) {
            try stage.fill { work in
                for name in ["cairn.sqlite", "secret.key"] { try write("restored", to: "\(work)/\(name)") }
                if moment == "while it is unpacked" { try begin() }
            }
        }
        #expect(failure != nil)
        #expect(try String(contentsOfFile: target + "/cairn.sqlite", encoding: .utf8) == "another")
    }

    /// Whoever made it could read the key of the site in it.
    @Test func `a backup is not unpacked through a link`() throws {
        let scratch = Folder()
        let (archive, target) = (try backup(scratch), try make(scratch.path + "/target"))
        let other = try make(scratch.path + "/other")
        try FileManager.default.createSymbolicLink(atPath: target + "/.restoring", withDestinationPath: other)
        let failure = #expect(throws: BackupFailure.self) { try restore(archive, to: target) }
        #expect(failure?.words.hasSuffix("Not a directory") == true)
        #expect(try names(other) == [] && names(target) == [".restoring"])
    }
}
