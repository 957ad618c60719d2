import Foundation

/// A folder for the work on one upload, removed with all that is in it when nobody holds it any more.
final class WorkFolder: Sendable {
    let path: String

    /// - Throws: `MediaFault` when it cannot be made.
    init(in parent: String, named name: String) throws(MediaFault) {
        path = "\(parent)/\(name)"
        guard mkdir(path, 0o700) == 0 else { throw MediaFault.system("make the folder", path) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Gives the work its own name of a file, so that no name that a client could have a say in gets near a program.
    ///
    /// - Throws: `MediaFault` when the file is not there or the disk is full.
    func take(_ file: String, as name: String) throws(MediaFault) {
        let target = "\(path)/\(name)"
        if link(file, target) == 0 { return }
        // Another file system, or one without links.
        do { try FileManager.default.copyItem(atPath: file, toPath: target) } catch {
            throw .foundation("copy an upload to", target, error)
        }
    }

    /// - Throws: `MediaFault` when there is no such file.
    static func byteCount(_ path: String) throws(MediaFault) -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else { throw MediaFault.system("look at", path) }
        return Int(status.st_size)
    }
}
