import Foundation
import Proximity

/// The copies of a database that upgrades made, in a folder of their own, and the databases that a way back replaced.
struct UpgradeCopies {
    let dataFolder: String

    /// How many copies are kept.
    private static let kept = 2
    /// Seconds that a file is kept: nobody goes back to an older program later, and it holds what members deleted since.
    static let maxAge = 30 * 86_400.0
    /// Seconds after which the clock was wrong when the file was made: a machine without a battery begins in 1970.
    private static let impossibleAge = 10 * 365 * 86_400.0
    /// Bytes that stay free beside a copy, for the steps themselves.
    static let reserve = 64 << 20

    var path: String { dataFolder + "/upgrades" }

    /// "cairn-20261121T120000Z.sqlite": such names sort by time.
    static func name(_ time: Timestamp) -> String { "cairn-\(BackupFileName.moment(time)).sqlite" }

    /// A database that a way back replaced: "replaced-20261121T120000Z.sqlite".
    static func replacedName(_ time: Timestamp) -> String { "replaced-\(BackupFileName.moment(time)).sqlite" }

    /// Those that upgrades made, oldest first.
    var names: [String] { files("cairn-") }
    var replaced: [String] { files("replaced-") }

    private func files(_ prefix: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
            .filter { $0.hasPrefix(prefix) && $0.hasSuffix(".sqlite") }.sorted()
    }

    /// Calls `body` while no other process changes the schema of the database, replaces it or changes the copies.
    ///
    /// - Returns: whether it was called; always if it waits for others.
    /// - Throws: what `body` throws; `UpgradeFailure`.
    static func locked(_ dataFolder: String, isWaiting: Bool = true, _ body: () throws -> Void) throws -> Bool {
        let lock = lockPath(dataFolder)
        let failure: any Error = UpgradeFailure(words: "cannot open \(lock): only the owner of the data folder can")
        let outcome = try FileLock.hold(
            lock, O_RDWR | O_CREAT | O_NOFOLLOW, isWaiting: isWaiting, orThrow: failure
        ) { _, _ in try body() }
        switch outcome {
        case .done: return true
        case .busy: return false
        case .missing: throw failure
        }
    }

    /// Waits while another process replaces the database. `Rollback` refuses to when one has it open already.
    static func waitForOthers(_ dataFolder: String) {
        // Who may not open it goes on: there is nothing to change.
        let failure = UpgradeFailure(words: "")
        _ = try? FileLock.hold(lockPath(dataFolder), isWaiting: true, orThrow: failure) {
            (_, _) throws(UpgradeFailure) in
        }
    }

    private static func lockPath(_ dataFolder: String) -> String { dataFolder + "/upgrade.lock" }

    /// What a kill leaves has no name of a copy.
    private var partial: String { path + "/partial" }

    func deletePartial() { unlink(partial) }

    /// Adds the copy that `write` makes at a path, and deletes those that are too many, that of another try of the same
    /// upgrade first. Notes that an upgrade was begun.
    ///
    /// - Parameter steps: how many steps the database has gone through.
    func add(_ name: String, steps: Int, _ now: Timestamp, _ write: (_ path: String) throws -> Void) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try DataFolder.sync(dataFolder)
        let former = begun?.name
        try write(partial)
        // First, so that a try that is killed does not leave a copy that counts as one of an upgrade before.
        try PrivateFile.write(Array("\(name) \(steps)\n".utf8), to: begunPath)
        guard rename(partial, "\(path)/\(name)") == 0 else {
            throw UpgradeFailure(words: "cannot make \(path)/\(name): \(String(cString: strerror(errno)))")
        }
        try DataFolder.sync(path)
        if let former, former != name { unlink("\(path)/\(former)") }
        // Whatever the clock says, the new one stays, and names of times to come are the first to go.
        let (others, newest) = (names.filter { $0 != name }, UpgradeCopies.name(now))
        let sorted = others.filter { $0 > newest } + others.filter { $0 <= newest }
        for old in sorted.dropLast(UpgradeCopies.kept - 1) { unlink("\(path)/\(old)") }
    }

    /// Whether a copy is of the database as it is: nothing was written since.
    func isUpToDate(_ name: String, with database: String) -> Bool {
        guard let copied = changedAt("\(path)/\(name)"), let changed = changedAt(database), changed < copied else {
            return false
        }
        let log = database + "-wal"
        return (try? DataFolder.byteCount(log)) ?? 0 == 0 || (changedAt(log) ?? changed) < copied
    }

    private func changedAt(_ file: String) -> Date? {
        try? FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
    }

    /// Deletes files that are too old, and what a kill left.
    func sweep(_ now: Timestamp) throws {
        guard access(path, F_OK) == 0 else { return }
        _ = try UpgradeCopies.locked(dataFolder, isWaiting: false) {
            deletePartial()
            for (files, name) in [(names, UpgradeCopies.name), (replaced, UpgradeCopies.replacedName)] {
                let old = name(now - UpgradeCopies.impossibleAge)..<name(now - UpgradeCopies.maxAge)
                for file in files where old.contains(file) { unlink("\(path)/\(file)") }
            }
        }
    }

    private var begunPath: String { path + "/begun" }

    /// The upgrade that was begun and has not ended: the name of its copy, and how many steps the database had gone
    /// through. nil if none was, or its copy is gone.
    var begun: (name: String, steps: Int)? {
        guard let text = try? String(contentsOfFile: begunPath, encoding: .utf8),
            let match = text.wholeMatch(of: /(cairn-[0-9TZ]+\.sqlite) ([0-9]+)\n/), let steps = Int(match.2),
            access("\(path)/\(match.1)", F_OK) == 0
        else { return nil }
        return (String(match.1), steps)
    }

    /// Ends the upgrade that was begun, if any: the next one makes a copy of its own. Another process that is upgrading
    /// goes on.
    func end() {
        guard access(begunPath, F_OK) == 0 else { return }
        _ = try? UpgradeCopies.locked(dataFolder, isWaiting: false) { forgetBegun() }
    }

    /// As `end`, for who holds the lock.
    func forgetBegun() { unlink(begunPath) }
}
