import Foundation

/// The media of a site on the disk, each under a random name in one of 32 × 32 folders.
///
/// Stored files never change: a clip that is transcoded later gets a new name. Folders have mode 0700, files 0600.
public final class MediaStore: Sendable {
    /// The default for the bytes of the disk that stay free.
    public static let reserve = 512 << 20

    /// The top folder.
    public let root: String
    private let reserve: Int
    private let randomBytes: @Sendable (Int) -> [UInt8]

    /// Opens a store, and creates its folder if it is missing.
    ///
    /// - Parameters:
    ///   - root: the folder; its parent exists.
    ///   - reserve: bytes of the disk that stay free.
    ///   - randomBytes: returns this many unpredictable bytes.
    /// - Throws: `MediaFault`.
    public init(
        root: String, reserve: Int = MediaStore.reserve, randomBytes: @escaping @Sendable (Int) -> [UInt8]
    ) throws(MediaFault) {
        (self.root, self.reserve, self.randomBytes) = (root, reserve, randomBytes)
        try MediaStore.makeFolder(root)
    }

    /// Whether this many bytes fit without using the reserve. True when the file system does not report its free space.
    public func hasRoom(for bytes: Int) -> Bool {
        let (rest, isNegative) = MediaStore.freeBytes(at: root).subtractingReportingOverflow(reserve)
        return !isNegative && rest >= bytes
    }

