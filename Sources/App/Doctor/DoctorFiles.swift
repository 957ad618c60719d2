import Database
import Foundation
import Media
import Proximity

/// What lies in the data folder.
extension Doctor {
    /// That the server's user alone reads the data, and that all of it is that user's.
    func checkPermissions(_ report: inout DoctorReport) {
        var folder = stat()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: dataFolder)) ?? []
        guard stat(dataFolder, &folder) == 0, !names.isEmpty else {
            return report.fail(
                "permissions", message: "\(dataFolder) cannot be read", advice: "See ls -ld \(dataFolder).")
        }
        let (uid, gid) = (folder.st_uid, folder.st_gid)
        let found = ([""] + names.sorted()).compactMap { name -> (name: String, info: stat)? in
            var info = stat()
            return lstat("\(dataFolder)/\(name)", &info) == 0 ? (name, info) : nil
        }
        let foreign = found.filter { $0.info.st_uid != uid }.map { $0.name }
        if !foreign.isEmpty {
            report.fail(
                "permissions", message: "other users own \(list(foreign))",
                advice: "As root: chown -R --from=0 \(uid):\(gid) \(dataFolder)")
        }
        // A link has no permissions of its own.
        let open = found.filter { $0.info.st_mode & S_IFMT != S_IFLNK && $0.info.st_mode & 0o077 != 0 }
        // Who cannot enter the folder reads nothing below it.
        let isOpen = folder.st_mode & 0o077 != 0
        guard isOpen else { return foreign.isEmpty ? report.ok("permissions", "only their owner reads the data") : () }
        let words = list(open.map { $0.name })
        let isMended = isMending && open.allSatisfy { chmod("\(dataFolder)/\($0.name)", $0.info.st_mode & 0o700) == 0 }
        guard isMended else {
            return report.fail(
                "permissions", message: "others may read \(words)",
                advice: "cairn doctor --mend takes that from them; so does chmod -R go= \(dataFolder)")
        }
        report.ok("permissions", "mended: nobody else reads \(words) any more")
    }

    /// At most five names of what lies in the data folder.
    private func list(_ names: [String]) -> String {
        let more = names.count > 5 ? " and \(names.count - 5) more" : ""
        return names.prefix(5).map { $0.isEmpty ? dataFolder : $0 }.joined(separator: ", ") + more
    }

    /// - Returns: whether the database can be read.
    func checkDatabase(_ report: inout DoctorReport) -> Bool {
        do {
            try Database.checkIntegrity(of: database)
            report.ok("database", "whole, \(ByteFormatter.text((try? DataFolder.byteCount(database)) ?? 0))")
            return true
        } catch {
            report.fail(
                "database", message: "damaged, or unreadable: \(words(error))",
                advice: "Stop the server, keep a copy of the folder, and cairn restore FILE.tar --data NEW-FOLDER")
            return false
        }
    }

    /// - Returns: whether this program can read the database.
    func checkSchema(_ report: inout DoctorReport) -> Bool {
        do {
            let work = try ProcessWorkDirectory(
                in: dataFolder + "/work", randomBytes: environment.randomBytes)
            try FileManager.default.createDirectory(
                atPath: work.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let own = try withExtendedLifetime(work) {
                try options.schemaSteps(in: work.path + "/new", environment, log)
            }
            let applied = try Database.appliedMigrations(of: database)
            if !applied.isSubset(of: own) {
                report.fail(
                    "schema", message: "a newer program has had the database",
                    advice: "Install that one again, or see cairn rollback --help")
                return false
            }
            if applied != own {
                report.warn(
                    "schema", message: "the database is of an older program",
                    advice: "The next start of cairn serve brings it up to date; then ask again.")
                return false
            }
            report.ok("schema", "up to date")
            return true
        } catch {
            report.fail(
                "schema", message: words(error), advice: "See ls -la \(dataFolder), and the room on its disk: df -h")
            return false
        }
    }

    /// Compares the stored files with the rows that name them.
    func checkMedia(_ report: inout DoctorReport) {
        do {
            let files = try ForeignFile(path: database, readers: 1, limits: .none).read {
                try MediaQueries.allFiles($0)
            }
            let root = dataFolder + "/media"
            let missing = files.filter { file in
                (try? DataFolder.byteCount(MediaStore.path(file.name, file.size, in: root))) != file.bytes
            }
            guard access(root, F_OK) == 0 else {
                return files.isEmpty ? report.ok("media", "no files yet") : tell(missing, nil, &report)
            }
            let store = try MediaStore(root: root, randomBytes: environment.randomBytes)
            let orphans = try self.orphans(in: store, known: Set(files.map { $0.name }))
            if missing.isEmpty && orphans.isEmpty {
                return report.ok("media", "\(files.count) files, all in their places")
            }
            if !orphans.isEmpty { tell(orphans, store, &report) }
            if !missing.isEmpty { tell(missing, store, &report) }
        } catch {
            report.fail(
                "media", message: "files and rows cannot be compared: \(words(error))",
                advice: "See ls -l \(dataFolder)/media: the server’s user has to read it.")
        }
    }

    /// Names in the store that no row has; not those of the last hour, which may be on their way.
    private func orphans(in store: MediaStore, known: Set<MediaName>) throws -> [MediaName] {
        let latest = now - MediaFeature.grace
        var orphans: [MediaName] = []
        try store.forEachName { name, seconds in
            if !known.contains(name), Timestamp(seconds: seconds) < latest { orphans.append(name) }
        }
        return orphans.sorted { $0.text < $1.text }
    }

    private func tell(_ orphans: [MediaName], _ store: MediaStore, _ report: inout DoctorReport) {
        let count = "\(orphans.count) stored \(orphans.count == 1 ? "upload" : "uploads")"
        guard isMending else {
            return report.warn(
                "media", message: "no row names \(count)",
                advice:
                    "They only take room: a running server deletes them within the hour, or cairn doctor --mend now.")
        }
        for name in orphans { store.remove(name) }
        report.ok("media", "mended: deleted \(count) that no row named")
    }

    private func tell(_ missing: [StoredFile], _ store: MediaStore?, _ report: inout DoctorReport) {
        let count = "\(missing.count) \(missing.count == 1 ? "file" : "files")"
        let names = missing.prefix(3).map { "\($0.name)-\($0.size.rawValue)" }.joined(separator: ", ")
        guard isMending else {
            return report.fail(
                "media", message: "\(count) missing or cut: \(names)",
                advice: "cairn doctor --mend takes them from the newest backup that has them.")
        }
        let left = missing.count - takeFromBackups(missing)
        guard left > 0 else { return report.ok("media", "mended: took \(count) from a backup") }
        report.fail(
            "media", message: "\(left) of \(count) missing or cut, and in no backup: \(names)",
            advice: "Put older backups into the folder that /admin/backup names, and cairn doctor --mend again.")
    }
}
