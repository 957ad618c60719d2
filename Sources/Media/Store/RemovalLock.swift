import Foundation

/// A lock on the removals of a store, across all processes of the site (flock(2)). Removals share it; a process that
/// blocks removals holds it exclusively. Released when the value is deallocated or the process ends.
final class RemovalLock {
    enum Mode {
        /// For removals.
        case shared
        /// For processes that block removals.
        case exclusive
    }

    private let descriptor: Int32

    /// Waits for the lock; nil when the file system does not support it.
    init?(_ root: String, _ mode: Mode) {
        descriptor = open(root + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        while flock(descriptor, mode == .shared ? LOCK_SH : LOCK_EX) != 0 {
            guard errno == EINTR else {
                close(descriptor)
                return nil
            }
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
