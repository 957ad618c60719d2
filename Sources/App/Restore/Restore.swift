import Database
import Foundation
import Logging
import Media

/// Creates a data folder from a backup.
public struct Restore: Sendable {
    private let options: AppOptions

    /// A restore into the data folder of `options`.
    public init(_ options: AppOptions) { self.options = options }

    /// Unpacks a backup, checks it, migrates the database, and ends all sessions and mailed links, because others may
    /// have had the copy.
    ///
    /// Works beside the data folder and moves the result there at the end, so that a failed restore leaves nothing
    /// behind; in an empty folder that is there already, inside it (see `RestoreStage`). That may be a disk or a volume
    /// of its own, or the only place where this user may write.
    ///
    /// - Throws: `BackupFailure`; `DatabaseError` if the database is damaged.
    public func run(from path: String, environment: Environment = .real, log: Logger) throws -> BackupSummary {
        let stage = RestoreStage(options.dataFolder)
        guard try stage.settle() != .finished else {
            throw BackupFailure(
                .badArgument,
                "an earlier restore to \(options.dataFolder) was interrupted and has been finished now: it is a site. "
                    + "To restore \(path) as well, give another folder by --data DIR")
        }
        return access(stage.target, F_OK) == 0
            ? try runInside(stage, from: path, environment: environment, log: log)
            : try runBeside(stage, from: path, environment: environment, log: log)
    }

    private func runInside(
        _ stage: RestoreStage, from path: String, environment: Environment, log: Logger
    ) throws -> BackupSummary {
        guard try stage.isFree() else {
            throw BackupFailure(.badArgument, "\(options.dataFolder) is not empty: give another folder by --data DIR")
        }
        let lock = try stage.begin(in: stage.partial)
        return try withExtendedLifetime(lock) {
            defer { try? FileManager.default.removeItem(atPath: stage.partial) }
            let summary = try prepare(stage.partial, from: path, environment: environment, log: log)
            // A server may have begun a site in it meanwhile.
            guard try stage.isFree() else {
                throw BackupFailure(.badArgument, "\(options.dataFolder) is in use: stop the server first")
            }
            try stage.moveUp()
            return summary
        }
    }

    private func runBeside(
        _ stage: RestoreStage, from path: String, environment: Environment, log: Logger
    ) throws -> BackupSummary {
        let (folder, target) = (stage.beside, stage.target)
        let lock = try stage.begin(in: folder)
        return try withExtendedLifetime(lock) {
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let summary = try prepare(folder, from: path, environment: environment, log: log)
            try DataFolder.syncAll(folder)
            guard rename(folder, target) == 0 else {
                throw BackupFailure(.badArgument, "cannot make \(target): \(String(cString: strerror(errno)))")
            }
            try DataFolder.sync(URL(fileURLWithPath: target).deletingLastPathComponent().path)
            return summary
        }
    }

    /// Makes a site of the backup in a folder.
    private func prepare(
        _ folder: String, from path: String, environment: Environment, log: Logger
    ) throws -> BackupSummary {
        try BackupArchive(path: path).unpack(into: folder)
        let summary = try Restore.check(folder)
        try settle(folder, environment: environment, log: log)
        return summary
    }

    /// Compares the unpacked files with the database and the manifest.
    private static func check(_ folder: String) throws -> BackupSummary {
        guard let data = FileManager.default.contents(atPath: folder + "/manifest.json"),
            let manifest = try? JSONDecoder().decode(BackupArchive.Manifest.self, from: data)
        else { throw BackupFailure(.damaged, "the file has no manifest: it is no backup of Cairn") }
        guard manifest.format <= BackupArchive.Manifest.newestFormat else {
            throw BackupFailure(.damaged, "the backup was made by a newer version of this program")
        }
        // The digest covers all files except the manifest.
        unlink(folder + "/manifest.json")
        guard try FolderDigest.of(folder) == manifest.digest else {
            throw BackupFailure(.damaged, "the backup is damaged: it is not what was written")
        }
        for name in ["cairn.sqlite", "secret.key"] where access("\(folder)/\(name)", R_OK) != 0 {
            throw BackupFailure(.damaged, "the backup has no \(name)")
        }
        try Database.checkIntegrity(of: DataFolder.database(folder))
        let contents = try BackupContents(database: DataFolder.database(folder))
        for file in contents.media {
            let path = MediaStore.path(file.name, file.size, in: folder + "/media")
            guard let size = try? DataFolder.byteCount(path), size == file.bytes else {
                throw BackupFailure(.damaged, "the backup does not hold \(file.name)-\(file.size) whole")
            }
        }
        let summary = BackupSummary(
            accounts: contents.accounts, files: contents.media.count,
            bytes: contents.media.reduce(try DataFolder.byteCount(DataFolder.database(folder))) { $0 + $1.bytes })
        guard summary == manifest.summary else {
            throw BackupFailure(.damaged, "the backup holds something else than its manifest says")
        }
        return summary
    }

    private func settle(_ folder: String, environment: Environment, log: Logger) throws {
        var staged = options
        staged.dataFolder = folder
        staged.copiesBeforeUpgrade = false
        let app = try App(staged, environment: environment, log: log)
        defer { app.close() }
        try app.restored()
    }
}
