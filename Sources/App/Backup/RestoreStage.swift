import Foundation

/// Where a restore works, and what becomes of it when it is killed.
///
/// A data folder that is not there yet is made beside its place, in `FOLDER.restoring`, and renamed when it is
/// whole. In one that is there already a restore unpacks and checks in `.restoring`. When all is whole and on the
/// disk, that folder is renamed to `.restored`, and what is in it moves up, the database last: until then there is
/// no site. So a kill leaves either `.restoring`, which is worth nothing, or `.restored`, whose move goes on where
/// it ended. The next start, the next restore and `cairn doctor --mend` delete the one and finish the other.
struct RestoreStage {
    /// The data folder.
    let target: String
    /// Called before each change of the data folder; tests see there what a kill leaves.
    var beforeChange: () throws -> Void = {}

    /// What a killed restore left.
    enum Remains {
        /// Something half unpacked.
        case partial
        /// A whole site, of which a part may have moved up.
        case whole
    }

    /// What became of it.
    enum Outcome {
        case nothing, deleted, finished
    }

    init(_ target: String) { self.target = URL(fileURLWithPath: target).path }

    /// Where a backup is unpacked while there is no data folder.
    var beside: String { target + ".restoring" }
    /// Where it is unpacked in an empty data folder.
    var partial: String { target + "/.restoring" }
    private var whole: String { target + "/.restored" }
    private var database: String { URL(fileURLWithPath: DataFolder.database(target)).lastPathComponent }

    /// What was left; also while a restore is running.
    var remains: Remains? {
        if exists(whole) { return .whole }
        return exists(partial) || exists(beside) ? .partial : nil
    }

    /// Whether the data folder is empty but for that and for what a file system makes for itself.
    ///
    /// - Throws: if it cannot be read.
    func isFree() throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: target).allSatisfy {
            [".restoring", "lost+found"].contains($0)
        }
    }

    /// Makes the folder to unpack into, `beside` or `partial`. It is locked until the lock is gone, also under its
    /// later name.
    ///
    /// - Throws: `BackupFailure` while another restore is running there, and when the folder is there already: whose it
    ///   is could read what is unpacked into it.
    func begin(in folder: String) throws -> FolderLock {
        let parent = URL(fileURLWithPath: folder).deletingLastPathComponent().path
        if !exists(parent) {
            try FileManager.default.createDirectory(
                atPath: parent, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        guard mkdir(folder, 0o700) == 0 else {
            throw BackupFailure(.badArgument, "cannot make \(folder): \(String(cString: strerror(errno)))")
        }
        guard let lock = FolderLock(folder), lock.isHeld, lock.isStill(at: folder) else { throw isRunning }
        return lock
    }

    /// Moves what was unpacked to its place.
    ///
    /// - Throws: `BackupFailure`; what has not moved stays, for `settle`.
    func moveUp() throws {
        try DataFolder.syncAll(partial)
        try move(partial, to: whole)
        try finish()
    }

    /// Finishes what a killed restore left, or deletes it.
    ///
    /// - Throws: `BackupFailure` while a restore is running there, and when something else is in its place.
    @discardableResult
    func settle() throws -> Outcome {
        var outcome = Outcome.nothing
        for folder in [beside, partial, whole] where exists(folder) {
            guard let lock = FolderLock(folder), lock.isStill(at: folder) else {
                // Gone or renamed meanwhile: there is nothing to do here, or there is under its other name.
                guard folder == whole, exists(whole) else { continue }
                throw BackupFailure(.badArgument, "a restore was interrupted, and this user cannot read \(whole)")
            }
            guard lock.isHeld else { throw isRunning }
            try withExtendedLifetime(lock) {
                if folder == whole {
                    try finish()
                    outcome = .finished
                } else {
                    try? FileManager.default.removeItem(atPath: folder)
                    outcome = .deleted
                }
            }
        }
        return outcome
    }

    private var isRunning: BackupFailure {
        BackupFailure(.badArgument, "a backup is being restored to \(target): wait until that has ended")
    }

    private func finish() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: whole).sorted()
        // All before any moves: a site that is there stays as it is.
        for name in names { try checkPlace(of: name) }
        for name in names where name != database { try moveUp(name) }
        try beforeChange()
        chmod(target, 0o700)
        try DataFolder.sync(target)
        if exists("\(whole)/\(database)") { try moveUp(database) }
        try DataFolder.sync(target)
        try beforeChange()
        rmdir(whole)
    }

    private func moveUp(_ name: String) throws {
        try checkPlace(of: name)
        try move("\(whole)/\(name)", to: "\(target)/\(name)")
    }

    private func checkPlace(of name: String) throws {
        let place = "\(target)/\(name)"
        guard !exists(place) else {
            throw BackupFailure(
                .badArgument, "\(place) is in the way of the one in \(whole): move one of them away and try again")
        }
    }

    private func move(_ path: String, to place: String) throws {
        try beforeChange()
        guard rename(path, place) == 0 else {
            throw BackupFailure(.badArgument, "cannot make \(place): \(String(cString: strerror(errno)))")
        }
    }

    private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}

/// A lock on a folder (flock(2)), which follows the folder to another name and ends with the process.
final class FolderLock {
    private let descriptor: Int32
    /// Whether no other process holds it. Also where the file system has no locks.
    let isHeld: Bool

    /// nil if there is no such folder, or none that may be read.
    init?(_ folder: String) {
        descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        isHeld = flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
    }

    deinit { close(descriptor) }

    /// Whether the folder of that name is the one that is locked: another process may have deleted or renamed that
    /// before it was, and made another one.
    func isStill(at folder: String) -> Bool {
        var (locked, named) = (stat(), stat())
        return fstat(descriptor, &locked) == 0 && lstat(folder, &named) == 0 && locked.st_dev == named.st_dev
            && locked.st_ino == named.st_ino
    }
}
