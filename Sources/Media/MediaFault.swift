import Foundation

/// An error of this machine, not of the upload: a full disk, no process left. The message is for the log, never for
/// visitors.
public struct MediaFault: Error, Sendable, CustomStringConvertible {
    /// What happened.
    public let message: String
    /// The system's error number, or 0: ENOSPC is a full disk.
    public let code: Int32

    /// A fault with a message for the log.
    public init(_ message: String, code: Int32 = 0) {
        self.message = message
        self.code = code
    }

    /// The message.
    public var description: String { message }

    /// An error of Foundation.
    static func foundation(_ verb: String, path: String, error: any Error) -> MediaFault {
        let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
        return MediaFault("cannot \(verb) \(path): \(error)", code: isFull ? ENOSPC : 0)
    }

    /// An error of the last system call (`errno`).
    static func system(_ verb: String, _ path: String) -> MediaFault {
        let code = errno
        return MediaFault("cannot \(verb) \(path): \(String(cString: strerror(code)))", code: code)
    }
}
