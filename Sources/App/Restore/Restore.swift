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
    /// A restore that fails leaves an empty folder, or none if there was none.
    ///
    /// - Throws: `BackupFailure`; `DatabaseError` if the database is damaged.
    public func run(from path: String, environment: Environment = .real, log: Logger) throws -> BackupSummary {
        try RestoreTarget(options.dataFolder).fill { try prepare($0, from: path, environment, log) }
    }

    /// Makes a site of the backup in an empty folder.
    private func prepare(
        _ folder: String, from path: String, _ environment: Environment, _ log: Logger
    ) throws -> BackupSummary {
        try BackupArchive(path: path).unpack(into: folder)
        let summary = try Restore.check(folder)
        try settle(folder, environment, log)
        return summary
    }

    /// Compares the unpacked files with the database and the manifest.
    private static func check(_ folder: String) throws -> BackupSummary {
        let file = "\(folder)/\(BackupArchive.Manifest.file)"
        guard let data = FileManager.default.contents(atPath: file),
            let manifest = try? JSONDecoder().decode(BackupArchive.Manifest.self, from: data)
        else { throw BackupFailure(.damaged, "the file has no manifest: it is no backup of Cairn") }
        guard manifest.format <= BackupArchive.Manifest.newestFormat else {
            throw BackupFailure(.damaged, "the backup was made by a newer version of this program")
        }
        unlink(file)
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

    private func settle(_ folder: String, _ environment: Environment, _ log: Logger) throws {
        var staged = options
        staged.dataFolder = folder
        staged.copiesBeforeUpgrade = false
        let app = try App(staged, environment: environment, log: log)
        defer { app.close() }
        try app.restored()
    }
}
