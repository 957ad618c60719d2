import Foundation

/// Locks files and folders against other requests and processes that lock them too (flock(2)); a kill ends a lock.
enum FileLock {
    enum Outcome<Result> {
        case done(Result)
        /// Another has it.
        case busy
        case missing
    }

    /// Calls `body` with a file and the number of its names, while nobody else has it.
    ///
    /// - Parameters:
    ///   - flags: how it is opened, as for open(2).
    ///   - isWaiting: until others let go of it, instead of ``Outcome/busy``.
    ///   - failure: what is thrown when it cannot be opened or locked.
    /// - Throws: what `body` throws; `failure`.
    static func hold<Result, Failure: Error>(
        _ path: String, _ flags: Int32 = O_RDWR | O_NOFOLLOW, isWaiting: Bool = false,
        orThrow failure: @autoclosure () -> Failure,
        _ body: (_ file: Int32, _ links: Int) throws(Failure) -> Result
    ) throws(Failure) -> Outcome<Result> {
        let descriptor = open(path, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == ENOENT { return .missing }
            throw failure()
        }
        defer {
            // A child that another thread starts right now has the descriptor until its exec, and the lock with it.
            flock(descriptor, LOCK_UN)
            close(descriptor)
        }
        guard flock(descriptor, LOCK_EX | (isWaiting ? 0 : LOCK_NB)) == 0 else {
            if errno == EWOULDBLOCK { return .busy }
            throw failure()
        }
        var (locked, named) = (stat(), stat())
        // Who had it before may have put it elsewhere, or deleted it.
        guard fstat(descriptor, &locked) == 0, stat(path, &named) == 0,
            (locked.st_dev, locked.st_ino) == (named.st_dev, named.st_ino)
        else { return isWaiting ? try hold(path, flags, isWaiting: true, orThrow: failure(), body) : .busy }
        return .done(try body(descriptor, Int(locked.st_nlink)))
    }
}
