import Crypto
import Foundation
import Media
import Proximity

/// A map that a browser sends in parts: `.upload-SIZE-NAME` in the folder of the maps until it is whole, and beside it
/// `.digests-SIZE-NAME` with the SHA-256 of each part that is on the disk. After a break the same file goes on where it ended.
struct BasemapUpload {
    private let folder: BasemapFolder
    /// What the map is called, with its ending.
    let name: String
    /// Bytes of the whole file.
    let size: Int

    /// Bytes of a part; the last one may be shorter.
    static let partBytes = 8 << 20
    /// Bytes of a whole file.
    static let largest = 4 << 30
    /// Uploads that are not whole.
    private static let most = 4

    /// - Parameters:
    ///   - name: as ``BasemapDraft/fileName(_:)`` makes it.
    ///   - size: bytes of the whole file.
    /// - Returns: nil for a name or a size that no map has.
    init?(_ folder: BasemapFolder, name: String, size: Int) {
        guard BasemapFile.isName(name), 1...BasemapUpload.largest ~= size else { return nil }
        (self.folder, self.name, self.size) = (folder, name, size)
    }

    /// Distinguishes it from the others: "38100000-tampere.pmtiles".
    var key: String { "\(size)-\(name)" }

    fileprivate static let (prefix, digestPrefix) = (".upload-", ".digests-")
    private var file: String { "\(folder.path)/\(BasemapUpload.prefix)\(key)" }
    private var digests: String { "\(folder.path)/\(BasemapUpload.digestPrefix)\(key)" }

    /// How many bytes are on the disk, in whole parts.
    var offset: Int {
        let listed = min(size, FileMark.size(digests) / SHA256.byteCount * BasemapUpload.partBytes)
        return FileMark.size(file) >= listed ? listed : 0
    }

    /// Checks that the rest of it may come.
    ///
    /// - Throws: `BasemapRefusal`.
    func checkRoom() throws(BasemapRefusal) {
        let others = folder.uploads().filter { $0.key != key }
        guard others.count < BasemapUpload.most else {
            throw BasemapRefusal(words: "\(others.count) others are not whole yet: delete one", isElsewhere: true)
        }
        try folder.make()
        guard MediaStore.freeBytes(at: folder.path) > size - offset + MediaStore.reserve else {
            throw BasemapFolder.noRoom
        }
    }

    /// Writes a part to the disk, unless it is not the next one, or another request is about it.
    ///
    /// - Parameters:
    ///   - part: a file with the bytes.
    ///   - start: where they begin.
    /// - Throws: `BasemapRefusal`.
    func add(_ part: String, at start: Int) throws(BasemapRefusal) {
        guard start == offset, start < size, FileMark.size(part) == min(BasemapUpload.partBytes, size - start) else {
            return
        }
        try checkRoom()
        try locked(O_CREAT) { file throws(BasemapRefusal) in
            // Meanwhile another request may have written it.
            guard start == offset else { return }
            do {
                let bytes = try Data(contentsOf: URL(filePath: part), options: .alwaysMapped)
                try BasemapUpload.write(bytes, to: file, at: start)
                let list = open(digests, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
                guard list >= 0 else { throw BasemapFolder.cannotBeWritten }
                defer { close(list) }
                let place = start / BasemapUpload.partBytes * SHA256.byteCount
                try BasemapUpload.write(Data(SHA256.hash(bytes)), to: list, at: place)
            } catch { throw BasemapFolder.cannotBeWritten }
        }
    }

    /// Writes to the disk what ends a file.
    private static func write(_ bytes: Data, to descriptor: Int32, at start: Int) throws {
        let file = FileHandle(fileDescriptor: descriptor)
        try file.truncate(atOffset: UInt64(start))
        try file.write(contentsOf: bytes)
        try file.synchronize()
    }

    /// Puts a whole file among the maps.
    ///
    /// - Parameter digest: SHA-256 of the SHA-256 of each part, in hexadecimal digits.
    /// - Returns: the name of the map.
    /// - Throws: `BasemapRefusal`. Where it is about the file, the upload begins anew.
    func finish(digest: String) throws(BasemapRefusal) -> String {
        let kept = try locked { _ throws(BasemapRefusal) in
            guard offset == size else { throw BasemapUpload.isIncomplete }
            do throws(BasemapRefusal) {
                guard let list = try? Data(contentsOf: URL(filePath: digests)), SHA256.text(SHA256.hash(list)) == digest
                else { throw BasemapRefusal(words: "it was changed on its way: send it again") }
                let kept = try folder.add(upload: file, as: name)
                delete()
                return kept
            } catch {
                if !error.isElsewhere { delete() }
                throw error
            }
        }
        guard let kept else { throw BasemapUpload.isIncomplete }
        return kept
    }

    private static let isIncomplete = BasemapRefusal(words: "a part of it is missing", isElsewhere: true)

    /// Deletes what is there.
    ///
    /// - Returns: false when there is nothing, or it is being written.
    func discard() -> Bool { (try? locked { _ throws(BasemapRefusal) in delete() }) != nil }

    private func delete() {
        unlink(file)
        unlink(digests)
    }

    /// Calls `body` with the file unless somebody else does, or there is none.
    @discardableResult
    private func locked<Result>(
        _ flags: Int32 = 0, _ body: (Int32) throws(BasemapRefusal) -> Result
    ) throws(BasemapRefusal) -> Result? {
        let descriptor = open(file, O_RDWR | O_CLOEXEC | flags, 0o600)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw BasemapFolder.cannotBeWritten
        }
        // The lock ends with it.
        defer { close(descriptor) }
        var status = stat()
        // Who had it before may have deleted it.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &status) == 0, status.st_nlink > 0 else {
            return nil
        }
        return try body(descriptor)
    }
}

extension BasemapFolder {
    /// Maps that came in part, by name.
    func uploads() -> [BasemapUpload] {
        let names = (try? FolderEntries.names(in: path)) ?? []
        return names.filter { $0.hasPrefix(BasemapUpload.prefix) }
            .compactMap { upload(key: String($0.dropFirst(BasemapUpload.prefix.count))) }.sorted { $0.name < $1.name }
    }

    /// - Parameter key: ``BasemapUpload/key``.
    /// - Returns: nil for what is none.
    func upload(key: String) -> BasemapUpload? {
        let parts = key.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let size = Int(parts[0]) else { return nil }
        return BasemapUpload(self, name: String(parts[1]), size: size)
    }

    /// Deletes what came of maps of which nothing more came for a week.
    func sweepUploads(_ now: Timestamp) {
        for name in (try? FolderEntries.names(in: path)) ?? [] {
            guard name.hasPrefix(BasemapUpload.prefix) || name.hasPrefix(BasemapUpload.digestPrefix),
                let time = FileMark.time("\(path)/\(name)"), time < now - BasemapFolder.longestPause
            else { continue }
            unlink("\(path)/\(name)")
        }
    }

    /// Seconds.
    private static let longestPause = 7 * 86_400.0
}
