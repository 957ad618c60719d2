import Crypto
import Foundation
import Media

/// A map that a browser sends in parts: `.upload-SIZE-NAME` in the folder of the maps until it is whole. What a break leaves
/// is kept for a week, and the same file goes on where it ended.
struct BasemapUpload {
    private let folder: BasemapFolder
    /// What the map is going to be called.
    let name: String
    /// Bytes of the whole file.
    let size: Int

    /// Bytes of a part; the last one may be shorter.
    static let partBytes = 8 << 20
    /// Bytes of a form with a part.
    static let partBodyBytes = partBytes + 100_000
    /// Bytes of a whole file.
    static let maxBytes = 4 << 30

    /// - Parameters:
    ///   - name: as ``BasemapDraft/fileName(_:)`` makes it.
    ///   - size: bytes of the whole file.
    /// - Returns: nil for a name or a size that no map has.
    init?(_ folder: BasemapFolder, name: String, size: Int) {
        guard BasemapFolder.isMap(OSMExtract.isExtract(name) ? OSMExtract.mapName(name) : name),
            1...BasemapUpload.maxBytes ~= size
        else { return nil }
        (self.folder, self.name, self.size) = (folder, name, size)
    }

    private var path: String { "\(folder.path)/.upload-\(size)-\(name)" }

    /// How many bytes are there: whole parts.
    var offset: Int {
        let there = FileMark.size(path)
        return there >= size ? size : there / BasemapUpload.partBytes * BasemapUpload.partBytes
    }

    /// Adds a part.
    ///
    /// - Parameters:
    ///   - part: the path of a file with it.
    ///   - start: where it begins; must be ``offset``.
    /// - Returns: the new offset; nil for a part that is not the next one.
    /// - Throws: `BasemapFolder.Refusal` when there is no room.
    func add(_ part: String, at start: Int) throws -> Int? {
        let count = FileMark.size(part)
        guard start == offset, start < size, count == min(BasemapUpload.partBytes, size - start) else { return nil }
        try folder.make()
        guard MediaStore.freeBytes(at: folder.path) > size - start + MediaStore.reserve else {
            throw BasemapFolder.Refusal("there is no room for it on the disk", isElsewhere: true)
        }
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        guard let file = FileHandle(forUpdatingAtPath: path) else {
            throw BasemapFolder.Refusal("the data folder cannot be written", isElsewhere: true)
        }
        defer { try? file.close() }
        do {
            // Half a part that a break left is written anew.
            try file.truncate(atOffset: UInt64(start))
            try file.seek(toOffset: UInt64(start))
            try file.write(contentsOf: Data(contentsOf: URL(fileURLWithPath: part)))
        } catch { throw BasemapFolder.Refusal("the data folder cannot be written", isElsewhere: true) }
        return offset
    }

    /// Checks a file that is whole.
    ///
    /// - Parameters:
    ///   - digest: of the digests of its parts (SHA-256), in hexadecimal.
    ///   - use: takes the file, which is deleted after that.
    /// - Throws: `BasemapFolder.Refusal`; then the upload begins anew.
    func finish(digest: String, use: (String) throws -> Void) throws {
        guard offset == size else { throw BasemapFolder.Refusal("a part of it is missing") }
        defer { try? FileManager.default.removeItem(atPath: path) }
        guard digest == (try self.digest()) else {
            throw BasemapFolder.Refusal("it was changed on its way: send it again")
        }
        try use(path)
    }

    private func digest() throws -> String {
        guard let file = FileHandle(forReadingAtPath: path) else { throw BasemapFolder.Refusal("it is gone") }
        defer { try? file.close() }
        let whole = SHA256()
        while let part = try file.read(upToCount: BasemapUpload.partBytes), !part.isEmpty {
            whole.update(SHA256.hash(part))
        }
        return whole.finalize().map { String(format: "%02x", $0) }.joined()
    }
}
