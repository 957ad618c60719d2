import Database
import Foundation
import Media
import Proximity

/// What lies in the data folder.
extension Doctor {
    /// That the server's user alone reads the data, and that all of it is that user's. (As root, the command has become that user.)
    func checkPermissions(_ report: inout DoctorReport) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: dataFolder) else {
            return report.fail("permissions", message: "\(dataFolder) cannot be listed", advice: "See ls -ld \(folder)")
        }
        let own = geteuid()
        // Made by the file system.
        let all = [""] + names.filter { $0 != "lost+found" }.sorted()
        // A volume may be another's, who lets the server's group write.
        let foreign = all.dropFirst().filter { info($0)?.st_uid != own }
        if !foreign.isEmpty {
            report.fail(
                "permissions", message: "other users own \(list(foreign))",
                advice: "As root: chown -R \(own):\(getegid()) \(folder)")
        }
        func open() -> [String] {
            guard let top = info(""), top.st_mode & (top.st_uid == own ? 0o077 : 0o007) != 0 else { return [] }
            return all.filter { name in
                // A link has no permissions of its own.
                info(name).map { $0.st_uid == own && $0.st_mode & S_IFMT != S_IFLNK && $0.st_mode & 0o077 != 0 }
                    ?? false
            }
        }
        let before = open()
        if isMending {
            for name in before { chmod("\(dataFolder)/\(name)", (info(name)?.st_mode ?? 0) & 0o700) }
        }
        let after = open()
        if !after.isEmpty {
            report.fail(
                "permissions", message: "others may read \(list(after))",
                advice: "cairn doctor --mend --data \(folder) takes that from them; so does chmod -R go= \(folder)")
        } else if !before.isEmpty {
            report.ok("permissions", "mended: nobody else reads \(list(before)) any more")
        } else if foreign.isEmpty {
            report.ok("permissions", "only the server’s user reads the data")
        }
    }

    /// Of what lies in the data folder; "" for the folder itself.
    private func info(_ name: String) -> stat? {
        var info = stat()
        return lstat(name.isEmpty ? dataFolder : "\(dataFolder)/\(name)", &info) == 0 ? info : nil
    }

    /// At most five names of what lies in the data folder.
    private func list(_ names: [String]) -> String {
        let more = names.count > 5 ? " and \(names.count - 5) more" : ""
        return names.prefix(5).map { $0.isEmpty ? dataFolder : $0 }.joined(separator: ", ") + more
    }

    /// - Returns: whether the database can be read.
    func checkDatabase(_ report: inout DoctorReport) -> Bool {
        let restoring = "Stop the server, keep a copy of \(folder), and cairn restore FILE.tar --data NEW-FOLDER"
        do {
            try Database.checkIntegrity(of: database)
            guard try !Database.appliedMigrations(of: database).isEmpty else {
                report.fail(
                    "database", message: "empty, as after a crash of the disk: a server would begin a new site",
                    advice: restoring)
                return false
            }
            report.ok("database", "whole, \(ByteFormatter.text((try? DataFolder.byteCount(database)) ?? 0))")
            return true
        } catch let error as DatabaseError where error.kind == .corrupt {
            report.fail("database", message: "damaged: \(words(error))", advice: restoring)
        } catch {
            report.fail(
                "database", message: "cannot be read: \(words(error))",
                advice: "See the room on its disk and its permissions: df -h \(folder); ls -la \(folder)")
        }
        return false
    }

    /// - Returns: whether this program can read the database.
    func checkSchema(_ report: inout DoctorReport) -> Bool {
        // Not in the data folder, in which the doctor writes nothing unless it mends.
        let stage =
            FileManager.default.temporaryDirectory.path
            + "/cairn-doctor-\(Base64URL.encode(environment.randomBytes(9)))"
        do {
            try FileManager.default.createDirectory(
                atPath: stage, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            defer { try? FileManager.default.removeItem(atPath: stage) }
            let own = try options.schemaSteps(in: stage + "/new", environment, log)
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
                "schema", message: "cannot be compared: \(words(error))",
                advice: "See the room on the disk: df -h \(stage)")
            return false
        }
    }

    /// What is wrong with stored files.
    private struct MediaFaults {
        /// Rows whose file is missing or has another size.
        var missing: [StoredFile] = []
        /// Names in the store that no row has.
        var orphans: [MediaName] = []
        /// Files that the server's user cannot read.
        var closed: [StoredFile] = []
        var count = 0
    }

    /// Compares the stored files with the rows that name them.
    func checkMedia(_ report: inout DoctorReport) {
        do {
            let faults = try mediaFaults()
            guard faults.orphans.isEmpty || faults.count > 0 else {
                return report.fail(
                    "media", message: "\(faults.orphans.count) uploads are stored, and the database knows none",
                    advice: "Is this their database? If it is not: cairn restore FILE.tar --data NEW-FOLDER")
            }
            if !faults.closed.isEmpty {
                report.fail(
                    "media", message: "\(named(faults.closed)) cannot be read by the server’s user",
                    advice: "As root: chown -R \(geteuid()):\(getegid()) \(folder)")
            }
            if !faults.orphans.isEmpty { try reportOrphans(faults.orphans, &report) }
            if !faults.missing.isEmpty { reportMissing(faults.missing, &report) }
            if faults.closed.isEmpty && faults.orphans.isEmpty && faults.missing.isEmpty {
                report.ok("media", faults.count == 0 ? "no files yet" : "\(faults.count) files, all in their places")
            }
        } catch {
            report.fail(
                "media", message: "files and rows cannot be compared: \(words(error))",
                advice: "See ls -la \(folder)/media")
        }
    }

    private func storedFiles() throws -> [StoredFile] {
        try ForeignFile(path: database, readers: 1, limits: .none).read { try MediaQueries.allFiles($0) }
    }

    var mediaFolder: String { dataFolder + "/media" }

    /// A running server adds and deletes files meanwhile: what seems to be wrong is looked at again with the rows of afterwards.
    private func mediaFaults() throws -> MediaFaults {
        var faults = MediaFaults()
        let names = try oldNames()
        let files = try storedFiles()
        faults.count = files.count
        faults.missing = missing(of: files)
        faults.closed = files.filter {
            access(MediaStore.path($0.name, $0.size, in: mediaFolder), R_OK) != 0 && errno == EACCES
        }
        faults.orphans = names.subtracting(files.map { $0.name }).sorted { $0.text < $1.text }
        return faults
    }

    /// Those of some files that are missing or cut, and that still have a row.
    func missing(of files: [StoredFile]) -> [StoredFile] {
        let suspects = files.filter { file in
            let path = MediaStore.path(file.name, file.size, in: mediaFolder)
            return (try? DataFolder.byteCount(path)) != file.bytes
        }
        guard !suspects.isEmpty, let later = try? storedFiles() else { return suspects }
        let names = Set(later.map { "\($0.name)-\($0.size)" })
        return suspects.filter { names.contains("\($0.name)-\($0.size)") }
    }

    /// The names in the store, but not those of the last hour, whose rows may be on their way.
    private func oldNames() throws -> Set<MediaName> {
        guard access(mediaFolder, F_OK) == 0 else { return [] }
        let store = try MediaStore(root: mediaFolder, randomBytes: environment.randomBytes)
        let latest = now - MediaFeature.grace
        var names: Set<MediaName> = []
        try store.forEachName { name, seconds in if Timestamp(seconds: seconds) < latest { names.insert(name) } }
        return names
    }

    private func reportOrphans(_ orphans: [MediaName], _ report: inout DoctorReport) throws {
        let count = "\(orphans.count) stored \(orphans.count == 1 ? "upload" : "uploads")"
        guard isMending else {
            return report.warn(
                "media", message: "no row names \(count)",
                advice:
                    "They only take room: a server deletes them within an hour, or cairn doctor --mend --data \(folder) now."
            )
        }
        let store = try MediaStore(root: mediaFolder, randomBytes: environment.randomBytes)
        for name in orphans { store.remove(name) }
        report.ok("media", "mended: deleted \(count) that no row named")
    }

    private func reportMissing(_ missing: [StoredFile], _ report: inout DoctorReport) {
        guard isMending else {
            return report.fail(
                "media", message: "\(named(missing)) missing or cut",
                advice: "cairn doctor --mend --data \(folder) takes them from the newest backup that has them.")
        }
        let left = takeFromBackups(missing)
        guard !left.isEmpty else { return report.ok("media", "mended: took \(named(missing)) from a backup") }
        report.fail(
            "media", message: "\(named(left)) missing or cut, and in no backup",
            advice:
                "Put older backups into the folder of /admin/backup, and cairn doctor --mend --data \(folder) again.")
    }

    /// "2 files (…-small, …-large)", at most three by their names.
    private func named(_ files: [StoredFile]) -> String {
        let names = files.prefix(3).map { "\($0.name)-\($0.size.rawValue)" }.joined(separator: ", ")
        return "\(files.count) \(files.count == 1 ? "file" : "files") (\(names)\(files.count > 3 ? " …" : ""))"
    }
}
