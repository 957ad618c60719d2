import Foundation

/// Writes messages into a folder instead of sending them, for sites without a mail server: `TIME-ID.eml`, so that names
/// sort by time. The messages contain reset links, so the folder has mode 0700, the files 0600.
public struct OutboxTransport: MailTransport {
    /// The folder's path.
    public let folder: String

    /// Writes into `folder`, which is created with the first message; its parent must exist.
    public init(folder: String) { self.folder = folder }

    /// Writes a message: complete and on the disk when this returns.
    ///
    /// - Throws: `MailError.notStored`.
    public func send(_ message: MailMessage) throws(MailError) {
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw failure("make", folder) }
        let name = "\(OutboxTransport.stamp(message.date))-\(message.id)"
        // Readers of the folder take *.eml, so they never see half a message.
        let draft = "\(folder)/\(name).part"
        // A draft left by an interrupted attempt would make open fail.
        unlink(draft)
        try write(message.bytes, to: draft)
        guard rename(draft, "\(folder)/\(name).eml") == 0 else {
            let error = failure("rename", draft)
            unlink(draft)
            throw error
        }
        try syncFolder()
    }

    private func write(_ bytes: [UInt8], to path: String) throws(MailError) {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("make", path) }
        defer { close(descriptor) }
        var offset = 0
        while offset < bytes.count {
            let count = bytes[offset...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                let error = failure("write", path)
                unlink(path)
                throw error
            }
            offset += count
        }
        guard fsync(descriptor) == 0 else { throw failure("sync", path) }
    }

    private func syncFolder() throws(MailError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("sync", folder) }
    }

    private func failure(_ verb: String, _ path: String) -> MailError {
        .notStored("cannot \(verb) \(path): \(String(cString: strerror(errno)))")
    }

    /// "20261121T080626123Z", in UTC, for milliseconds since 1970.
    static func stamp(_ milliseconds: Int64) -> String {
        var time = time_t(milliseconds / 1_000)
        var parts = tm()
        gmtime_r(&time, &parts)
        func padded(_ value: Int, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let day = "\(Int(parts.tm_year) + 1900)" + padded(Int(parts.tm_mon) + 1, 2) + padded(Int(parts.tm_mday), 2)
        let clock = padded(Int(parts.tm_hour), 2) + padded(Int(parts.tm_min), 2) + padded(Int(parts.tm_sec), 2)
        return "\(day)T\(clock)\(padded(Int(milliseconds % 1_000), 3))Z"
    }
}
