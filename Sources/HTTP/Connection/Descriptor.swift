import Foundation

/// A file descriptor that closes with its last reference.
final class Descriptor: Sendable {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    /// True when the file system has more than `reserve` bytes free, or when it does not report that.
    func hasFree(_ reserve: Int) -> Bool {
        var status = statvfs()
        guard reserve > 0, fstatvfs(number, &status) == 0 else { return true }
        let (free, isHuge) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isHuge || free > UInt64(reserve)
    }

    /// Writes all bytes; continues after signals.
    func write(_ bytes: UnsafeRawBufferPointer) throws(POSIXError) {
        var offset = 0
        while offset < bytes.count {
            let count = Foundation.write(number, bytes.baseAddress! + offset, bytes.count - offset)
            if count > 0 {
                offset += count
            } else if count == 0 || errno != EINTR {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
        }
    }
}
