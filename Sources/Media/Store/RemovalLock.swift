import Foundation

/// A lock on the removals of a store, held by any process of the site (flock(2)): several remove at once, none while somebody
/// holds removals up. It goes with the value, and with the process.
final class RemovalLock {
    enum Mode {
        /// For removals.
        case shared
        /// For those who hold removals up.
        case exclusive
    }

    private let descriptor: Int32

    /// Waits for the lock; nil when the file system has none.
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
