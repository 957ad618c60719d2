import Crypto
import Database
import Foundation
import Media
import Proximity

/// What lies in the data folder.
extension Doctor {
    /// What a restore left that was killed.
    func checkRestore(_ report: inout DoctorReport) {
        let stage = RestoreStage(dataFolder)
        guard let remains = stage.remains else { return }
        guard isMending else {
            switch remains {
            case .whole:
                return report.fail(
                    "restore", message: "one was interrupted while its files moved into place",
                    advice: "cairn doctor --mend finishes it; so does the next start of the server.")
            case .partial:
                return report.warn(
                    "restore", message: "one was interrupted, or is running",
                    advice: "When it is not running, cairn doctor --mend deletes what it left; so does the next start.")
            }
        }
        do {
            let isFinished = try stage.settle() == .finished
            guard stage.remains == nil else {
                return report.fail(
                    "restore", message: "what an interrupted one left cannot be deleted",
                    advice: "See whose it is with ls -lad \(dataFolder)/.restor* \(stage.beside), and delete it.")
            }
            report.ok("restore", isFinished ? "mended: finished" : "mended: deleted what an interrupted one left")
        } catch {
            report.fail(
                "restore", message: String("\(error)".prefix(300)),
                advice: "See with ls -la \(dataFolder) what is there, then cairn doctor --mend again.")
        }
    }

    /// Files and folders that only the server's user may read.
    func checkPermissions(_ report: inout DoctorReport) {
        let names = ["", "media", "cairn.sqlite", "cairn.sqlite-wal", "secret.key", "exports", "outbox", "upgrades"]
        let open = names.filter { name in
            var status = stat()
            return stat("\(dataFolder)/\(name)", &status) == 0 && status.st_mode & 0o077 != 0
        }
        guard !open.isEmpty else { return report.ok("permissions", "only the owner reads the data") }
        let list = open.map { $0.isEmpty ? "the data folder" : $0 }.joined(separator: ", ")
        guard isMending else {
            return report.fail(
                "permissions", message: "others can read \(list)",
                advice: "cairn doctor --mend takes that from them; so does chmod -R go= \(dataFolder).")
        }
        for name in open {
            var status = stat()
            let path = "\(dataFolder)/\(name)"
            if stat(path, &status) == 0 { chmod(path, status.st_mode & 0o700) }
        }
        report.ok("permissions", "mended: \(list)")
    }

    func checkKey(_ report: inout DoctorReport) {
        let path = dataFolder + "/secret.key"
        switch FileManager.default.contents(atPath: path)?.count {
        case SecretKey.byteCount: report.ok("secret key", "there")
        case nil:
            report.fail(
                "secret key", message: "\(path) is missing or unreadable",
                advice: "The server does not start without it. \(keyFromBackup)")
        case let count?:
            report.fail(
                "secret key", message: "\(path) holds \(count) bytes instead of \(SecretKey.byteCount)",
                advice: keyFromBackup)
        }
    }

    /// How the key comes back.
    private var keyFromBackup: String {
        "Take it from a backup: tar --extract --file=BACKUP.tar --directory=\(dataFolder) ./secret.key"
    }

    /// Compares the stored files with the rows that name them.
    func checkMedia(_ report: inout DoctorReport) {
        do {
            let files = try ForeignFile(path: DataFolder.database(dataFolder), readers: 1).read(MediaQueries.allFiles)
            let missing = files.filter { file in
                (try? DataFolder.byteCount(MediaStore.path(file.name, file.size, in: dataFolder + "/media")))
                    != file.bytes
            }
            let orphans = try self.orphans(Set(files.map { $0.name }))
            if missing.isEmpty && orphans.isEmpty {
                return report.ok("media", "\(files.count) files, all in their places")
            }
            if !orphans.isEmpty { tell(orphans, &report) }
            if !missing.isEmpty { tell(missing, &report) }
        } catch {
            report.fail(
                "media", message: "cannot be compared: \("\(error)".prefix(300))",
                advice: "See with ls -l whether the server’s user may read \(dataFolder)/media.")
        }
    }

