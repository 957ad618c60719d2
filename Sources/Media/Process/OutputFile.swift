import Foundation

/// The file that a program may write. It is created in advance, so that the program needs no right to create files,
/// with which it could leave a symbolic link or a pipe there and mislead this process when it reads the result.
final class OutputFile {
    let path: String
    private let descriptor: Int32

    /// - Throws: `MediaFault` when it cannot be created.
    init(_ path: String) throws(MediaFault) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system("make", path) }
    }

    deinit { close(descriptor) }

    /// - Throws: `MediaFault` when it was replaced.
    func check() throws(MediaFault) {
        var (made, found) = (stat(), stat())
        guard fstat(descriptor, &made) == 0, lstat(path, &found) == 0, found.st_mode & S_IFMT == S_IFREG,
            made.st_dev == found.st_dev, made.st_ino == found.st_ino
        else { throw MediaFault("a program replaced \(path)") }
    }
}
