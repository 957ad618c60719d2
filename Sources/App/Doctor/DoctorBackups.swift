import Database
import Foundation
import Media
import Proximity

/// Backups: whether they are made, and what can be taken from them.
extension Doctor {
    /// The schedule, and what the names of the site's own backups have.
    func readSchedule() throws -> (schedule: BackupSchedule, label: String?) {
        let file = try ForeignFile(path: database, readers: 1, limits: .none)
        let (stored, label) = try file.read { database in
            (try BackupQueries.schedule(database), try BackupQueries.label(database))
        }
        return (options.backups.applied(to: stored ?? BackupSchedule()), label)
    }

    func checkBackup(lastGood good: Timestamp?, _ report: inout DoctorReport) throws {
        let (schedule, label) = try readSchedule()
        let isFresh = good.map { now - $0 <= Backups.maxAge } ?? false
        guard schedule.isOn || isFresh else {
            return report.warn(
                "backup", message: "not set up",
                advice: "Switch backups on at /admin/backup, or set CAIRN_BACKUP_DIR and restart the server.")
        }
        if schedule.isOn, let fault = BackupFolder(schedule.folder, label: label).fault(dataFolder: dataFolder) {
            return report.warn(
                "backup", message: fault, advice: "Mount the folder, or choose another one at /admin/backup.")
        }
        guard let good else {
            return report.warn(
                "backup", message: "none was made yet", advice: "See /admin/backup for when, and make one there now.")
        }
        guard isFresh else {
            return report.warn(
                "backup", message: "the last good one is \(Int((now - good) / 86_400)) days old",
                advice: "See /admin/backup for the reason.")
        }
        report.ok("backup", "the last good one is \(Int((now - good) / 3_600)) hours old")
    }

    /// Puts missing files back from the newest backups that have them.
    ///
    /// - Returns: how many were found.
    func takeFromBackups(_ missing: [StoredFile]) -> Int {
        guard let (schedule, label) = try? readSchedule(), !schedule.folder.isEmpty,
            let work = try? ProcessWorkDirectory(in: dataFolder + "/work", randomBytes: environment.randomBytes)
        else { return 0 }
        return withExtendedLifetime(work) {
            var wanted = missing
            let folder = BackupFolder(schedule.folder, label: label)
            // A restored site has another label than its earlier backups. Names of files are the same in no two sites.
            for (number, backup) in folder.allBackups.enumerated() where !wanted.isEmpty {
                let stage = "\(work.path)/\(number)"
                try? FileManager.default.createDirectory(
                    atPath: stage, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                let names = wanted.map { MediaStore.path($0.name, $0.size, in: "./media") }
                try? BackupArchive(path: folder.path(backup.name)).extract(names, into: stage)
                wanted = wanted.filter { !put($0, from: stage) }
                try? FileManager.default.removeItem(atPath: stage)
            }
            return missing.count - wanted.count
        }
    }

    private func put(_ file: StoredFile, from stage: String) -> Bool {
        let path = MediaStore.path(file.name, file.size, in: stage + "/media")
        let target = MediaStore.path(file.name, file.size, in: dataFolder + "/media")
        var info = stat()
        // An archive on a shared disk may hold a link to something that members would then be shown.
        guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG, Int(info.st_size) == file.bytes else {
            return false
        }
        let parent = URL(fileURLWithPath: target).deletingLastPathComponent().path
        try? FileManager.default.createDirectory(
            atPath: parent, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return chmod(path, 0o600) == 0 && rename(path, target) == 0
    }
}
