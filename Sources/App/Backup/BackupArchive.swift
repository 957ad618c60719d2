import Foundation
import Media
import Synchronization

/// The tar file of a backup, packed and unpacked by the system's `tar`.
///
/// Members: `manifest.json`, `cairn.sqlite`, `secret.key`, `media/…`, maps in `basemaps`; anything else is refused.
struct BackupArchive {
    let path: String

    /// `manifest.json`: the description of the archive.
    struct Manifest: Codable {
        /// Increased when older programs cannot restore the archive.
        var format = Manifest.newestFormat
        /// When the database was copied, in milliseconds since 1970.
        let madeAt: Int64
        let summary: BackupSummary
        /// Digest of all other files, see `FolderDigest`.
        let digest: String

        static let newestFormat = 1
        static let file = "manifest.json"
    }

    /// The ending of its name until it is whole.
    static let partialEnding = ".partial"
    /// Bytes of a member beside those of its file, at most.
    static let bytesForMember = 2_048

    /// Packs a folder into the archive. Only its owner can read it, and it is on the disk when this returns. Until then it
    /// has another name. It is not locked: what one process has locked on an SMB share, no other may write.
    ///
    /// - Parameters:
    ///   - digest: of the folder as it is to be packed.
    ///   - isVerified: whether it is read again from the disk and compared with the folder, byte by byte.
    /// - Throws: `BackupFailure`, of kind `damaged` if they differ.
    func pack(_ folder: String, digest: String, isVerified: Bool = false) throws {
        guard access(path, F_OK) != 0 else { throw BackupFailure(.badArgument, "\(path) is there already") }
        let partial = path + BackupArchive.partialEnding
        unlink(partial)
        // Created with its final mode: tar writes into an existing file and keeps its mode.
        let descriptor = open(partial, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw BackupFailure(.badArgument, cannotWrite)
        }
        defer {
            close(descriptor)
            unlink(partial)
        }
        try BackupArchive.tar(
            [
                "--create", "--warning=no-file-changed", "--file=\(BackupArchive.absolute(partial))", "--format=pax",
                "--hard-dereference",
                "--owner=0", "--group=0", ".",
            ],
            in: folder, mayDiffer: { try FolderDigest.of(folder) == digest })
        guard fsync(descriptor) == 0 else { throw BackupFailure(.badArgument, cannotWrite) }
        if isVerified {
            // What stands in memory says nothing of the disk.
            posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
            try BackupArchive(path: partial).compare(with: folder)
        }
        guard rename(partial, path) == 0 else { throw BackupFailure(.badArgument, cannotWrite) }
        try DataFolder.sync(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }

    private var cannotWrite: String { "cannot write \(path): \(String(cString: strerror(errno)))" }

    /// Reads the archive again, and compares it with the folder that it was made of: it holds every file, and each is the
    /// same.
    ///
    /// - Throws: `BackupFailure` of kind `damaged` if not.
    func compare(with folder: String) throws {
        var missing = try BackupArchive.members(of: folder)
        let told = try BackupArchive.tar(
            ["--compare", "--verbose", "--quoting-style=literal", "--file=\(BackupArchive.absolute(path))"], in: folder,
            mayDiffer: { true })
        for line in told.split(separator: "\n") where missing.remove(line) == nil {
            // Owners and times are not those of the files: only what is in them counts.
            guard ["Uid", "Gid", "Mode", "Mod time"].contains(where: { line.hasSuffix(": \($0) differs") }) else {
                throw BackupFailure(.damaged, "what was written is not what was copied: \(line.prefix(200))")
            }
        }
        // tar takes what it cannot read at the end for the end.
        guard missing.isEmpty else {
            throw BackupFailure(.damaged, "\(missing.count) of the files that were copied are not in what was written")
        }
    }

    /// The names of a folder's members as tar lists them.
    private static func members(of folder: String) throws -> Set<Substring> {
        var names: Set<Substring> = ["./"]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder)
            names.insert(isFolder.boolValue ? "./\(name)/" : "./\(name)")
        }
        return names
    }

    /// Unpacks the archive into an empty folder.
    ///
    /// - Throws: `BackupFailure` of kind `damaged` if it is no backup or contains anything else.
    func unpack(into folder: String) throws {
        guard access(path, R_OK) == 0 else {
            throw BackupFailure(
                .badArgument,
                errno == ENOENT
                    ? "there is no file \(path)" : "cannot read \(path): \(String(cString: strerror(errno)))")
        }
        let room = MediaStore.freeBytes(at: folder)
        var bytes = 0
        for member in try members() {
            guard member.kind == "-" || member.kind == "d",
                BackupArchive.isMember(member.name, isFolder: member.kind == "d")
            else {
                throw BackupFailure(.damaged, "\(path) is no backup of Cairn: it holds “\(member.name.prefix(200))”")
            }
            // A file with holes is small in the archive, and is read whole afterwards.
            let (sum, isHuge) = bytes.addingReportingOverflow(member.bytes)
            bytes = sum
            guard !isHuge, bytes >= 0, bytes <= room else {
                throw BackupFailure(.damaged, "\(path) holds more than there is room for in \(folder)")
            }
        }
        try BackupArchive.tar(
            [
                "--extract", "--file=\(BackupArchive.absolute(path))", "--no-same-owner", "--no-same-permissions",
                "--keep-old-files",
            ], in: folder)
    }

    /// What the archive has, in its order.
    private func members() throws -> [(kind: Character, bytes: Int, name: Substring)] {
        let listing = try BackupArchive.tar(
            ["--list", "--verbose", "--file=\(BackupArchive.absolute(path))"], in: "/")
        return try listing.split(separator: "\n").map { line in
            // "-rw------- 0/0  1234 2026-11-21 14:00 ./media/a/b/name": five columns before the name.
            let columns = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
            guard columns.count == 6, let kind = columns[0].first else {
                throw BackupFailure(.damaged, "\(path) is no backup of Cairn: it holds “\(line.prefix(200))”")
            }
            return (kind, Int(columns[2]) ?? .max, columns[5])
        }
    }

    /// Unpacks single files into an empty folder: those that the archive has once, of the same size. A folder or a link is none.
    ///
    /// - Parameters:
    ///   - wanted: bytes by name: "./media/a/b/name-small".
    ///   - room: the bytes that they may take.
    /// - Throws: `BackupFailure`.
    func extract(_ wanted: [String: Int], into folder: String, room: Int) throws {
        var found: [String: Bool] = [:]
        for member in try members() {
            let name = String(member.name)
            guard let bytes = wanted[name] else { continue }
            found[name] = found[name] == nil && member.kind == "-" && member.bytes == bytes
        }
        let names = found.filter { $0.value }.map { $0.key }.sorted()
        guard !names.isEmpty, names.reduce(0, { $0 + (wanted[$1] ?? 0) }) <= room else { return }
        let list = folder + "/names"
        try PrivateFile.write(Array(names.joined(separator: "\n").utf8), to: list)
        defer { unlink(list) }
        try BackupArchive.tar(
            [
                "--extract", "--file=\(BackupArchive.absolute(path))", "--no-same-owner", "--no-same-permissions",
                "--no-recursion", "--verbatim-files-from", "--files-from=\(list)",
            ], in: folder)
    }

    private static func isMember(_ name: Substring, isFolder: Bool) -> Bool {
        if isFolder {
            return name.wholeMatch(of: #/\.\/|\.\/media\/(?:[a-z2-7]\/(?:[a-z2-7]\/)?)?|\.\/basemaps\//#) != nil
        }
        let file =
            #/\.\/(?:manifest\.json|cairn\.sqlite|secret\.key|media\/[a-z2-7]\/[a-z2-7]\/[a-z2-7]{26}-[a-z]{1,10})/#
        return name.wholeMatch(of: file) != nil
            || name == "./basemaps/\(BasemapFolder.orderName)"
            || name.hasPrefix("./basemaps/") && BasemapFile.isName(name.dropFirst(11))
    }

    /// Where programs are looked for.
    private static let searchPath = "/usr/local/bin:/usr/bin:/bin"
    /// Whether there is a tar.
    static var hasTar: Bool { searchPath.split(separator: ":").contains { access($0 + "/tar", X_OK) == 0 } }

    private static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).path }

    /// Runs the system's `tar`.
    ///
    /// - Parameter mayDiffer: whether all is well although a file changed while it was read. Its number of links does when
    ///   somebody deletes the original: its bytes are what counts.
    @discardableResult
    private static func tar(
        _ arguments: [String], in folder: String, mayDiffer: () throws -> Bool = { false }
    ) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // The server ignores SIGTERM and handles it otherwise; tar would inherit that and outlive a stop.
        process.arguments = ["--default-signal", "tar"] + arguments
        // The folder in which the command was typed may be closed to its user.
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = ["PATH": searchPath, "LC_ALL": "C.UTF-8"]
        let (output, complaint) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) =
            (FileHandle.nullDevice, output, complaint)
        do { try process.run() } catch { throw BackupFailure(.damaged, "cannot start tar: \(error)") }
        // Both are read while tar runs: it waits for who reads the one that is full.
        let words = Mutex(Data())
        let reading = DispatchQueue(label: "tar")
        reading.async {
            let told = (try? complaint.fileHandleForReading.readToEnd()) ?? Data()
            words.withLock { $0 = told }
        }
        let listing = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let told = reading.sync { words.withLock { $0 } }
        let (isExit, status) = (process.terminationReason == .exit, process.terminationStatus)
        guard try isExit && (status == 0 || status == 1 && told.isEmpty && mayDiffer()) else {
            let reason = String(decoding: told, as: UTF8.self).split(separator: "\n").first
            throw BackupFailure(
                .damaged, "tar failed: \(reason?.prefix(300) ?? (isExit ? "a file changed" : "it was interrupted"))")
        }
        return String(decoding: listing, as: UTF8.self)
    }
}
