import CLinux
import Foundation

/// A folder that becomes the data folder of a restored site: a new one, or an empty one that is there already, such as a volume of
/// a container, or one that its owner may write in while its parent is root's.
///
/// The backup is unpacked and checked in `.restoring` there. When all of it is on the disk, its files move up, the database
/// last: until then there is no site, and no server begins one (`refuseUnfinished`).
struct RestoreTarget {
    let path: String
    /// Called before each file moves; tests see there what a kill leaves.
    var beforeMove: () throws -> Void = {}

    init(_ path: String) { self.path = URL(fileURLWithPath: path).path }

    private static let workName = ".restoring"
    private var work: String { "\(path)/\(RestoreTarget.workName)" }
    private var database: String { DataFolder.database(path) }

    /// Refuses a data folder in which a restore is running, or was interrupted before its end. What is left of one that had done
    /// its work is deleted.
    ///
    /// - Throws: `BackupFailure`.
    static func refuseUnfinished(_ dataFolder: String) throws {
        let target = RestoreTarget(dataFolder)
        guard target.exists(target.work) else { return }
        let isSite = target.exists(target.database)
        let outcome = try target.lock {
            guard isSite else { throw try target.interruption() }
            try? FileManager.default.removeItem(atPath: target.work)
        }
        if case .busy = outcome, !isSite { throw target.running }
    }

    /// Fills the folder with what `prepare` makes in another one.
    ///
    /// - Throws: what `prepare` throws; `BackupFailure`. What was unpacked is deleted unless some of it has moved already.
    func fill<Result>(_ prepare: (_ folder: String) throws -> Result) throws -> Result {
        let isNew = try makeFolder()
        try deleteLeftovers()
        try refuseOthers()
        guard mkdir(work, 0o700) == 0 else { throw failure("make", work) }
        let outcome = try lock {
            let result: Result
            do {
                result = try prepare(work)
                try sync(work)
                try refuseOthers()
            } catch {
                try? FileManager.default.removeItem(atPath: work)
                if isNew { rmdir(path) }
                throw error
            }
            try moveUp()
            return result
        }
        guard case .done(let result) = outcome else { throw running }
        return result
    }

    /// - Returns: whether there was none.
    private func makeFolder() throws -> Bool {
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
        do {
            try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        } catch { throw BackupFailure(.badArgument, "cannot make \(parent)") }
        guard mkdir(path, 0o700) != 0 else { return true }
        guard errno == EEXIST else { throw failure("make", path) }
        return false
    }

    /// Deletes what a killed restore has left, if none of its files had moved yet, or all had.
    private func deleteLeftovers() throws {
        guard exists(work) else { return }
        let outcome = try lock {
            guard try exists(database) || others().isEmpty else { throw try interruption() }
            try FileManager.default.removeItem(atPath: work)
        }
        guard case .done = outcome else { throw running }
    }

    /// What the folder holds beside the work, and beside what a file system makes for itself.
    private func others() throws -> Set<String> {
        do {
            return Set(try FileManager.default.contentsOfDirectory(atPath: path))
                .subtracting([RestoreTarget.workName, "lost+found"])
        } catch { throw BackupFailure(.badArgument, "\(path) is no folder that can be read") }
    }

    private func refuseOthers() throws {
        guard try others().isEmpty else {
            throw BackupFailure(.badArgument, "\(path) is not empty: give another folder by --data DIR")
        }
    }

    private var running: BackupFailure { BackupFailure(.badArgument, "a restore to \(path) is running") }

    private func interruption() throws -> BackupFailure {
        let what = try others().isEmpty ? "" : "delete all that is in that folder, \(RestoreTarget.workName) too, and "
        return BackupFailure(.badArgument, "a restore to \(path) was interrupted: \(what)begin it again")
    }

    /// Nobody else restores while `body` runs.
    private func lock<Result>(_ body: () throws -> Result) throws -> FileLock.Outcome<Result> {
        try FileLock.hold(work, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, orThrow: failure("open", work) as any Error) {
            _, _ in
            try body()
        }
    }

    private func moveUp() throws {
        // A volume may be another's, who lets its group write: the files are closed to others anyway.
        chmod(path, 0o700)
        let last = URL(fileURLWithPath: database).lastPathComponent
        for name in try FileManager.default.contentsOfDirectory(atPath: work).sorted() where name != last {
            try moveUp(name)
        }
        try DataFolder.sync(path)
        try moveUp(last)
        try DataFolder.sync(path)
        try beforeMove()
        // A server that has begun meanwhile may have deleted it.
        try? FileManager.default.removeItem(atPath: work)
    }

    /// Moves a file or a folder. No file is replaced, and no folder that holds something: a server may have begun a site meanwhile.
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
