import CLinux
import Foundation

/// An empty folder that is there already and becomes the data folder of a restored site: a volume of a container, a disk of
/// its own, or one that its owner may write in while its parent is root's.
///
/// The backup is unpacked and checked in `.restoring` there. When all of it is on the disk, its files move up, the database
/// last: until then there is no site, and no server begins one (`refuseUnfinished`).
struct RestoreTarget {
    let path: String
    /// Called before each file moves; tests see there what a kill leaves.
    var beforeMove: () throws -> Void = {}

    init(_ path: String) { self.path = path }

    private static let workName = ".restoring"
    private var work: String { "\(path)/\(RestoreTarget.workName)" }
    private var database: String { DataFolder.database(path) }

    /// Deletes what is left of a restore that was killed when it had done its work.
    ///
    /// - Throws: `BackupFailure` while a restore is running in a data folder, and when it was killed before its end.
    static func refuseUnfinished(_ dataFolder: String) throws {
        let target = RestoreTarget(dataFolder)
        guard target.exists(target.work) else { return }
        guard target.exists(target.database) else {
            throw BackupFailure(
                .badArgument,
                "a restore to \(dataFolder) is running or was interrupted: if none is, delete all that is in that folder and "
                    + "begin it again")
        }
        try? FileManager.default.removeItem(atPath: target.work)
    }

    /// Fills the folder with what `prepare` makes in another one.
    ///
    /// - Throws: what `prepare` throws; `BackupFailure`. What was unpacked is deleted unless some of it has moved already.
    func fill<Result>(_ prepare: (_ folder: String) throws -> Result) throws -> Result {
        try refuseOthers([RestoreTarget.workName])
        if exists(work) {
            // Of a kill; whoever is running has locked it.
            try locked { try FileManager.default.removeItem(atPath: work) }
        }
        guard mkdir(work, 0o700) == 0 else { throw failure("make", work) }
        return try locked {
            let result: Result
            do {
                result = try prepare(work)
                try sync(work)
                try refuseOthers([RestoreTarget.workName])
            } catch {
                try? FileManager.default.removeItem(atPath: work)
                throw error
            }
            try moveUp()
            return result
        }
    }

    /// - Throws: `BackupFailure` if the folder holds anything but these names and what a file system makes for itself.
    private func refuseOthers(_ names: Set<String>) throws {
        let others = Set(try FileManager.default.contentsOfDirectory(atPath: path)).subtracting(names)
        guard others.subtracting(["lost+found"]).isEmpty else {
            throw BackupFailure(.badArgument, "\(path) is not empty: give another folder by --data DIR")
        }
    }

    private func locked<Result>(_ body: () throws -> Result) throws -> Result {
        let failure: any Error = failure("open", work)
        let outcome = try FileLock.hold(work, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, orThrow: failure) { _, _ in
            try body()
        }
        guard case .done(let result) = outcome else {
            throw BackupFailure(.badArgument, "another restore to \(path) is running")
        }
        return result
    }

    private func moveUp() throws {
        chmod(path, 0o700)
        let last = URL(fileURLWithPath: database).lastPathComponent
        for name in try FileManager.default.contentsOfDirectory(atPath: work).sorted() where name != last {
            try moveUp(name)
        }
        try DataFolder.sync(path)
        try moveUp(last)
        try DataFolder.sync(path)
        try beforeMove()
        try FileManager.default.removeItem(atPath: work)
    }

    /// Moves a file or a folder. Nothing is replaced: a server may have begun a site meanwhile.
    private func moveUp(_ name: String) throws {
        try beforeMove()
        let (source, place) = ("\(work)/\(name)", "\(path)/\(name)")
        var info = stat()
        guard lstat(source, &info) == 0 else { throw failure("read", source) }
        if info.st_mode & S_IFMT == S_IFDIR {
            guard rename(source, place) == 0 else { throw failure("make", place) }
        } else {
            guard link(source, place) == 0 else { throw failure("make", place) }
            unlink(source)
        }
    }

    /// Waits until all that was written is on the disk: a call for each file would take minutes.
    private func sync(_ folder: String) throws {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(descriptor) }
        guard descriptor >= 0, syncfs(descriptor) == 0 else { throw failure("write", folder) }
    }

    private func exists(_ path: String) -> Bool {
        var info = stat()
        return lstat(path, &info) == 0
    }

    private func failure(_ verb: String, _ path: String) -> BackupFailure {
        BackupFailure(.badArgument, "cannot \(verb) \(path): \(String(cString: strerror(errno)))")
    }
}
