import CZlib

/// Receives the content of the current entry: counts it, computes its checksum, and deflates it if asked to.
final class EntryContent {
    private let output: ZipOutput
    private let start: UInt64
    private let deflater: Deflater?
    private(set) var checksum: UInt32 = 0
    private(set) var size: UInt64 = 0
    var packedSize: UInt64 { output.offset - start }

    init(_ output: ZipOutput, _ compression: ZipWriter.Compression) throws(ZipError) {
        self.output = output
        start = output.offset
        deflater = compression == .deflated ? try Deflater() : nil
    }

    func write(_ bytes: [UInt8]) throws(ZipError) { try write(bytes[...]) }

    func write(_ bytes: ArraySlice<UInt8>) throws(ZipError) {
        // zlib's counters have 32 bits.
        var rest = bytes
        while !rest.isEmpty {
            let piece = rest.prefix(1 << 20)
            rest = rest.dropFirst(piece.count)
            checksum = piece.withUnsafeBufferPointer {
                UInt32(crc32(UInt(checksum), $0.baseAddress, UInt32($0.count)))
            }
            size += UInt64(piece.count)
            if let deflater {
                try deflater.run(piece, Z_NO_FLUSH, into: output)
            } else {
                try output.write(piece)
            }
        }
    }

    func end() throws(ZipError) { try deflater?.run([], Z_FINISH, into: output) }
}

/// Raw deflate (RFC 1951).
private final class Deflater {
    /// zlib keeps a pointer to it, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)

    init() throws(ZipError) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let size = Int32(MemoryLayout<z_stream>.size)
        // -15: 32 kB of window, and no header.
        let code = deflateInit2_(
            stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        guard code == Z_OK else { throw .compression }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    func run(_ bytes: ArraySlice<UInt8>, _ flush: Int32, into output: ZipOutput) throws(ZipError) {
        var offset = bytes.startIndex
        var isFull = true
        while isFull {
            let count = bytes[offset...].withUnsafeBufferPointer { input in
                buffer.withUnsafeMutableBufferPointer { room in
                    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                    stream.pointee.avail_in = UInt32(input.count)
                    stream.pointee.next_out = room.baseAddress
                    stream.pointee.avail_out = UInt32(room.count)
                    deflate(stream, flush)
                    return room.count - Int(stream.pointee.avail_out)
                }
            }
            offset = bytes.endIndex - Int(stream.pointee.avail_in)
            isFull = count == buffer.count
            try output.write(buffer[..<count])
        }
    }
}
