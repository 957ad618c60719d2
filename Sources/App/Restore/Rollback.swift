import Database
import Foundation
import Logging
import Media

/// Puts back the database of before an upgrade, with the program of before it.
public struct Rollback: Sendable {
    private let options: AppOptions
    private let environment: Environment
    private let log: Logger

    /// In the data folder of `options`, which no other process uses.
    public init(_ options: AppOptions, environment: Environment = .real, log: Logger) {
        (self.options, self.environment, self.log) = (options, environment, log)
    }

    /// Names of files below `upgrades` in the data folder.
    public struct Result: Sendable {
        /// The copy that was put back.
        public let copy: String
        /// What it replaced.
        public let replaced: String
    }

    private var copies: UpgradeCopies { UpgradeCopies(dataFolder: options.dataFolder) }
    private var database: String { DataFolder.database(options.dataFolder) }
    private var isUsed: UpgradeFailure {
        UpgradeFailure(words: "another process uses \(options.dataFolder): stop the server before")
    }

    /// Ends all sessions and mailed links, as a restore does: what ended since the upgrade would be back.
    ///
    /// Works on a copy of the copy and puts it into place at the end, so that a failure changes nothing.
    ///
    /// - Parameter name: a file below `upgrades`; nil for the newest of this program, if a newer one has had the database.
    /// - Throws: `UpgradeFailure`; `DatabaseError`.
    public func run(_ name: String? = nil) throws -> Result {
        for file in [database, options.dataFolder + "/secret.key"] where access(file, R_OK | W_OK) != 0 {
            throw UpgradeFailure(words: "\(file) is missing or closed: give the data folder of a site by --data DIR")
        }
        let work: ProcessWorkDirectory
        do {
            work = try ProcessWorkDirectory(
                in: options.dataFolder + "/work", isAlone: true, randomBytes: environment.randomBytes)
        } catch let error as POSIXError where error.code == .EBUSY { throw isUsed }
        return try withExtendedLifetime(work) {
            var result: Result?
            let isDone = try UpgradeCopies.locked(options.dataFolder, isWaiting: false) {
                result = try replace(by: name, in: work.path)
            }
            guard let result, isDone else { throw isUsed }
            return result
        }
    }

    private func replace(by name: String?, in stage: String) throws -> Result {
        try FileManager.default.createDirectory(
            atPath: stage, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let copy = try choose(name, options.schemaSteps(in: stage + "/new", environment, log))
        let staged = try prepare(copy, in: stage)
        // Whoever has it open keeps its log.
        guard try Database.joinLog(of: database) else { throw isUsed }
        let replaced = UpgradeCopies.replacedName(environment.clock())
        try put(staged, keeping: "\(copies.path)/\(replaced)")
        copies.forgetBegun()
        return Result(copy: copy, replaced: replaced)
    }

    /// The copy to put back: this program neither lacks one of its steps nor has others.
    private func choose(_ name: String?, _ steps: Set<String>) throws -> String {
        func isOwn(_ file: String) throws -> Bool {
            try Database.appliedMigrations(of: "\(copies.path)/\(file)") == steps
        }
        let all = copies.names + copies.replaced
        let list = all.isEmpty ? "no copy" : all.joined(separator: ", ")
        if let name {
            guard all.contains(name) else { throw UpgradeFailure(words: "\(copies.path) has no \(name), but \(list)") }
            guard try isOwn(name) else {
                throw UpgradeFailure(
                    words: "another program than this one had the database of \(name): install that one first")
            }
            return name
        }
        guard try !Database.appliedMigrations(of: database).isSubset(of: steps) else {
            throw UpgradeFailure(
                words: "no newer program has had the database. The way back begins with installing the older program; "
                    + "who wants a copy all the same names it. There is \(list)")
        }
        guard let last = try copies.names.last(where: isOwn) else {
            throw UpgradeFailure(words: "\(copies.path) has no copy of this program’s database, but \(list)")
        }
        return last
    }

    /// Makes a data folder with the copy, in which it is settled as after a restore.
    ///
    /// - Returns: the path of its database, which is whole and on the disk.
    private func prepare(_ copy: String, in stage: String) throws -> String {
        let (files, file, staged) = (FileManager.default, "\(copies.path)/\(copy)", DataFolder.database(stage))
        let bytes = try DataFolder.byteCount(file) + UpgradeCopies.reserve
        guard MediaStore.freeBytes(at: stage) > bytes else {
            throw UpgradeFailure(words: "the disk needs \(ByteFormatter.text(bytes)) free")
        }
        try files.copyItem(atPath: file, toPath: staged)
        try files.copyItem(atPath: options.dataFolder + "/secret.key", toPath: stage + "/secret.key")
        let app = try options.app(in: stage, environment, log)
        do {
            defer { app.close() }
            let label = try app.site.database.read { try BackupQueries.label($0) }
            try app.restored()
            // It is the same site, which goes on with its backups.
            if let label { _ = try app.site.database.write { try BackupQueries.label($0, orNew: label) } }
        }
        guard try Database.joinLog(of: staged) else { throw UpgradeFailure(words: "\(staged) cannot be written") }
        try DataFolder.syncFile(staged)
        return staged
    }

    /// Replaces the database, which nobody has open. There is one at every moment.
    private func put(_ staged: String, keeping replaced: String) throws {
        guard link(database, replaced) == 0 else {
            throw UpgradeFailure(words: "cannot make \(replaced): \(String(cString: strerror(errno)))")
        }
        guard rename(staged, database) == 0 else {
            let reason = String(cString: strerror(errno))
            unlink(replaced)
            throw UpgradeFailure(words: "cannot replace \(database): \(reason)")
        }
        for folder in [options.dataFolder, copies.path] { try DataFolder.sync(folder) }
    }
}
