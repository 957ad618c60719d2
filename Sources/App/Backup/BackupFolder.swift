import Foundation
import Proximity

/// The backups of a site in the folder that they are written to, which it may share with other sites and files.
struct BackupFolder {
    let path: String
    /// What the names of the site's own backups have; nil as long as there are none.
    let label: String?

    /// A finished backup.
    struct Entry: Equatable {
        let name: BackupFileName
        let bytes: Int
    }

    init(_ path: String, label: String?) { (self.path, self.label) = (path, label) }

    /// Why no backup can be written there, as a part of a sentence; nil if it can.
    func fault(dataFolder: String) -> String? {
        guard path.hasPrefix("/"), !path.contains("\u{0}") else {
            return "the folder is not a whole path, such as /mnt/backup"
        }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return "there is no folder \(path)"
        }
        guard access(path, R_OK | W_OK | X_OK) == 0 else { return "the server may not write into \(path)" }
        let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let data = URL(fileURLWithPath: dataFolder).resolvingSymlinksInPath().path
        if (real + "/").hasPrefix(data + "/") {
            return "the folder is part of the site’s own data: choose one on another disk"
        }
        return nil
    }

    /// Whether another folder lies on the same file system.
    func isOnDisk(of other: String) -> Bool {
        var (own, others) = (stat(), stat())
        return stat(path, &own) == 0 && stat(other, &others) == 0 && own.st_dev == others.st_dev
    }

    /// The site's backups, newest first. A link is none: it may lead to any file.
    var backups: [Entry] { allBackups.filter { $0.name.label == label } }

    /// Those of all sites, among them of this one before it was restored, newest first.
    var allBackups: [Entry] {
        names.compactMap { BackupFileName($0) }.sorted { $0.madeAt > $1.madeAt }
            .compactMap { name in byteCount(name).map { Entry(name: name, bytes: $0) } }
    }

    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

    func path(_ name: BackupFileName) -> String { "\(path)/\(name.text)" }

    /// The size of a backup in bytes; nil if it is none.
    func byteCount(_ name: BackupFileName) -> Int? {
        var info = stat()
        guard lstat(path(name), &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(info.st_size)
    }

    /// - Throws: `BackupFailure`.
    func delete(_ name: BackupFileName) throws {
        guard unlink(path(name)) != 0 else { return }
        throw BackupFailure(.badArgument, "cannot delete \(path(name)): \(String(cString: strerror(errno)))")
    }

    /// Deletes the site's backups that are not to be kept any more.
    ///
    /// - Parameter made: one that stays in any case.
    /// - Throws: `BackupFailure`.
    func prune(_ schedule: BackupSchedule, keeping made: BackupFileName? = nil, now: Timestamp, in zone: TimeZone)
        throws
    {
        let all = backups.map { $0.name }
        let kept = schedule.kept(all, now: now, in: zone)
        for name in all where !kept.contains(name.text) && name != made { try delete(name) }
    }

    /// Deletes what interrupted backups of the site left, while none is being made.
    func deletePartial() {
        let ending = BackupArchive.partialEnding
        for name in names where name.hasSuffix(ending) {
            let whole = BackupFileName(String(name.dropLast(ending.count)))
            if let whole, whole.label == label { unlink("\(path)/\(name)") }
        }
    }
}
