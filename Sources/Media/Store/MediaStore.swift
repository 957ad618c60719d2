import Foundation

/// The media of a site on the disk, each under a random name in one of 32 × 32 folders.
///
/// What is stored never changes: a clip that is transcoded later gets a new name. Folders have mode 0700, files 0600.
public final class MediaStore: Sendable {
    /// Bytes of the disk that stay free unless something else is said.
    public static let reserve = 512 << 20

    /// The folder of all.
    public let root: String
    private let reserve: Int
    private let randomBytes: @Sendable (Int) -> [UInt8]

    /// Opens a store, and makes its folder where there is none.
    ///
    /// - Parameters:
    ///   - root: a folder, or where one is to be made; its parent is there.
    ///   - reserve: bytes of the disk that stay free.
    ///   - randomBytes: as many unpredictable bytes as asked for.
    /// - Throws: `MediaFault`.
    public init(
        root: String, reserve: Int = MediaStore.reserve, randomBytes: @escaping @Sendable (Int) -> [UInt8]
    ) throws(MediaFault) {
        (self.root, self.reserve, self.randomBytes) = (root, reserve, randomBytes)
        try MediaStore.makeFolder(root)
    }

    /// Whether so many bytes can be stored without touching the reserve. A disk that does not say is trusted.
    public func hasRoom(for bytes: Int) -> Bool {
        var status = statvfs()
        guard statvfs(root, &status) == 0 else { return true }
        let (free, isHuge) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        let (rest, isNegative) = Int(clamping: free).subtractingReportingOverflow(reserve)
        return isHuge || !isNegative && rest >= bytes
    }

    /// Moves the results of an upload to their place for good: they and their names are on the disk when this returns.
    ///
    /// - Parameter prepared: from a workshop whose folder is on the same file system. Its files are gone from there.
    /// - Returns: the name that they have from now on.
    /// - Throws: `MediaFault`, after which nothing is stored.
    public func store(_ prepared: Prepared) throws(MediaFault) -> MediaName {
        // Its folder goes with it, so it must not go before its files have.
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

    /// Where a file of a name lies, if it is there.
    public func path(_ name: MediaName, _ size: MediaSize) -> String { MediaStore.path(name, size, in: root) }

    /// Where a file of a name lies below a store's folder.
    public static func path(_ name: MediaName, _ size: MediaSize, in root: String) -> String {
        "\(folder(name, in: root))/\(name)-\(size.rawValue)"
    }

    /// The bytes of all sizes of a name together.
    public func byteCount(_ name: MediaName) -> Int {
        MediaSize.allCases.reduce(0) { $0 + ((try? WorkFolder.byteCount(path(name, $1))) ?? 0) }
    }

    /// Removes all sizes of a name, once no backup holds removals up; one that is not there is no trouble.
    public func remove(_ name: MediaName) {
        let hold = RemovalLock(root, .shared)
        unlinkAll(name)
        withExtendedLifetime(hold) {}
    }

    /// Does something while no process removes anything that is stored. Removals wait for its end, so it must be short, and
    /// must not remove anything itself.
    ///
    /// - Throws: `MediaFault` when the lock cannot be had; what `body` throws.
    public func withoutRemovals<Value>(_ body: () throws -> Value) throws -> Value {
        guard let hold = RemovalLock(root, .exclusive) else { throw MediaFault.system("lock", root) }
        defer { withExtendedLifetime(hold) {} }
        return try body()
    }

    /// Gives files of the store a second name each below a folder of the same file system, as they lie in the store.
    ///
    /// - Throws: `MediaFault`, also when one of them is not there.
    public func hardLink(_ files: [(name: MediaName, size: MediaSize)], into folder: String) throws(MediaFault) {
        try MediaStore.makeFolder(folder)
        for (name, size) in files {
            let target = MediaStore.path(name, size, in: folder)
            try MediaStore.makeFolder("\(folder)/\(name.text.prefix(1))")
            try MediaStore.makeFolder(MediaStore.folder(name, in: folder))
            guard link(path(name, size), target) == 0 else { throw .system("copy", path(name, size)) }
        }
    }

    /// Hands over every name and when the last of its files was stored, in seconds since 1970, in no order.
    ///
    /// For the sweeper: names that are in no row an hour after they were written belong to nobody.
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

    /// They stay when they are empty: one that goes could be the one that another thread is about to use.
    private func makeFolders(_ name: MediaName) throws(MediaFault) {
        // Also when another thread has just made them: it may not have come to syncing yet.
        try MediaStore.makeFolder(outerFolder(name))
        try MediaStore.sync(root)
        try MediaStore.makeFolder(folder(name))
        try MediaStore.sync(outerFolder(name))
    }

    private func place(_ file: MediaFile, at target: String) throws(MediaFault) {
        guard chmod(file.path, 0o600) == 0 else { throw .system("take from others", file.path) }
        // It may be an old one that is stored once more, and the sweeper goes by the time.
        guard utimensat(AT_FDCWD, file.path, nil, 0) == 0 else { throw .system("date", file.path) }
        try MediaStore.sync(file.path)
        // rename(2) does nothing when both names are the same file, so a file that serves for two sizes could keep its
        // old name; and it would write over a name that is taken, which can only be a fault.
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
