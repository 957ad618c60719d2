import Foundation
import Synchronization

/// A file that is deleted with its last reference, unless it is kept.
public final class TemporaryFile: Sendable {
    /// The path of the file until it is kept.
    public let path: String
    private let state: Mutex<State>

    private struct State {
        var byteCount: Int
        var isDeleted: Bool
    }

    /// Manages a file that exists or will be written.
    public init(path: String, byteCount: Int) {
        self.path = path
        state = Mutex(State(byteCount: byteCount, isDeleted: true))
    }

    deinit {
        if state.withLock({ $0.isDeleted }) { unlink(path) }
    }

    /// The size in bytes.
    public var byteCount: Int { state.withLock { $0.byteCount } }

    func grow(by count: Int) { state.withLock { $0.byteCount += count } }

    /// Moves the file to `destination`, replacing any file there; both paths must be on the same file system.
    ///
    /// - Throws: `POSIXError` of rename(2); then the file stays temporary.
    public func keep(at destination: String) throws {
        guard rename(path, destination) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        state.withLock { $0.isDeleted = false }
    }

    /// Keeps the file at its path: the caller moves or deletes it.
    public func keep() { state.withLock { $0.isDeleted = false } }

    /// A path in the folder that nobody can guess.
    static func freshPath(in directory: String) -> String {
        var generator = SystemRandomNumberGenerator()
        let name = String(generator.next(), radix: 36) + String(generator.next(), radix: 36)
        return directory + "/upload-" + name
    }

    /// Creates an empty file that only this user can read.
    ///
    /// - Throws: `POSIXError` of open(2).
    static func create(at path: String) throws(POSIXError) -> Descriptor {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return Descriptor(descriptor)
    }
}
