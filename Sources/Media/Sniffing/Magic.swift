import CMagic
import Foundation
import Synchronization

/// Content types by libmagic. A handle serves one thread at a time, so each call borrows one.
final class Magic: Sendable {
    /// Unchecked: only the thread that has borrowed a handle uses it.
    private struct Handle: @unchecked Sendable {
        let cookie: magic_t
    }

    private let idle = Mutex<[Handle]>([])

    /// The content of archives and programs is not needed, and its readers are the riskiest part.
    private static let flags =
        MAGIC_MIME_TYPE | MAGIC_NO_CHECK_COMPRESS | MAGIC_NO_CHECK_TAR | MAGIC_NO_CHECK_ELF | MAGIC_NO_CHECK_CDF
        | MAGIC_NO_CHECK_JSON | MAGIC_NO_CHECK_CSV

    deinit {
        idle.withLock { handles in
            for handle in handles { magic_close(handle.cookie) }
        }
    }

    /// The type of a file that starts with these bytes, such as `image/png`.
    ///
    /// - Throws: `MediaFault` when libmagic has no database.
    func contentType(_ bytes: Data) throws(MediaFault) -> String {
        let borrowed = idle.withLock { $0.popLast() }
        let handle = if let borrowed { borrowed } else { try Magic.open() }
        defer { idle.withLock { $0.append(handle) } }
        let type = bytes.withUnsafeBytes { buffer in
            magic_buffer(handle.cookie, buffer.baseAddress, buffer.count).map { String(cString: $0) }
        }
        return type ?? "application/octet-stream"
    }

    private static func open() throws(MediaFault) -> Handle {
        guard let cookie = magic_open(flags) else { throw MediaFault("libmagic does not open") }
        guard magic_load(cookie, nil) == 0 else {
            let reason = magic_error(cookie).map { String(cString: $0) } ?? "no reason known"
            magic_close(cookie)
            throw MediaFault("libmagic has no database: \(reason)")
        }
        return Handle(cookie: cookie)
    }
}
