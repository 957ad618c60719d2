import Foundation

/// A file of which parts are read, by any number of threads. Goes on when another file takes its name.
final class ArchiveFile: Sendable {
    let size: UInt64
    private let descriptor: Int32

    init(path: String) throws(PMTilesError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        var status = stat()
        guard descriptor >= 0 else { throw PMTilesError("it cannot be opened") }
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw PMTilesError("it is no file")
        }
        self.descriptor = descriptor
        size = UInt64(max(0, status.st_size))
    }

    deinit { close(descriptor) }

    /// - Throws: `PMTilesError` also when the file has become shorter.
    func bytes(_ range: Range<UInt64>) throws(PMTilesError) -> [UInt8] {
        guard range.upperBound <= size else { throw PMTilesError("it is cut off") }
        var bytes = [UInt8](repeating: 0, count: range.count)
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                pread(
                    descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done,
                    off_t(range.lowerBound) + off_t(done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw PMTilesError("it cannot be read") }
            done += count
        }
        return bytes
    }
}
