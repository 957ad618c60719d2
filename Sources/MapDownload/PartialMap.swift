import Foundation

/// A map of which a part is there: its loading goes on, or broke off.
public struct PartialMap: Sendable {
    /// The map itself, and which pieces of it are there.
    let partial, list: String

    /// The ending of the name stays: it tells the format to whoever checks the file.
    private static let prefix = ".part-"

    /// - Parameter path: where the map will be.
    public init(_ path: String) {
        let place = URL(fileURLWithPath: path)
        let folder = place.deletingLastPathComponent().path
        partial = "\(folder)/\(PartialMap.prefix)\(place.lastPathComponent)"
        list = "\(folder)/.done-\(place.lastPathComponent)"
    }

    /// The name that a map will have.
    ///
    /// - Parameter file: a name in its folder.
    /// - Returns: nil for a file that is no part of a map.
    public static func name(of file: String) -> String? {
        file.hasPrefix(prefix) ? String(file.dropFirst(prefix.count)) : nil
    }

    /// Bytes on the disk, and those of the whole map.
    public var size: (loaded: Int, whole: Int) {
        var status = stat()
        guard stat(partial, &status) == 0 else { return (0, 0) }
        // The file has its whole size from the beginning, with holes.
        return (min(Int(status.st_blocks) * 512, Int(status.st_size)), Int(status.st_size))
    }

    /// Whether it is being loaded now, by whichever process.
    public var isBusy: Bool {
        let descriptor = open(partial, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // The lock ends when it is closed.
        return flock(descriptor, LOCK_EX | LOCK_NB) != 0
    }

    /// Deletes what is there.
    ///
    /// - Returns: whether there was anything.
    /// - Throws: `DownloadError.busy` while it is being loaded.
    @discardableResult
    public func remove() throws(DownloadError) -> Bool {
        let descriptor = open(partial, O_RDWR | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        // Held until it is gone, so that nobody goes on with it meanwhile.
        guard descriptor < 0 || flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .busy }
        return removeLocked()
    }

    /// Deletes what is there, for whoever has it locked.
    @discardableResult
    func removeLocked() -> Bool {
        unlink(list)
        return unlink(partial) == 0
    }
}
