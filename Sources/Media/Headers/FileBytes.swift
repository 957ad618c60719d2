import Foundation

/// The bytes of an untrusted file: every access beyond the end is nil.
struct FileBytes {
    private let data: Data
    var count: Int { data.count }

    init(_ data: Data) { self.data = data }

    /// Mapped, not read: headers touch a few pages of a large file. Only for files that nobody truncates meanwhile. Nil
    /// when there is no such file.
    ///
    /// - Throws: `MediaFault` when it cannot be opened, which says nothing about its content.
    init?(path: String) throws(MediaFault) {
        do { data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped) } catch {
            if (error as? CocoaError)?.code == .fileReadNoSuchFile { return nil }
            throw .foundation("read", path: path, error: error)
        }
    }

    subscript(offset: Int) -> UInt8? {
        offset >= 0 && offset < data.count ? data[data.startIndex + offset] : nil
    }

    /// A number of 1 to 7 bytes, which always fits.
    func number(_ offset: Int, _ size: Int, littleEndian: Bool = false) -> Int? {
        guard offset >= 0, size <= 7, offset <= data.count - size else { return nil }
        var value = 0
        for index in 0..<size {
            let byte = Int(data[data.startIndex + offset + (littleEndian ? size - 1 - index : index)])
            value = value << 8 | byte
        }
        return value
    }

    func isText(_ text: String, at offset: Int) -> Bool {
        let bytes = Array(text.utf8)
        return slice(offset, bytes.count).map { $0.elementsEqual(bytes) } ?? false
    }

    /// Four characters: the name of a box or chunk.
    func code(_ offset: Int) -> String? {
        slice(offset, 4).map { String(decoding: $0, as: UTF8.self) }
    }

    func slice(_ offset: Int, _ size: Int) -> Data? {
        guard offset >= 0, size >= 0, offset <= data.count - size else { return nil }
        return data[data.startIndex + offset..<data.startIndex + offset + size]
    }

    /// The bytes of a range, cut at the end of the file.
    func clamped(_ offset: Int, _ size: Int) -> FileBytes {
        guard offset >= 0, size > 0, offset < data.count else { return FileBytes(Data()) }
        return FileBytes(slice(offset, min(size, data.count - offset)) ?? Data())
    }
}
