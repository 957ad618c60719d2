import Crypto
import Foundation
import Media
import Proximity

/// A map, or an extract of OpenStreetMap, that a browser sends in parts: `.upload-SIZE-NAME` in the folder of the maps until it is
/// whole, and beside it `.digests-SIZE-NAME` with the SHA-256 of each part that is on the disk. After a break the same file goes on
/// where it ended.
struct BasemapUpload {
    private let folder: BasemapFolder
    /// What the file is called, with its ending.
    let name: String
    /// Bytes of the whole file.
    let size: Int

    /// Bytes of a part; the last one may be shorter.
    static let partBytes = 8 << 20
    /// Bytes of a whole file, and in words.
    static let (largest, largestWords) = (4 << 30, "4 GB")
    /// Uploads that are not whole.
    private static let most = 4

    /// - Parameters:
    ///   - name: as ``BasemapDraft/fileName(_:)`` makes it.
    ///   - size: bytes of the whole file.
    /// - Returns: nil for a name or a size that no such file has.
    init?(_ folder: BasemapFolder, name: String, size: Int) {
        guard BasemapFile.isName(name) || OSMExtract.isName(name), 1...BasemapUpload.largest ~= size else { return nil }
        (self.folder, self.name, self.size) = (folder, name, size)
    }

    /// Distinguishes it from the others: "38100000-tampere.pmtiles".
    var key: String { "\(size)-\(name)" }

    fileprivate static let (prefix, digestPrefix) = (".upload-", ".digests-")
    fileprivate var file: String { "\(folder.path)/\(BasemapUpload.prefix)\(key)" }
    private var digests: String { "\(folder.path)/\(BasemapUpload.digestPrefix)\(key)" }

    /// How many bytes are on the disk, in whole parts.
    var offset: Int {
        let listed = min(size, FileMark.size(digests) / SHA256.byteCount * BasemapUpload.partBytes)
        return FileMark.size(file) >= listed ? listed : 0
    }

    var isWhole: Bool { offset == size }

    /// Checks that the rest of it may come.
    ///
    /// - Throws: `BasemapRefusal`.
    func checkRoom() throws(BasemapRefusal) {
        let others = folder.uploads().filter { $0.key != key }
        guard others.count < BasemapUpload.most else {
            throw BasemapRefusal(words: "\(others.count) others are not whole yet: delete one", isElsewhere: true)
        }
        try folder.make()
        // The map of an extract is about as large as the extract.
        let needed = size - offset + (OSMExtract.isName(name) ? size : 0)
        guard needed == 0 || MediaStore.freeBytes(at: folder.path) > needed + MediaStore.reserve else {
            throw BasemapFolder.noRoom
        }
    }

    /// Writes a part to the disk, unless it is not the next one, or another request is about the same file.
    ///
    /// - Parameters:
    ///   - part: a file with the bytes.
    ///   - start: where they begin.
    /// - Throws: `BasemapRefusal`.
    func add(_ part: String, at start: Int) throws(BasemapRefusal) {
        guard start == offset, start < size, FileMark.size(part) == min(BasemapUpload.partBytes, size - start) else {
            return
        }
        try folder.make()
        _ = try FileLock.hold(file, O_RDWR | O_NOFOLLOW | (start == 0 ? O_CREAT : 0)) {
            file, links throws(BasemapRefusal) in
            // A kill left it, and it has another name: it may be a map already.
            guard links == 1 else { return delete() }
            // Meanwhile another request may have written it.
            guard start == offset else { return }
            do throws(BasemapRefusal) { try checkRoom() } catch {
                if start == 0 { delete() }
                throw error
            }
            do { try write(part, to: file, at: start) } catch { throw BasemapFolder.cannotBeWritten }
        }
    }

