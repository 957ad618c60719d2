import CCrash
import Foundation
import Logging

/// Records what the process is doing in case it crashes: the patterns of the current routes and the numbers of the
/// requests, never paths, queries or fields. The next start logs it.
enum CrashNote {
    private static func file(in folder: String) -> String { folder + "/crash.note" }

    /// Most bytes of a note that are logged.
    private static let maxTold = 4_000

    /// Logs the last crash, if there was one, and starts recording for the next.
    static func begin(in folder: String, _ log: Logger) {
        take(in: folder, log)
        let code = ccrash_install(file(in: folder))
        if code != 0 {
            log.warning("no note will be taken of a crash", metadata: ["error": "\(String(cString: strerror(code)))"])
        }
    }

    /// Logs the last crash, once; false if there was none.
    @discardableResult
    static func take(in folder: String, _ log: Logger) -> Bool {
        let path = file(in: folder)
        do {
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            guard !data.isEmpty else { return false }
            let text = String(decoding: data.prefix(maxTold), as: UTF8.self)
            log.critical(
                "the last run crashed",
                metadata: ["note": "\(text.split(separator: "\n").joined(separator: "; "))"])
            guard truncate(path, 0) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            return true
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return false
        } catch {
            log.warning("the note of the last crash cannot be read", metadata: ["error": "\(error)"])
            return false
        }
    }

    /// Runs work that a crash note names: a route's method and pattern with the request's number, or a job's kind with
    /// its id.
    static func during<Value>(_ work: String, number: UInt64, body: () throws -> Value) rethrows -> Value {
        ccrash_begin(work, number)
        defer { ccrash_end() }
        return try body()
    }
}
