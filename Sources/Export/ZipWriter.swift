import Foundation

/// Writes a ZIP archive (PKWARE APPNOTE 6.3.10) into a file, entry by entry, in constant memory. Names are UTF-8; ZIP64
/// is used only where 32 bits do not suffice. Not thread-safe.
public final class ZipWriter {
    /// How an entry is stored.
    public enum Compression: Sendable {
        /// Uncompressed: for photos, sound and videos, which are compressed already.
        case stored
        /// Deflated (RFC 1951): for text.
        case deflated
    }

    private let output: ZipOutput
    private let timeZone: TimeZone
    private let limits: ZipLimits
    private var entries: [ZipEntry] = []
    private var names: Set<String> = []

    /// Creates the archive's file, with mode 0600. An unfinished one is deleted with the writer.
    ///
    /// - Parameter timeZone: of whoever unpacks it: programs show the times of entries as they stand on that zone's clock.
    /// - Throws: `ZipError.output`, also when the file exists already.
    public convenience init(path: String, timeZone: TimeZone) throws(ZipError) {
        try self.init(path: path, timeZone: timeZone, limits: ZipLimits())
    }

    init(path: String, timeZone: TimeZone, limits: ZipLimits) throws(ZipError) {
        output = try ZipOutput(path)
        self.timeZone = timeZone
        self.limits = limits
    }

    /// Adds an entry from memory.
    ///
    /// - Parameters:
    ///   - name: a relative path with `/` between its parts, such as `photos/1.jpg`.
    ///   - modified: milliseconds since 1970; from 1980 to 2107, to two seconds for programs that know no UTC.
    /// - Throws: `ZipError`.
    public func add(_ name: String, _ bytes: [UInt8], compression: Compression = .deflated, modified: Int64)
        throws(ZipError)
    {
        let size = UInt64(bytes.count)
        try add(name, compression, modified, size: size) { (entry) throws(ZipError) in try entry.write(bytes) }
    }

    /// Adds the content of a file, up to its size at the start of the call.
    ///
    /// - Throws: `ZipError`; `input` when the file cannot be read.
    public func add(_ name: String, file path: String, compression: Compression, modified: Int64) throws(ZipError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else { throw .input(path: path, errno) }
        defer { close(descriptor) }
        let size = UInt64(max(0, status.st_size))
        try add(name, compression, modified, size: size) { (entry) throws(ZipError) in
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
            var left = size
            while left > 0 {
                let wanted = Int(min(left, UInt64(buffer.count)))
                let count = read(descriptor, &buffer, wanted)
                if count < 0 && errno == EINTR { continue }
                guard count >= 0 else { throw .input(path: path, errno) }
                if count == 0 { break }
                try entry.write(buffer[..<count])
                left -= UInt64(count)
            }
        }
    }

    /// Adds an entry whose content `body` writes in pieces, of any length.
    ///
    /// - Throws: `ZipError`; an error of `body` is wrapped as `content`.
    public func add(
        _ name: String, compression: Compression = .deflated, modified: Int64,
        content body: ((ArraySlice<UInt8>) throws -> Void) throws -> Void
    ) throws(ZipError) {
        try add(name, compression, modified, size: nil) { (entry) throws(ZipError) in
            do {
                try body { try entry.write($0) }
            } catch let error as ZipError {
                throw error
            } catch {
                throw .content(error)
            }
        }
    }

    /// Writes the directory at the end; the archive is complete and on the disk when this returns. Nothing can be added
    /// afterwards.
    ///
    /// - Throws: `ZipError.output`.
    public func finish() throws(ZipError) {
        let start = output.offset
        for entry in entries { try output.write(entry.directoryHeader(limits)) }
        let size = output.offset - start
        try output.write(ZipEntry.directoryEnd(count: entries.count, size: size, start: start, limits))
        try output.finish()
    }

    private func add(
        _ name: String, _ compression: Compression, _ modified: Int64, size: UInt64?,
        _ body: (EntryContent) throws(ZipError) -> Void
    ) throws(ZipError) {
        guard ZipEntry.isName(name) else { throw .badName(name) }
        guard names.insert(name).inserted else { throw .duplicateName(name) }
        let time = ZipTime(modified, in: timeZone)
        var entry = ZipEntry(name: name, compression: compression, time: time, offset: output.offset)
        // Deflate adds 5 bytes to each 16 kB that it cannot compress.
        entry.isLarge = size.map { $0 + $0 >> 8 + 1_024 >= limits.largest } ?? true
        try output.write(entry.localHeader)
        let content = try EntryContent(output, compression)
        try body(content)
        try content.end()
        entry.checksum = content.checksum
        entry.size = content.size
        entry.packedSize = content.packedSize
        try output.overwrite(entry.localHeader, at: entry.offset)
        entries.append(entry)
    }
}

/// Why an archive could not be written.
public enum ZipError: Error, Sendable {
    /// An empty, absolute or too long path, one with `..`, a backslash or a control character.
    case badName(String)
    /// An entry with this name exists already.
    case duplicateName(String)
    /// Writing the archive failed: the system's error number, ENOSPC when the disk is full.
    case output(Int32)
    /// Reading a file to be added failed.
    case input(path: String, Int32)
    /// The producer of the content failed.
    case content(any Error)
    /// zlib is out of memory.
    case compression
}