    /// The free bytes of the file system of a path; `Int.max` when it does not report them.
    public static func freeBytes(at path: String) -> Int {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return .max }
        let (free, isHuge) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isHuge ? .max : Int(clamping: free)
    }

    /// Moves the results of an upload into the store; files and names are on the disk when this returns.
    ///
    /// - Parameter prepared: from a workshop whose folder is on the same file system. Its files are moved away.
    /// - Returns: their new name.
    /// - Throws: `MediaFault`, and then nothing is stored.
    public func store(_ prepared: Prepared) throws(MediaFault) -> MediaName {
        // Releasing it deletes its folder, which must not happen before the files have moved.
        defer { withExtendedLifetime(prepared) {} }
        return try store(prepared.files)
    }

    func store(_ files: [MediaFile]) throws(MediaFault) -> MediaName {
        guard let name = MediaName(random: randomBytes(16)) else { throw MediaFault("no 16 random bytes for a name") }
        do throws(MediaFault) {
            try makeFolders(name)
            for file in files { try place(file, at: path(name, file.size)) }
            try MediaStore.sync(folder(name))
        } catch {
            unlinkAll(name)
            throw error
        }
        return name
    }

    /// Stores the files of a name under one more name, without copying their bytes.
    ///
    /// - Throws: `MediaFault`, also when there are no such files, and then nothing is stored.
    public func storeAgain(_ name: MediaName) throws(MediaFault) -> MediaName {
        guard let other = MediaName(random: randomBytes(16)) else { throw MediaFault("no 16 random bytes for a name") }
        do throws(MediaFault) {
            try makeFolders(other)
            for size in MediaSize.allCases {
                // Not every file has every size.
                guard link(path(name, size), path(other, size)) == 0 || errno == ENOENT && size != .original else {
                    throw .system("store again", path(name, size))
                }
            }
            try MediaStore.sync(folder(other))
        } catch {
            unlinkAll(other)
            throw error
        }
        return other
    }

    /// Puts a file back under its name, in place of a damaged one; it is on the disk when this returns.
    ///
    /// - Parameter file: its path, on the same file system; it is moved away.
    /// - Throws: `MediaFault`.
    public func putBack(_ file: String, as name: MediaName, _ size: MediaSize) throws(MediaFault) {
        try makeFolders(name)
        guard chmod(file, 0o600) == 0 else { throw .system("take from others", file) }
        try MediaStore.sync(file)
        guard rename(file, path(name, size)) == 0 else { throw .system("store", path(name, size)) }
        try MediaStore.sync(folder(name))
    }

    /// The path of a file, whether or not it exists.
    public func path(_ name: MediaName, _ size: MediaSize) -> String { MediaStore.path(name, size, in: root) }

    /// The path of a file below a store's folder.
    public static func path(_ name: MediaName, _ size: MediaSize, in root: String) -> String {
        "\(folder(name, in: root))/\(name)-\(size.rawValue)"
    }

    /// The bytes of all sizes of a name together.
    public func byteCount(_ name: MediaName) -> Int {
        MediaSize.allCases.reduce(0) { $0 + ((try? WorkFolder.byteCount(path(name, $1))) ?? 0) }
    }

    /// Removes all sizes of a name, after waiting for a running backup; does nothing when there are none.
    public func remove(_ name: MediaName) {
        let hold = RemovalLock(root, .shared)
        unlinkAll(name)
        withExtendedLifetime(hold) {}
    }

    /// Runs `body` while no process removes stored files. Removals wait for it, so it must be short, and it must not
    /// remove anything itself.
    ///
    /// - Throws: `MediaFault` when the lock is not available; what `body` throws.
    public func withoutRemovals<Value>(_ body: () throws -> Value) throws -> Value {
        guard let hold = RemovalLock(root, .exclusive) else { throw MediaFault.system("lock", root) }
        defer { withExtendedLifetime(hold) {} }
        return try body()
    }

    /// Hard-links files of the store into a folder on the same file system, with the same paths below it.
    ///
    /// - Throws: `MediaFault`, also when one of them does not exist.
    public func hardLink(_ files: [(name: MediaName, size: MediaSize)], into folder: String) throws(MediaFault) {
        try MediaStore.makeFolder(folder)
        for (name, size) in files {
            let target = MediaStore.path(name, size, in: folder)
            try MediaStore.makeFolder("\(folder)/\(name.text.prefix(1))")
            try MediaStore.makeFolder(MediaStore.folder(name, in: folder))
            guard link(path(name, size), target) == 0 else { throw .system("copy", path(name, size)) }
        }
    }

    /// Calls `body` with every name and the time its newest file was stored, in seconds since 1970, in no order.
    ///
    /// For the sweeper: a name that is still in no row an hour after it was stored is an orphan.
    ///
    /// - Throws: what `body` throws; `MediaFault` when a folder cannot be read.
    public func forEachName(_ body: (MediaName, Int) throws -> Void) throws {
        for outer in try MediaStore.entries(root) where outer.utf8.count == 1 {
            for inner in try MediaStore.entries("\(root)/\(outer)") where inner.utf8.count == 1 {
                let folder = "\(root)/\(outer)/\(inner)"
                var newest: [MediaName: Int] = [:]
                for entry in try MediaStore.entries(folder) {
                    var status = stat()
                    guard let name = MediaName(entry.prefix(26)), stat("\(folder)/\(entry)", &status) == 0 else {
                        continue
                    }
                    newest[name] = max(newest[name] ?? .min, status.st_mtim.tv_sec)
                }
                for (name, time) in newest { try body(name, time) }
            }
        }
    }

    private func unlinkAll(_ name: MediaName) {
        for size in MediaSize.allCases { unlink(path(name, size)) }
    }

    private func outerFolder(_ name: MediaName) -> String { "\(root)/\(name.text.prefix(1))" }
    private func folder(_ name: MediaName) -> String { MediaStore.folder(name, in: root) }

    private static func folder(_ name: MediaName, in root: String) -> String {
        "\(root)/\(name.text.prefix(1))/\(name.text.dropFirst().prefix(1))"
    }

    /// Empty folders are kept: another thread may be about to use one.
    private func makeFolders(_ name: MediaName) throws(MediaFault) {
        // Also when another thread has just created them: it may not have synced yet.
        try MediaStore.makeFolder(outerFolder(name))
        try MediaStore.sync(root)
        try MediaStore.makeFolder(folder(name))
        try MediaStore.sync(outerFolder(name))
    }

    private func place(_ file: MediaFile, at target: String) throws(MediaFault) {
        guard chmod(file.path, 0o600) == 0 else { throw .system("take from others", file.path) }
        // The file may be an old one that is stored again, and the sweeper uses the time.
        guard utimensat(AT_FDCWD, file.path, nil, 0) == 0 else { throw .system("date", file.path) }
        try MediaStore.sync(file.path)
        // rename(2) does nothing when both names are the same file, so a file that serves for two sizes could keep its
        // old name; and it would overwrite an existing name, which can only be a bug.
        guard link(file.path, target) == 0 else { throw .system("store", target) }
        unlink(file.path)
    }

    private static func makeFolder(_ path: String) throws(MediaFault) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .system("make the folder", path) }
    }

    private static func sync(_ path: String) throws(MediaFault) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("open", path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .system("sync", path) }
    }

    private static func entries(_ folder: String) throws(MediaFault) -> [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
            throw .foundation("list", folder, error)
        }
    }
}
