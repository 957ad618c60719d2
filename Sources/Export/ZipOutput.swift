import Foundation

/// The archive's file, written in blocks of 64 kB.
final class ZipOutput {
    private let path: String
    private var descriptor: Int32
    private var buffer: [UInt8] = []
    /// Bytes written to the file so far.
    private var flushed: UInt64 = 0
    private static let room = 64 << 10

    /// The length of the archive so far.
    var offset: UInt64 { flushed + UInt64(buffer.count) }

    init(_ path: String) throws(ZipError) {
        self.path = path
        descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .output(errno) }
        buffer.reserveCapacity(2 * ZipOutput.room)
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        unlink(path)
    }

    func write(_ bytes: some Collection<UInt8>) throws(ZipError) {
        guard descriptor >= 0 else { throw .output(EBADF) }
        buffer += bytes
        if buffer.count >= ZipOutput.room { try flush() }
    }

    /// Replaces bytes written earlier by the same number of other bytes.
    func overwrite(_ bytes: [UInt8], at place: UInt64) throws(ZipError) {
        // All of it is still in the buffer.
        if place >= flushed {
            let start = Int(place - flushed)
            buffer.replaceSubrange(start..<(start + bytes.count), with: bytes)
        } else {
            try flush()
            try put(bytes, at: place)
        }
    }

    func finish() throws(ZipError) {
        guard descriptor >= 0 else { throw .output(EBADF) }
        try flush()
        guard fsync(descriptor) == 0 else { throw .output(errno) }
        let open = descriptor
        descriptor = -1
        guard close(open) == 0 else {
            let code = errno
            unlink(path)
            throw .output(code)
        }
    }

    private func flush() throws(ZipError) {
        try put(buffer, at: flushed)
        flushed += UInt64(buffer.count)
        buffer.removeAll(keepingCapacity: true)
    }

    private func put(_ bytes: [UInt8], at place: UInt64) throws(ZipError) {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, off_t(place) + off_t(done))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw .output(count < 0 ? errno : EIO) }
            done += count
        }
    }
}
