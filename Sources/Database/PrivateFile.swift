import Foundation

/// Files and folders that are their owner's alone.
enum PrivateFile {
    /// Makes a folder, and those above it that are missing, with mode 0700; one that is there stays as it is.
    static func makeFolder(_ path: String) throws {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard errno == ENOENT, parent != path else { throw failure("make the folder", path) }
        try makeFolder(parent)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure("make the folder", path) }
    }

    /// Makes an empty file with mode 0600, so that it never exists with another one.
    ///
    /// - Returns: false when there is one already. That one is not opened: closing it again would end the locks that SQLite
    ///   may hold on it in this process (fcntl(2): a lock goes with the first descriptor that is closed).
    static func make(_ path: String) throws -> Bool {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        if descriptor < 0 && errno == EEXIST { return false }
        guard descriptor >= 0 else { throw failure("make", path) }
        close(descriptor)
        return true
    }

    /// Takes from everybody but the owner what a file allows them. A file system without modes has none to take.
    static func tighten(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return }
        chmod(path, status.st_mode & 0o700)
    }

    /// Waits until a file, and its name in its folder, are on the disk. For files that no connection has open.
    static func sync(_ path: String) throws {
        for path in [path, URL(fileURLWithPath: path).deletingLastPathComponent().path] {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw failure("open", path) }
            defer { close(descriptor) }
            guard fsync(descriptor) == 0 else { throw failure("sync", path) }
        }
    }

    private static func failure(_ verb: String, _ path: String) -> DatabaseError {
        let code = errno
        let reason = String(cString: strerror(code))
        return DatabaseError(code == ENOSPC ? .full : .other, "cannot \(verb) \(path): \(reason)")
    }
}