    private func write(_ part: String, to file: Int32, at start: Int) throws {
        let bytes = try Data(contentsOf: URL(filePath: part), options: .alwaysMapped)
        try BasemapUpload.write(bytes, to: file, at: start)
        let list = open(digests, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard list >= 0 else { throw BasemapFolder.cannotBeWritten }
        defer { close(list) }
        let place = start / BasemapUpload.partBytes * SHA256.byteCount
        try BasemapUpload.write(Data(SHA256.hash(bytes)), to: list, at: place)
    }

    /// Writes to the disk what ends a file.
    private static func write(_ bytes: Data, to descriptor: Int32, at start: Int) throws {
        let file = FileHandle(fileDescriptor: descriptor)
        try file.truncate(atOffset: UInt64(start))
        try file.write(contentsOf: bytes)
        try file.synchronize()
    }

    /// Ends an upload whose file is whole.
    ///
    /// - Parameters:
    ///   - digest: SHA-256 of the SHA-256 of each part, in hexadecimal digits.
    ///   - body: takes the file, which is then deleted.
    /// - Throws: `BasemapRefusal`. Where it is about the file, the upload begins anew.
    func finish<Value>(
        digest: String, _ body: (_ file: String) throws(BasemapRefusal) -> Value
    ) throws(BasemapRefusal) -> Value {
        let result = try FileLock.hold(file) { _, _ throws(BasemapRefusal) in
            do throws(BasemapRefusal) {
                try check(digest)
                let value = try body(file)
                delete()
                return value
            } catch {
                if !error.isElsewhere { delete() }
                throw error
            }
        }
        switch result {
        case .done(let value): return value
        case .busy: throw BasemapRefusal(words: "it is being checked just now", isElsewhere: true)
        case .missing: throw BasemapUpload.isIncomplete
        }
    }

    private func check(_ digest: String) throws(BasemapRefusal) {
        guard isWhole else { throw BasemapUpload.isIncomplete }
        guard let list = try? Data(contentsOf: URL(filePath: digests)) else {
            throw BasemapRefusal(words: "it cannot be read", isElsewhere: true)
        }
        guard SHA256.text(SHA256.hash(list)) == digest else {
            throw BasemapRefusal(words: "it is not the same file throughout, and has to be sent again")
        }
    }

    static let isIncomplete = BasemapRefusal(words: "a part of it is missing", isElsewhere: true)

    /// Deletes what is there.
    ///
    /// - Returns: false when there is nothing, or it is being written.
    @discardableResult
    func discard() -> Bool {
        let outcome = try? FileLock.hold(file) { _, _ throws(BasemapRefusal) in delete() }
        if case .done? = outcome { return true }
        return false
    }

    /// The list first: while there is the file, its lock keeps others from beginning anew with a list that then goes.
    private func delete() {
        unlink(digests)
        unlink(file)
    }
}

extension BasemapFolder {
    /// Files that came in part, by name.
    func uploads() -> [BasemapUpload] {
        let names = (try? FolderEntries.names(in: path)) ?? []
        return names.filter { $0.hasPrefix(BasemapUpload.prefix) }
            .compactMap { upload(key: String($0.dropFirst(BasemapUpload.prefix.count))) }.sorted { $0.name < $1.name }
    }

    /// - Parameter key: ``BasemapUpload/key``.
    /// - Returns: nil for what is none.
    private func upload(key: String) -> BasemapUpload? {
        let parts = key.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let size = Int(parts[0]) else { return nil }
        return BasemapUpload(self, name: String(parts[1]), size: size)
    }

    /// "12 MB of 38 MB were sent"
    func uploadWords(_ upload: BasemapUpload) -> String {
        "\(ByteFormatter.text(upload.offset)) of \(ByteFormatter.text(upload.size)) were sent"
    }

    /// Deletes what came of files of which nothing more came for a week, and what a kill left of one that is an extract already.
    func sweepUploads(_ now: Timestamp) {
        let extracts = extracts().map { extractPath($0) }
        for upload in uploads() {
            guard let time = FileMark.time(upload.file) else { continue }
            let isKept = extracts.contains { FileMark.isSame($0, upload.file) }
            if isKept || time < now - BasemapFolder.longestWait { upload.discard() }
        }
    }

    /// Seconds for which files that are no maps yet stay.
    static let longestWait = 7 * 86_400.0
}
