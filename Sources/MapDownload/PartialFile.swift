import Foundation
import PMTiles
import Synchronization

/// A map that is being loaded: a hidden file beside its later place, and another that says which pieces of it are there.
final class PartialFile: Sendable {
    private let path: String
    private let map: PartialMap
    private let archive: RegionArchive
    private let file, doneFile: FileHandle
    private let done: Mutex<Set<Int>>

    /// Goes on with what is there, if it is of the same file at the server and of the same region.
    ///
    /// - Parameters:
    ///   - identity: one line that tells the file at the server.
    ///   - spareBytes: of the disk, which stay free.
    /// - Throws: `DownloadError`.
    init(
        _ path: String, _ archive: RegionArchive, identity: String, spareBytes: UInt64
    ) throws(DownloadError) {
        (self.path, self.archive, map) = (path, archive, PartialMap(path))
        file = try PartialFile.opened(map.partial)
        guard PartialFile.locks(file, map.partial) else { throw .busy }
        let isSame = PartialFile.isBegun(file, archive)
        let known = isSame ? DoneList(map.list, identity: identity, pieces: archive.pieces.count) : nil
        done = Mutex(known?.pieces ?? [])
        let missing = archive.size - PartialFile.bytes(of: archive.pieces, in: known?.pieces ?? [])
        guard PartialFile.hasRoom(for: missing + spareBytes, beside: path) else {
            if PartialFile.size(file) == 0 { map.removeLocked() }
            throw .noRoom(missing)
        }
        doneFile = try PartialFile.opened(map.list)
        do {
            // Of another map nothing stays.
            try doneFile.truncate(atOffset: known?.bytes ?? 0)
            _ = try doneFile.seekToEnd()
            guard known == nil else { return }
            try file.truncate(atOffset: 0)
            try file.truncate(atOffset: archive.size)
            try doneFile.write(contentsOf: Data("\(identity)\n".utf8))
        } catch { throw .unwritable("\(error)") }
        try write(archive.beginning[...], at: 0)
    }

    /// Whether a file is of an archive's size and begins as it does.
    private static func isBegun(_ file: FileHandle, _ archive: RegionArchive) -> Bool {
        guard size(file) == archive.size else { return false }
        return (try? file.read(upToCount: archive.beginning.count)).map { Array($0) } == archive.beginning
    }

    private static func size(_ file: FileHandle) -> UInt64? {
        var status = stat()
        return fstat(file.fileDescriptor, &status) == 0 ? UInt64(status.st_size) : nil
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
    private static func locks(_ file: FileHandle, _ path: String) -> Bool {
        var (opened, named) = (stat(), stat())
        return flock(file.fileDescriptor, LOCK_EX | LOCK_NB) == 0 && fstat(file.fileDescriptor, &opened) == 0
            && stat(path, &named) == 0 && opened.st_ino == named.st_ino
    }

    func isDone(_ piece: Int) -> Bool { done.withLock { $0.contains(piece) } }

    /// Bytes of tiles that are there.
    var doneBytes: UInt64 { done.withLock { PartialFile.bytes(of: archive.pieces, in: $0) } }

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
    func finish(_ check: (_ path: String) throws(PMTilesError) -> Void) throws(DownloadError) {
        do throws(PMTilesError) { try check(map.partial) } catch {
            map.removeLocked()
            throw .unusable(error)
        }
        guard fsync(file.fileDescriptor) == 0 else { throw PartialFile.failed }
        unlink(map.list)
        guard rename(map.partial, path) == 0 else { throw PartialFile.failed }
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

    private static func bytes(of pieces: [RegionPlan.Piece], in done: Set<Int>) -> UInt64 {
        done.reduce(0) { $0 + pieces[$1].copies.reduce(0) { $0 + UInt64($1.from.count) } }
    }

    private static func hasRoom(for bytes: UInt64, beside path: String) -> Bool {
        var status = statvfs()
        guard statvfs(URL(fileURLWithPath: path).deletingLastPathComponent().path, &status) == 0 else { return true }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize) >= bytes
    }
}

/// Which pieces of a map are there: a line that tells the file at the server, then their numbers, one a line.
private struct DoneList {
    let pieces: Set<Int>
    /// Of the file, as far as it counts.
    let bytes: UInt64

    /// - Parameter pieces: how many there are in all.
    /// - Returns: nil for one of another file at the server, and where there is none.
    init?(_ path: String, identity: String, pieces count: Int) {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8), let end = text.lastIndex(of: "\n") else {
            return nil
        }
        // A line that a kill cut off does not count.
        let whole = text[...end]
        let lines = whole.split(separator: "\n").map { String($0) }
        guard lines.first == identity else { return nil }
        pieces = Set(lines.dropFirst().compactMap { Int($0) }.filter { 0..<count ~= $0 })
        bytes = UInt64(whole.utf8.count)
    }
}
