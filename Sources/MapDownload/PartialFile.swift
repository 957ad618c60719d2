import Foundation
import PMTiles
import Synchronization

/// A map that is being loaded: `.NAME.part` beside its later place, and `.NAME.done`, which says what of it is there.
final class PartialFile: Sendable {
    private let path, partial, list: String
    private let archive: RegionArchive
    private let file, doneFile: FileHandle
    private let done: Mutex<Set<Int>>

    /// Goes on with what is there, if it is of the same file at the server and of the same region.
    ///
    /// - Parameters:
    ///   - identity: one line that tells both.
    ///   - spareBytes: of the disk, which stay free.
    /// - Throws: `DownloadError`.
    init(
        _ path: String, _ archive: RegionArchive, identity: String, spareBytes: UInt64
    ) throws(DownloadError) {
        let place = URL(fileURLWithPath: path)
        let folder = place.deletingLastPathComponent().path
        (self.path, self.archive) = (path, archive)
        partial = "\(folder)/.\(place.lastPathComponent).part"
        list = "\(folder)/.\(place.lastPathComponent).done"
        let file = try PartialFile.opened(partial)
        guard PartialFile.holds(file, partial) else { throw .busy }
        // A line that a kill cut off does not count.
        let text = (try? String(contentsOfFile: list, encoding: .utf8)) ?? ""
        let whole = text[..<(text.lastIndex(of: "\n").map { text.index(after: $0) } ?? text.startIndex)]
        let lines = whole.split(separator: "\n").map { String($0) }
        let isSame = lines.first == identity && PartialFile.size(partial) == archive.size
        let known =
            isSame ? Set(lines.dropFirst().compactMap { Int($0) }.filter { archive.pieces.indices.contains($0) }) : []
        let missing = archive.size - known.reduce(0) { $0 + PartialFile.bytes(of: archive.pieces[$1]) }
        guard PartialFile.hasRoom(for: missing + spareBytes, in: folder) else {
            if PartialFile.size(partial) == 0 { try? FileManager.default.removeItem(atPath: partial) }
            throw .noRoom(missing)
        }
        let doneFile = try PartialFile.opened(list)
        (self.file, self.doneFile) = (file, doneFile)
        done = Mutex(known)
        do {
            // Of another map nothing stays.
            try doneFile.truncate(atOffset: isSame ? UInt64(whole.utf8.count) : 0)
            _ = try doneFile.seekToEnd()
            guard !isSame else { return }
            try file.truncate(atOffset: 0)
            try file.truncate(atOffset: archive.size)
            try doneFile.write(contentsOf: Data("\(identity)\n".utf8))
        } catch { throw .unwritable("\(error)") }
        try write(archive.beginning[...], at: 0)
    }

    /// Lets others load the same map.
    func unlock() { _ = flock(file.fileDescriptor, LOCK_UN) }

    /// Opens a file for reading and writing, and makes it if it is not there.
    private static func opened(_ path: String) throws(DownloadError) -> FileHandle {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failed }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Locks the file until it is closed, also against other processes.
    ///
    /// - Returns: false if another has it, or moved it into place meanwhile.
    private static func holds(_ file: FileHandle, _ path: String) -> Bool {
        var (opened, named) = (stat(), stat())
        return flock(file.fileDescriptor, LOCK_EX | LOCK_NB) == 0 && fstat(file.fileDescriptor, &opened) == 0
            && stat(path, &named) == 0 && opened.st_ino == named.st_ino
    }

    func isDone(_ piece: Int) -> Bool { done.withLock { $0.contains(piece) } }

    /// Bytes of tiles that are there.
    var doneBytes: UInt64 {
        done.withLock { done in done.reduce(0) { $0 + PartialFile.bytes(of: archive.pieces[$1]) } }
    }

    /// Writes the tiles of a piece to their places, and then that they are there.
    ///
    /// - Parameter bytes: the piece's range of the other archive.
    /// - Throws: `DownloadError`.
    func write(_ bytes: [UInt8], _ number: Int) throws(DownloadError) {
        let piece = archive.pieces[number]
        for copy in piece.copies {
            let start = Int(copy.from.lowerBound - piece.range.lowerBound)
            try write(bytes[start..<start + copy.from.count], at: copy.to)
        }
        // Tiles are on the disk before the list says so.
        guard fdatasync(file.fileDescriptor) == 0 else { throw PartialFile.failed }
        let failure = done.withLock { done -> Bool in
            done.insert(number)
            return (try? doneFile.write(contentsOf: Data("\(number)\n".utf8))) == nil
        }
        if failure { throw PartialFile.failed }
    }

    /// Checks the whole file and moves it into place.
    ///
    /// - Throws: `DownloadError`.
    func finish() throws(DownloadError) {
        do throws(PMTilesError) { try PMTilesArchive(path: partial).validate() } catch {
            remove()
            throw .unusable(error)
        }
        guard fsync(file.fileDescriptor) == 0, rename(partial, path) == 0 else { throw PartialFile.failed }
        try? FileManager.default.removeItem(atPath: list)
    }

    private func remove() {
        try? FileManager.default.removeItem(atPath: partial)
        try? FileManager.default.removeItem(atPath: list)
    }

    private func write(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(DownloadError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                pwrite(
                    file.fileDescriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done,
                    off_t(offset) + off_t(done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw PartialFile.failed }
            done += count
        }
    }

    private static var failed: DownloadError { .unwritable(String(cString: strerror(errno))) }

    private static func bytes(of piece: RegionPlan.Piece) -> UInt64 {
        piece.copies.reduce(0) { $0 + UInt64($1.from.count) }
    }

    private static func size(_ path: String) -> UInt64? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.size].flatMap { ($0 as? NSNumber)?.uint64Value }
    }

    private static func hasRoom(for bytes: UInt64, in folder: String) -> Bool {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return true }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize) >= bytes
    }
}
