import Database
import Foundation
import HTTP
import Media
import Proximity

/// Backups that the site makes by itself, once a day.
struct Backups: Feature {
    let site: Site
    let accounts: Accounts
    let dataFolder: String
    /// What the environment of the process says; it overrides the form.
    let fixed: Fixed

    /// `CAIRN_BACKUP_DIR` and `CAIRN_BACKUP_TIME`.
    struct Fixed: Sendable {
        /// An absolute path; switches backups on.
        var folder: String?
        /// Minutes after midnight.
        var minute: Int?

        func applied(to stored: BackupSchedule) -> BackupSchedule {
            var schedule = stored
            if let folder { (schedule.folder, schedule.isOn) = (folder, true) }
            if let minute { schedule.minute = minute }
            return schedule
        }
    }

    static let migrations = BackupQueries.migrations

    var routes: [Route] {
        [
            .adminGet("/admin/backup", showBackups), .adminPost("/admin/backup", changeBackups),
            .adminPost("/admin/backup/run", runNow), .adminPost("/admin/backup/{name}/download", allowDownload),
            .adminGet("/admin/backup/{name}", download), .adminPost("/admin/backup/{name}/delete", deleteBackup),
        ]
    }

    var jobKinds: [JobKind] {
        [
            JobKind(name: Backups.daily, lease: 4 * 3_600, interval: 300, lane: .backup) { try backUpIfDue($0.now) },
            JobKind(name: Backups.wanted, lease: 4 * 3_600, lane: .backup) { try backUp($0.now) },
        ]
    }

    var navigation: [NavigationEntry] {
        [
            NavigationEntry(
                slot: .admin, rank: 38, path: BackupPaths.overview, icon: "archive", words: "Backups")
        ]
    }

    func warnings(_ database: Reader, _ now: Timestamp) throws -> [SiteWarning] {
        let fault = try state(database, now).fault
        return fault.isEmpty ? [] : [SiteWarning(words: fault, path: BackupPaths.overview)]
    }

    var galleryExamples: [GalleryExample] { BackupExamples.all }

    static let daily = "backup.daily"
    static let wanted = "backup.now"
    /// Seconds after a failed try before the next one.
    private static let pause = 3_600.0
    /// Seconds without a good backup after which administrators are warned.
    static let maxAge = 2 * 86_400.0

    /// The schedule, with what the environment says.
    func schedule(_ database: Reader) throws -> BackupSchedule {
        fixed.applied(to: try BackupQueries.schedule(database) ?? BackupSchedule())
    }

    private var zone: TimeZone { TimeZone(identifier: site.settings.timeZone) ?? .gmt }

    private func backUpIfDue(_ now: Timestamp) throws {
        let (schedule, failed, good) = try site.database.read { database in
            (try self.schedule(database), try BackupQueries.failure(database), try BackupQueries.lastGood(database))
        }
        guard schedule.isOn else { return }
        let due = schedule.lastDue(now, in: zone)
        if let good, good >= due, good <= now { return }
        // A time ahead of now is of a clock that was wrong.
        if let failed, failed.startedAt <= now, now - failed.startedAt < Backups.pause { return }
        try backUp(now)
    }

    /// Makes a backup, compares it with what was copied, and deletes those that are not to be kept any more. What goes
    /// wrong is told on the page, in figures and in the log.
    func backUp(_ now: Timestamp) throws {
        let schedule = try site.database.read { try self.schedule($0) }
        var error: String?
        do {
            try checkFolder(schedule.folder)
            let folder = BackupFolder(schedule.folder)
            _ = try Backup(dataFolder: dataFolder).write(
                to: folder.path(BackupFileName(now)), isVerified: true, environment: site.environment)
            folder.prune(schedule, in: zone)
        } catch let fault {
            site.log.error("a backup failed", metadata: ["error": "\(fault)"])
            error = Backups.sentence(fault)
        }
        try site.database.write { [error] in try BackupQueries.ended($0, startedAt: now, error: error) }
    }

    /// Checks that a folder can take a backup of the site's size.
    private func checkFolder(_ folder: String) throws {
        if let fault = BackupFolder(folder).fault(dataFolder: dataFolder) { throw BackupFailure(.badArgument, fault) }
        let media = try site.database.read { try MediaQueries.allBytes($0) }
        let database = try DataFolder.byteCount(DataFolder.database(dataFolder))
        // A map may be removed meanwhile.
        let maps = DataFolder.maps(dataFolder).reduce(0) {
            $0 + ((try? DataFolder.byteCount("\(dataFolder)/\($1)")) ?? 0)
        }
        let needed = media + database + maps + (64 << 20)
        guard MediaStore.freeBytes(at: folder) >= needed, MediaStore.freeBytes(at: dataFolder) >= database + (64 << 20)
        else { throw BackupFailure(.badArgument, "there is no room: a backup needs \(ByteFormatter.text(needed))") }
    }

    private static func sentence(_ error: any Error) -> String {
        guard let failure = error as? BackupFailure else { return FailingWork.words(for: error) }
        let words = String(failure.words.prefix(300))
        return words.prefix(1).uppercased() + words.dropFirst() + "."
    }
}

/// A folder that backups are written to.
struct BackupFolder {
    let path: String

    /// A finished backup.
    struct Entry {
        let name: BackupFileName
        let bytes: Int
    }

    init(_ path: String) { self.path = path }

    /// Why no backup can be written there, as a part of a sentence; nil if it can.
    func fault(dataFolder: String) -> String? {
        guard path.hasPrefix("/"), !path.contains("\u{0}") else {
            return "the folder is not a whole path, such as /mnt/backup"
        }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return "there is no folder \(path)"
        }
        guard access(path, W_OK | X_OK) == 0 else { return "the server may not write into \(path)" }
        let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let data = URL(fileURLWithPath: dataFolder).resolvingSymlinksInPath().path
        if (real + "/").hasPrefix(data + "/") {
            return "the folder is part of the site’s own data: choose one on another disk"
        }
        return nil
    }

    /// Its backups, newest first. A link is none: it may lead to any file.
    var backups: [Entry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.compactMap { BackupFileName($0) }.sorted { $0.madeAt > $1.madeAt }.compactMap { name in
            var info = stat()
            guard lstat(path(name), &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
            return Entry(name: name, bytes: Int(info.st_size))
        }
    }

    func path(_ name: BackupFileName) -> String { "\(path)/\(name.text)" }

    func delete(_ name: BackupFileName) { unlink(path(name)) }

    /// Deletes the backups that are not to be kept any more, and what an interrupted one left.
    func prune(_ schedule: BackupSchedule, in zone: TimeZone) {
        let all = backups
        let kept = schedule.kept(all.map { $0.name }, in: zone)
        for backup in all where !kept.contains(backup.name.text) { delete(backup.name) }
        deletePartial()
    }

    /// Deletes what an interrupted backup left. Only one is made at a time.
    func deletePartial() {
        let ending = ".partial"
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        where name.hasSuffix(ending) && BackupFileName(String(name.dropLast(ending.count))) != nil {
            unlink("\(path)/\(name)")
        }
    }
}
