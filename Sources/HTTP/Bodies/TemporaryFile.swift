import Foundation
import Synchronization

/// A file that is deleted when nobody holds it any more, unless it was kept.
public final class TemporaryFile: Sendable {
    /// Where the file lies until it is kept.
    public let path: String
    private let state: Mutex<State>

    private struct State {
        var byteCount: Int
        var isDeleted: Bool
    }

    /// Takes charge of a file that exists or is about to be written.
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

    /// Moves the file to its place for good, replacing what was there; both must lie on the same file system.
    ///
    /// - Throws: `POSIXError` of rename(2); the file is then still temporary.
    public func keep(at destination: String) throws {
        guard rename(path, destination) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        state.withLock { $0.isDeleted = false }
    }

    /// Leaves the file where it lies: somebody else moves or deletes it.
    public func keep() { state.withLock { $0.isDeleted = false } }

    /// A path that no one can guess, in that folder.
    static func freshPath(in directory: String) -> String {
        var generator = SystemRandomNumberGenerator()
        let name = String(generator.next(), radix: 36) + String(generator.next(), radix: 36)
        return directory + "/upload-" + name
    }

    /// Creates an empty file that only this user may read.
    ///
    /// - Throws: `POSIXError` of open(2).
    static func create(at path: String) throws(POSIXError) -> Descriptor {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return Descriptor(descriptor)
    }
}
