import Foundation

/// Files and folders that only their owner can access.
enum PrivateFile {
    /// Creates a folder and its missing parents with mode 0700; existing ones are not changed.
    static func makeFolder(_ path: String) throws {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard errno == ENOENT, parent != path else { throw failure("make the folder", path) }
        try makeFolder(parent)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure("make the folder", path) }
    }

    /// Creates an empty file with mode 0600, so that it never exists with another mode.
    ///
    /// - Returns: false when it exists already. An existing file is not opened: closing it again would release the
    ///   locks that SQLite may hold on it in this process (fcntl(2): a lock ends when any descriptor of the file is
    ///   closed).
    static func make(_ path: String) throws -> Bool {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        if descriptor < 0 && errno == EEXIST { return false }
        guard descriptor >= 0 else { throw failure("make", path) }
        close(descriptor)
        return true
    }

    /// Removes the permissions of group and others from a file. Does nothing on a file system without modes.
    static func tighten(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return }
        chmod(path, status.st_mode & 0o700)
    }

    /// Waits until a file and its directory entry are on the disk. For files that no connection has open.
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
