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
            JobKind(name: Backups.daily, lease: 600, interval: 300, lane: .backup) { try backUpIfDue($0.now) },
            JobKind(name: Backups.wanted, lease: 600, lane: .backup) {
                // One that ended the process is not begun again.
                if $0.attempt == 1 { try backUp($0.now, prunes: false) }
            },
            JobKind(name: "upgrades.sweep", interval: 86_400, lane: .bulk) {
                try UpgradeCopies(dataFolder: dataFolder).sweep($0.now)
            },
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

    /// The copy makes backups of its own, under another label, and deletes none of those that were made before.
    func restored(_ database: Writer) throws { try BackupQueries.forgetRuns(database) }

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
        let (schedule, label, failed, good) = try site.database.read { database in
            (
                try self.schedule(database), try BackupQueries.label(database), try BackupQueries.failure(database),
                try BackupQueries.lastGood(database)
            )
        }
        guard schedule.isOn else { return }
        // A time ahead of now is of a clock that was wrong.
        let isMade = good.map { $0 <= now && $0 >= schedule.lastDue(now, in: zone) } ?? false
        let isTooSoon = failed.map { $0.startedAt <= now && now - $0.startedAt < Backups.pause } ?? false
        guard isMade || isTooSoon else { return try backUp(now, prunes: true) }
        try storeFiles(BackupFolder(schedule.folder, label: label))
    }

    /// Makes a backup and compares it with what was copied. What goes wrong is told on the page and in the log.
    ///
    /// - Parameter prunes: whether those that are not to be kept any more are deleted. Not by one that is wanted, which may
    ///   hold the mishap for which the one of this morning is needed.
    private func backUp(_ now: Timestamp, prunes: Bool) throws {
        let failure: any Error = BackupFailure(.badArgument, "cannot lock \(dataFolder)/backup.lock")
        // While a site restarts, two processes have it for a moment. The other one's is as good.
        _ = try FileLock.hold("\(dataFolder)/backup.lock", O_RDWR | O_CREAT | O_NOFOLLOW, orThrow: failure) { _, _ in
            try backUpAlone(now, prunes: prunes)
        }
    }

    private func backUpAlone(_ now: Timestamp, prunes: Bool) throws {
        let (schedule, label) = try site.database.write { database in
            try BackupQueries.began(database, at: now)
            return (
                try self.schedule(database),
                try BackupQueries.label(database, orNew: BackupFileName.newLabel(site.environment.randomBytes))
            )
        }
        let folder = BackupFolder(schedule.folder, label: label)
        var error: String?
        do {
            if let fault = folder.fault(dataFolder: dataFolder) { throw BackupFailure(.badArgument, fault) }
            // These may take the room that this one needs.
            folder.deletePartial()
            if prunes { try folder.prune(schedule, now: now, in: zone) }
            try storeFiles(folder)
            try checkRoom(in: folder)
            let name = BackupFileName(now, label: label)
            _ = try Backup(dataFolder: dataFolder).write(
                to: folder.path(name), isVerified: true, environment: site.environment)
            site.log.info("backed up", metadata: ["file": "\(folder.path(name))"])
            if prunes { try folder.prune(schedule, keeping: name, now: now, in: zone) }
        } catch let fault {
            site.log.error("a backup failed", metadata: ["error": "\(fault)"])
            error = Backups.sentence(fault)
        }
        try site.database.write { [error] in try BackupQueries.ended($0, startedAt: now, error: error) }
        try storeFiles(folder)
    }

    /// Stores which backups there are: a page that asked a folder of another machine would hang with it.
    private func storeFiles(_ folder: BackupFolder) throws {
        let files = folder.backups
        guard try files != site.database.read(BackupQueries.files) else { return }
        try site.database.write { try BackupQueries.setFiles($0, files) }
    }

    /// Checks that there is room for a backup, and as much as the site keeps free beside it.
    private func checkRoom(in folder: BackupFolder) throws {
        let media = try site.database.read { try MediaQueries.allUse($0) }
        let database = try DataFolder.byteCount(DataFolder.database(dataFolder))
        // A map may be removed meanwhile.
        let maps = DataFolder.maps(dataFolder).reduce(0) {
            $0 + ((try? DataFolder.byteCount("\(dataFolder)/\($1)")) ?? 0)
        }
        let archive = database + maps + media.bytes + media.count * BackupArchive.bytesForMember
        // The copy of the database that is packed is there as long as the archive grows.
        let isOneDisk = folder.isOnDisk(of: dataFolder)
        guard MediaStore.freeBytes(at: folder.path) >= archive + (isOneDisk ? database : 0) + MediaStore.reserve,
            MediaStore.freeBytes(at: dataFolder) >= database + MediaStore.reserve
        else { throw BackupFailure(.badArgument, "there is no room: a backup needs \(ByteFormatter.text(archive))") }
    }

    /// For administrators.
    private static func sentence(_ error: any Error) -> String {
        guard let failure = error as? BackupFailure else { return FailingWork.words(for: error) }
        let words = String(String.UnicodeScalarView(failure.words.unicodeScalars.prefix(400)))
        return words.prefix(1).uppercased() + words.dropFirst() + "."
    }
}
