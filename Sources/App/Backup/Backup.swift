import Database
import Foundation
import Media
import Proximity

/// Copies a site into one tar file. A server may run meanwhile.
public struct Backup: Sendable {
    private let dataFolder: String

    /// A backup of a data folder.
    public init(dataFolder: String) { self.dataFolder = dataFolder }

    /// Writes the backup: a consistent copy of the database, the media files named in it, the secret key, the maps.
    ///
    /// Copies the database first. Media files never change, and deletions wait until each file has a hard link below
    /// `work`: so the archive contains every file that the copy names, however long packing takes.
    ///
    /// - Parameters:
    ///   - path: must not exist yet; created with mode 0600.
    ///   - isVerified: whether the file is read again and compared with what was copied, byte by byte.
    /// - Throws: `BackupFailure`; `DatabaseError` if the database is unreadable or damaged.
    public func write(
        to path: String, isVerified: Bool = false, environment: Environment = .real
    ) throws -> BackupSummary {
        guard access(DataFolder.database(dataFolder), R_OK) == 0 else {
            throw BackupFailure(.badArgument, "\(dataFolder) holds no site: give its data folder by --data DIR")
        }
        guard access(path, F_OK) != 0 else { throw BackupFailure(.badArgument, "\(path) is there already") }
        let work = try ProcessWorkDirectory(in: dataFolder + "/work", randomBytes: environment.randomBytes)
        return try withExtendedLifetime(work) {
            let folder = work.path
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let summary = try collect(into: folder, environment.randomBytes)
            let digest = try FolderDigest.of(folder)
            let manifest = BackupArchive.Manifest(
                madeAt: environment.clock().milliseconds, summary: summary, digest: digest)
            try PrivateFile.write(
                Array(try JSONEncoder().encode(manifest)), to: "\(folder)/\(BackupArchive.Manifest.file)")
            try BackupArchive(path: path).pack(folder, digest: digest, isVerified: isVerified)
            return summary
        }
    }

    /// Links everything that belongs in the archive into a folder on the same file system.
    private func collect(into folder: String, _ randomBytes: @escaping @Sendable (Int) -> [UInt8]) throws
        -> BackupSummary
    {
        let copy = DataFolder.database(folder)
        let store = try MediaStore(root: dataFolder + "/media", randomBytes: randomBytes)
        let contents = try store.withoutRemovals {
            try Database.backup(of: DataFolder.database(dataFolder), to: copy)
            let contents = try BackupContents(database: copy)
            try store.hardLink(contents.media.map { ($0.name, $0.size) }, into: folder + "/media")
            return contents
        }
        for name in ["secret.key"] + DataFolder.maps(dataFolder) { try hardLink(name, into: folder) }
        return BackupSummary(
            accounts: contents.accounts, files: contents.media.count,
            bytes: contents.media.reduce(try DataFolder.byteCount(copy)) { $0 + $1.bytes })
    }

    private func hardLink(_ name: String, into folder: String) throws {
        let target = "\(folder)/\(name)"
        try FileManager.default.createDirectory(
            atPath: URL(fileURLWithPath: target).deletingLastPathComponent().path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        do { try FileManager.default.linkItem(atPath: "\(dataFolder)/\(name)", toPath: target) } catch {
            throw BackupFailure(.damaged, "cannot read \(dataFolder)/\(name): \(error)")
        }
    }
}

/// What the copied database contains.
struct BackupContents {
    let accounts: Int
    let media: [StoredFile]

    /// Reads a copy that no process writes to.
    init(database path: String) throws {
        let file = try ForeignFile(path: path, readers: 1, limits: .none)
        (accounts, media) = try file.read {
            (
                try $0.value("SELECT count(*) FROM \(Person.everyone) AS person", as: Int.self) ?? 0,
                try MediaQueries.allFiles($0)
            )
        }
    }
}

/// The layout of a data folder.
enum DataFolder {
    static func database(_ folder: String) -> String { folder + "/cairn.sqlite" }

    /// The map files and their order, as paths relative to the folder.
    static func maps(_ folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/basemaps")) ?? []
        return names.filter { BasemapFile.isName($0) || $0 == BasemapFolder.orderName }.sorted().map {
            "basemaps/\($0)"
        }
    }

    /// The size of a file in bytes.
    static func byteCount(_ path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }

    /// Waits until a folder's entries are on the disk (fsync).
    static func sync(_ folder: String) throws { try sync(folder.isEmpty ? "." : folder, O_DIRECTORY) }

    /// Waits until what was written to a file is on the disk.
    static func syncFile(_ path: String) throws { try sync(path, 0) }

    private static func sync(_ path: String, _ flags: Int32) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | flags)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }
}