    /// Names in the store that no row has; not those of the last hour, which may be on their way.
    private func orphans(_ known: Set<MediaName>) throws -> [MediaName] {
        let store = try MediaStore(root: dataFolder + "/media", randomBytes: Environment.real.randomBytes)
        let latest = Int(now.milliseconds / 1_000) - 3_600
        var orphans: [MediaName] = []
        try store.forEachName { name, time in
            if !known.contains(name), time < latest { orphans.append(name) }
        }
        return orphans.sorted { $0.text < $1.text }
    }

    private func tell(_ orphans: [MediaName], _ report: inout DoctorReport) {
        let words = CountWords.of(orphans.count, "stored file")
        guard isMending,
            let store = try? MediaStore(root: dataFolder + "/media", randomBytes: Environment.real.randomBytes)
        else {
            return report.warn(
                "media", message: "\(words) that no row names",
                advice: "They only take room: cairn doctor --mend deletes them.")
        }
        for name in orphans { store.remove(name) }
        report.ok("media", "mended: deleted \(words) that no row named")
    }

    private func tell(_ missing: [StoredFile], _ report: inout DoctorReport) {
        let words = CountWords.of(missing.count, "file")
        let names = missing.prefix(5).map { "\($0.name)-\($0.size)" }.joined(separator: ", ")
        guard isMending else {
            return report.fail(
                "media", message: "\(words) missing or cut: \(names)",
                advice: "cairn doctor --mend takes them from the newest backup that has them.")
        }
        let found = takeFromBackups(missing)
        if found == missing.count { return report.ok("media", "mended: \(words) taken from a backup") }
        report.fail(
            "media", message: "\(missing.count - found) of \(words) missing: \(names)",
            advice:
                "No backup in the folder that /admin/backup names has them. Put older ones there, and try --mend again."
        )
    }

    /// - Returns: how many were found.
    private func takeFromBackups(_ missing: [StoredFile]) -> Int {
        guard let schedule = try? readSchedule(), !schedule.folder.isEmpty,
            let work = try? ProcessWorkDirectory(in: dataFolder + "/work", randomBytes: Environment.real.randomBytes)
        else { return 0 }
        return withExtendedLifetime(work) {
            try? FileManager.default.createDirectory(
                atPath: work.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            var wanted = missing
            let folder = BackupFolder(schedule.folder)
            for backup in folder.backups where !wanted.isEmpty {
                let archive = BackupArchive(path: folder.path(backup.name))
                wanted = wanted.filter { !take($0, from: archive, work.path) }
            }
            return missing.count - wanted.count
        }
    }

    private func take(_ file: StoredFile, from archive: BackupArchive, _ work: String) -> Bool {
        let member = MediaStore.path(file.name, file.size, in: "./media")
        let path = MediaStore.path(file.name, file.size, in: work + "/media")
        let target = MediaStore.path(file.name, file.size, in: dataFolder + "/media")
        // An archive on a shared disk may hold a link to something that members would then be shown.
        guard (try? archive.extract(member, into: work)) != nil,
            let found = try? FileManager.default.attributesOfItem(atPath: path),
            found[.type] as? FileAttributeType == .typeRegular, found[.size] as? Int == file.bytes
        else { return false }
        let parent = URL(fileURLWithPath: target).deletingLastPathComponent().path
        try? FileManager.default.createDirectory(
            atPath: parent, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        chmod(path, 0o600)
        return rename(path, target) == 0
    }

    func readSchedule() throws -> BackupSchedule {
        let stored = try ForeignFile(path: DataFolder.database(dataFolder), readers: 1).read(BackupQueries.schedule)
        return options.fixedBackup.applied(to: stored ?? BackupSchedule())
    }
}
