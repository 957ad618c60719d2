import Foundation

/// Files that only their owner may read.
enum PrivateFile {
    /// Writes or replaces a file of mode 0600. The file never exists with another mode or with only part of its bytes.
    /// Its content and its name are on the disk when this returns.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let partial = path + ".new"
        // A killed process may have left this file.
        unlink(partial)
        do {
            let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw lastError }
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try file.write(contentsOf: bytes)
            guard fsync(descriptor) == 0, rename(partial, path) == 0 else { throw lastError }
            try syncFolder(of: path)
        } catch {
            unlink(partial)
            throw error
        }
    }

    /// Waits until the entries of the file's folder are on the disk (fsync).
    private static func syncFolder(of path: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw lastError }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw lastError }
    }

    private static var lastError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
