import Foundation

/// A file descriptor that closes with its last holder.
final class Descriptor: Sendable {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    /// Whether the file system has more than so many bytes free. One that does not say is trusted.
    func leaves(_ reserve: Int) -> Bool {
        var status = statvfs()
        guard reserve > 0, fstatvfs(number, &status) == 0 else { return true }
        let (free, isHuge) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isHuge || free > UInt64(reserve)
    }

    /// Writes everything, resuming after signals.
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
