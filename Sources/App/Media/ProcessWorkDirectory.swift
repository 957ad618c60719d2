import Foundation

/// A folder in which only this process works on uploads.
///
/// Each process has its own below `DATA/work`, with a file lock that ends with the process. The next process to start
/// deletes the folders of dead processes, never those of live ones.
final class ProcessWorkDirectory: Sendable {
    let path: String
    private let lock: Int32

    /// - Parameter isAlone: whether no other process may have one.
    /// - Throws: `POSIXError` if the folder cannot be created, `EBUSY` if another process has one.
    init(in parent: String, isAlone: Bool = false, randomBytes: (Int) -> [UInt8]) throws {
        if mkdir(parent, 0o700) != 0 && errno != EEXIST { throw ProcessWorkDirectory.error }
        // One process at a time: otherwise another could delete the folder between its creation and its locking.
        let door = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(door) }
        guard door >= 0, flock(door, LOCK_EX) == 0 else { throw ProcessWorkDirectory.error }
        ProcessWorkDirectory.clearUp(parent)
        if isAlone {
            let names = try FileManager.default.contentsOfDirectory(atPath: parent)
            guard !names.contains(where: { $0.hasSuffix(".lock") }) else { throw POSIXError(.EBUSY) }
        }
        let name = Base64URL.encode(randomBytes(9))
        path = "\(parent)/\(name)"
        lock = open("\(path).lock", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else { throw ProcessWorkDirectory.error }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        unlink("\(path).lock")
        close(lock)
    }

    /// Deletes the folders of dead processes: those whose lock is free.
    private static func clearUp(_ parent: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for name in names where name.hasSuffix(".lock") {
            let file = "\(parent)/\(name)"
            let descriptor = open(file, O_RDWR | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { continue }
            try? FileManager.default.removeItem(atPath: String(file.dropLast(".lock".count)))
            unlink(file)
        }
    }

    private static var error: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
