import Foundation

/// A temporary folder for one upload, deleted with its content when the last reference is released.
final class WorkFolder: Sendable {
    let path: String

    /// - Throws: `MediaFault` when it cannot be created.
    init(in parent: String, named name: String) throws(MediaFault) {
        path = "\(parent)/\(name)"
        guard mkdir(path, 0o700) == 0 else { throw MediaFault.system("make the folder", path) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Links or copies a file into the folder under a fixed name, so that no name from a client reaches a program.
    ///
    /// - Throws: `MediaFault` when the file does not exist or the disk is full.
    func take(_ file: String, as name: String) throws(MediaFault) {
        let target = "\(path)/\(name)"
        if link(file, target) == 0 { return }
        // Another file system, or one without hard links.
        do { try FileManager.default.copyItem(atPath: file, toPath: target) } catch {
            throw .foundation("copy an upload to", path: target, error: error)
        }
    }

    /// - Throws: `MediaFault` when there is no such file.
    static func byteCount(_ path: String) throws(MediaFault) -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else { throw MediaFault.system("look at", path) }
        return Int(status.st_size)
    }
}
