import CBrotli
import CZlib
import CZstd

/// gzip and zlib, by zlib.
enum Inflating {
    static func unpack(_ packed: [UInt8], limit: Int) -> [UInt8]? {
        var stream = z_stream()
        // 15 bits of window; 32 detects gzip or zlib from the header.
        guard packed.count <= Int(UInt32.max),
            inflateInit2_(&stream, 15 + 32, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { inflateEnd(&stream) }
        var packed = packed
        return packed.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            return DecodedPieces.collect(limit: limit) { output in
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                let status = inflate(&stream, Z_NO_FLUSH)
                let count = output.count - Int(stream.avail_out)
                return status == Z_STREAM_END ? .ended(count) : status == Z_OK ? .wrote(count) : .failed
            }
        }
    }
}

/// Brotli, by libbrotlidec. Its window is at most 16 MiB.
enum BrotliStream {
    static func unpack(_ packed: [UInt8], limit: Int) -> [UInt8]? {
        guard let state = BrotliDecoderCreateInstance(nil, nil, nil) else { return nil }
        defer { BrotliDecoderDestroyInstance(state) }
        return packed.withUnsafeBufferPointer { input in
            var (next, available) = (input.baseAddress, input.count)
            return DecodedPieces.collect(limit: limit) { output in
                var (end, room) = (output.baseAddress, output.count)
                let status = BrotliDecoderDecompressStream(state, &available, &next, &room, &end, nil)
                let count = output.count - room
                if status == BROTLI_DECODER_RESULT_SUCCESS { return .ended(count) }
                return status == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT ? .wrote(count) : .failed
            }
        }
    }
}

/// Zstandard, by libzstd, in one frame.
enum ZstdStream {
    /// The largest window, as a power of two: 16 MiB, as much as brotli has.
    private static let maxWindowLog: Int32 = 24

    static func unpack(_ packed: [UInt8], limit: Int) -> [UInt8]? {
        guard let state = ZSTD_createDStream() else { return nil }
        defer { ZSTD_freeDStream(state) }
        guard ZSTD_isError(ZSTD_DCtx_setParameter(state, ZSTD_d_windowLogMax, maxWindowLog)) == 0 else { return nil }
        return packed.withUnsafeBufferPointer { bytes in
            var input = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
            return DecodedPieces.collect(limit: limit) { space in
                var output = ZSTD_outBuffer(dst: space.baseAddress, size: space.count, pos: 0)
                let status = ZSTD_decompressStream(state, &output, &input)
                if ZSTD_isError(status) != 0 { return .failed }
                return status == 0 ? .ended(output.pos) : .wrote(output.pos)
            }
        }
    }
}
