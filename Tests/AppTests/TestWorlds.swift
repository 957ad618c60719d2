import Database
import Foundation
import Logging
import Proximity
import TestTools

@testable import App

/// The data folders that tests begin with, each made once.
extension TestSite {
    /// An empty site.
    static func empty(
        hasGallery: Bool = false, log: Logger = quiet, _ change: (inout AppOptions) -> Void = { _ in }
    ) throws -> TestSite {
        let folder = newFolder()
        try copyData(from: emptyFolder.get(), to: folder)
        return try TestSite(folder: folder, hasGallery: hasGallery, log: log, change)
    }

    /// An empty site that begins without a database, and so goes through every step of the schema.
    static func unmigrated() throws -> TestSite { try TestSite(folder: newFolder()) }

    /// The folder that all empty sites begin with: a database with the tables of today, and nothing else.
    private static let emptyFolder = Result {
        let folder = newFolder()
        let steps = UpgradeTests.steps(try unmigrated())
        try Database(path: folder + "/cairn.sqlite", migrations: steps, clock: { TestSite.noon.milliseconds }).close()
        return folder
    }

    /// The demo world a day later, without its pictures: all passwords are `demo-password`.
    ///
    /// Nobody has a position any more or is in a group, nobody has written to anybody, and no files are stored: what a test
    /// adds is all there is, and copies are fast.
    static func demo() throws -> TestSite { try copy(of: world.get()) }

    /// The demo world as `cairn demo` makes it.
    static func warmDemo() throws -> TestSite { try copy(of: warmWorld.get()) }

    private static func copy(of world: String) throws -> TestSite {
        let folder = newFolder()
        try copyData(from: world, to: folder)
        return try TestSite(folder: folder)
    }

    /// The folders of demo worlds that all tests copy. Made once: people, notes and friends take longer than most tests.
    /// Nobody has them open.
    private static let world = Result {
        let folder = try makeWorld(publicFolder: publicFolderWithoutPictures())
        let site = try TestSite(folder: folder, deletesFolder: false)
        try site.app.positions.sweep(noon + 25 * 3_600)
        try site.app.site.database.write { database in
            try database.execute("DELETE FROM chat WHERE low_id > 0")
            try database.execute("UPDATE daily_settings SET is_on = 0 WHERE id = 1")
            try database.execute("DELETE FROM conversation WHERE id > 0")
            try database.execute("DELETE FROM friend_group WHERE id > 0")
            try database.execute("DELETE FROM account WHERE id IN (SELECT account_id FROM guest_account)")
            try database.execute("DELETE FROM throttle WHERE rule > ''")
            try database.execute("DELETE FROM notice WHERE account_id > 0 AND kind = 'chat.message'")
            try database.execute("DELETE FROM notice WHERE account_id > 0 AND kind LIKE 'group.%'")
        }
        return folder
    }
    private static let warmWorld = Result { try makeWorld() }

    /// Makes a demo world and returns its folder, which stays.
    static func makeWorld(publicFolder: String = publicFolder, at time: Timestamp = noon) throws -> String {
        let folder = newFolder()
        var options = AppOptions(dataFolder: folder, publicFolder: publicFolder)
        options.assets = try assets.get()
        options.mediaMemo = mediaMemo
        options.passwordCost = .trifling
        let clock = ClockBox()
        clock.time.withLock { $0 = time }
        clock.bytes.withLock { $0 = SeededBytes(SeededGenerator(seed: 16)) }
        _ = try DemoWorld(options).make(
            password: "demo-password", reset: false, environment: environment(clock), log: quiet)
        return folder
    }

    /// The site's public files as an installation without the demo world's pictures has them.
    static func publicFolderWithoutPictures() throws -> String {
        let folder = newFolder()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: publicFolder) where name != "demo" {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/\(name)", withDestinationPath: "\(publicFolder)/\(name)")
        }
        return folder
    }

    /// Copies a data folder. Its basemaps, to which nobody writes, are the same files: a copy would be another version of
    /// the map, and pages name its version.
    static func copyData(from source: String, to copy: String) throws {
        let files = FileManager.default
        try files.createDirectory(
            atPath: copy, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for name in try files.contentsOfDirectory(atPath: source) where name != "basemaps" {
            try files.copyItem(atPath: "\(source)/\(name)", toPath: "\(copy)/\(name)")
        }
        guard let maps = try? files.contentsOfDirectory(atPath: source + "/basemaps") else { return }
        try files.createDirectory(atPath: copy + "/basemaps", withIntermediateDirectories: true)
        for name in maps {
            try files.linkItem(atPath: "\(source)/basemaps/\(name)", toPath: "\(copy)/basemaps/\(name)")
        }
    }
}
