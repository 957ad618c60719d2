import Foundation
import Media

/// The tar file of a backup, packed and unpacked by the system's `tar`.
///
/// Members: `manifest.json`, `cairn.sqlite`, `secret.key`, `media/…`, `basemaps/….mbtiles`, `….pmtiles` and their `order`; anything else is refused.
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
    }

    /// Packs a folder into the archive. Only its owner can read it, and it is on the disk when this returns.
    ///
    /// - Throws: `BackupFailure`.
    func pack(_ folder: String) throws {
        guard access(path, F_OK) != 0 else { throw BackupFailure(.badArgument, "\(path) is there already") }
        let partial = path + ".partial"
        unlink(partial)
        // Created with its final mode: tar writes into an existing file and keeps its mode.
        let descriptor = open(partial, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw BackupFailure(.badArgument, "cannot write \(path): \(String(cString: strerror(errno)))")
        }
        defer {
            close(descriptor)
            unlink(partial)
        }
        let result = try BackupArchive.run(
            [
                "--create", "--file=\(BackupArchive.absolute(partial))", "--format=pax", "--hard-dereference",
                "--owner=0", "--group=0", ".",
            ],
            in: folder)
        guard result.status == 0 || BackupArchive.isTouchedOnly(result) else {
            throw BackupArchive.failure(result.error)
        }
        guard fsync(descriptor) == 0, rename(partial, path) == 0 else {
            throw BackupFailure(.badArgument, "cannot write \(path): \(String(cString: strerror(errno)))")
        }
        try DataFolder.sync(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }

    /// Reads the archive again, and compares each file with the one that it was made of.
    ///
    /// - Throws: `BackupFailure` of kind `damaged` if they differ; then the archive is deleted.
    func compare(with folder: String) throws {
        do {
            let result = try BackupArchive.run(["--compare", "--file=\(BackupArchive.absolute(path))"], in: folder)
            // 1 is for differences. Owners and times are not those of the files: only what is in them counts.
            let faults = result.output.split(separator: "\n").filter { line in
                !["Uid", "Gid", "Mode", "Mod time"].contains { line.hasSuffix(": \($0) differs") }
            }
            guard result.status <= 1, faults.isEmpty else {
                let reason = faults.first ?? result.error.split(separator: "\n").first ?? "it was ended"
                throw BackupFailure(.damaged, "what was written is not what was copied: \(reason.prefix(200))")
            }
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Unpacks the archive into an empty folder.
    ///
    /// - Throws: `BackupFailure` of kind `damaged` if it is no backup or contains anything else.
    func unpack(into folder: String) throws {
        guard access(path, R_OK) == 0 else { throw BackupFailure(.badArgument, "there is no file \(path)") }
        let listing = try BackupArchive.tar(
            ["--list", "--verbose", "--file=\(BackupArchive.absolute(path))"], in: folder)
        let room = MediaStore.freeBytes(at: folder)
        var bytes = 0
        for line in listing.split(separator: "\n") {
            // "-rw------- 0/0  1234 2026-11-21 14:00 ./media/a/b/name": five columns before the name.
            let columns = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
            guard columns.count == 6, let kind = columns[0].first, kind == "-" || kind == "d",
                BackupArchive.isMember(columns[5], isFolder: kind == "d")
            else { throw BackupFailure(.damaged, "\(path) is no backup of Cairn: it holds “\(line.prefix(200))”") }
            // A file with holes is small in the archive, and is read whole afterwards.
            let (sum, isHuge) = bytes.addingReportingOverflow(Int(columns[2]) ?? .max)
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

    /// Unpacks one file into a folder.
    ///
    /// - Parameter name: as the archive has it: "./media/a/b/name-small".
    /// - Throws: `BackupFailure` if it is not in the archive.
    func extract(_ name: String, into folder: String) throws {
        try BackupArchive.tar(
            [
                "--extract", "--file=\(BackupArchive.absolute(path))", "--no-same-owner", "--no-same-permissions",
                "--occurrence=1", name,
            ], in: folder)
    }

    private static func isMember(_ name: Substring, isFolder: Bool) -> Bool {
        if isFolder {
            return name.wholeMatch(of: #/\.\/|\.\/media\/(?:[a-z2-7]\/(?:[a-z2-7]\/)?)?|\.\/basemaps\//#) != nil
        }
        let file =
            #/\.\/(?:manifest\.json|cairn\.sqlite|secret\.key|media\/[a-z2-7]\/[a-z2-7]\/[a-z2-7]{26}-[a-z]{1,10})/#
        return name.wholeMatch(of: file) != nil
            || name.hasPrefix("./basemaps/") && isBasemap(String(name.dropFirst("./basemaps/".count)))
    }

    private static func isBasemap(_ name: String) -> Bool {
        BasemapFolder.isMap(name) || name == BasemapFolder.orderName
    }

    private static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).path }

    @discardableResult
    private static func tar(_ arguments: [String], in folder: String) throws -> String {
        let result = try run(arguments, in: folder)
        guard result.status == 0 else { throw failure(result.error) }
        return result.output
    }

    private static func failure(_ error: String) -> BackupFailure {
        let reason = error.split(separator: "\n").first ?? "it was ended"
        return BackupFailure(.damaged, "tar failed: \(reason.prefix(300))")
    }

    /// Whether tar complains of nothing but files that got or lost a name while it read them. Media and maps in the folder
    /// are second names of files that are deleted meanwhile; nobody writes into them.
    private static func isTouchedOnly(_ result: (status: Int32, output: String, error: String)) -> Bool {
        result.status == 1
            && result.error.split(separator: "\n").allSatisfy { $0.hasSuffix(": file changed as we read it") }
    }

    /// Runs tar to its end; a status of 255 stands for a signal.
    private static func run(
        _ arguments: [String], in folder: String
    ) throws -> (status: Int32, output: String, error: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["tar", "--directory=\(folder)"] + arguments
        process.environment = ["PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
        let (output, standardError) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) =
            (FileHandle.nullDevice, output, standardError)
        do { try process.run() } catch { throw BackupFailure(.damaged, "cannot start tar: \(error)") }
        // Read while tar runs: the listing can be long, the error output is short.
        let listing = try output.fileHandleForReading.readToEnd() ?? Data()
        let words = try standardError.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (
            process.terminationReason == .exit ? process.terminationStatus : 255,
            String(decoding: listing, as: UTF8.self), String(decoding: words, as: UTF8.self)
        )
    }
}
