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
    /// - Returns: those that were not found.
    func takeFromBackups(_ missing: [StoredFile]) -> [StoredFile] {
        guard let (schedule, label) = try? readSchedule(), !schedule.folder.isEmpty,
            let work = try? ProcessWorkDirectory(in: dataFolder + "/work", randomBytes: environment.randomBytes),
            let store = try? MediaStore(root: mediaFolder, randomBytes: environment.randomBytes)
        else { return missing }
        return withExtendedLifetime(work) {
            let folder = BackupFolder(schedule.folder, label: label)
            // A restored site has another label than its earlier backups. Names of files are the same in no two sites.
            let others = folder.allBackups.filter { $0.name.label != label }
            var wanted = missing
            for (number, backup) in (folder.backups + others).enumerated() where !wanted.isEmpty {
                let stage = "\(work.path)/\(number)"
                take(wanted, from: BackupArchive(path: folder.path(backup.name)), by: stage, into: store)
                try? FileManager.default.removeItem(atPath: stage)
                wanted = self.missing(of: wanted)
            }
            return wanted
        }
    }

    /// - Parameter stage: a folder that is made for what is unpacked.
    private func take(
        _ wanted: [StoredFile], from archive: BackupArchive, by stage: String, into store: MediaStore
    ) {
        let paths = wanted.map { (MediaStore.path($0.name, $0.size, in: "./media"), $0) }
        do {
            try FileManager.default.createDirectory(
                atPath: stage, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let sizes = Dictionary(paths.map { ($0, $1.bytes) }) { first, _ in first }
            let room = MediaStore.freeBytes(at: stage) - MediaStore.reserve
            try archive.extract(sizes, into: stage, room: room)
        } catch { return }
        // Meanwhile a member may have deleted some.
        let still = Set(missing(of: wanted).map { MediaStore.path($0.name, $0.size, in: "./media") })
        for (path, file) in paths where still.contains(path) && isWhole(file, at: "\(stage)/\(path)") {
            try? store.putBack("\(stage)/\(path)", as: file.name, file.size)
        }
    }

    private func isWhole(_ file: StoredFile, at path: String) -> Bool {
        var info = stat()
        return lstat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG && Int(info.st_size) == file.bytes
    }
}
