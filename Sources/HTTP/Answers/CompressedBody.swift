import CZlib

/// A text that is compressed once and sent as it is to every client that accepts gzip.
public struct CompressedBody: Sendable {
    /// The text in gzip format (RFC 1952).
    public let gzip: [UInt8]

    /// Compresses a text; nil when zlib fails or the result is not smaller.
    public init?(compressing bytes: [UInt8]) {
        guard let gzip = Gzip.compress(bytes, level: 6) else { return nil }
        self.gzip = gzip
    }

    /// Uses bytes that are already compressed.
    public init(gzip: [UInt8]) { self.gzip = gzip }

    /// An answer with this body, expanded if the client does not accept gzip; nil when a damaged body has to be
    /// expanded.
    public func response(to head: RequestHead, headers: Headers) -> Response? {
        var headers = headers
        headers.add("Vary", "Accept-Encoding")
        guard !Gzip.isAccepted(by: head.headers) else {
            headers.add("Content-Encoding", "gzip")
            return Response(headers: headers, body: .bytes(gzip))
        }
        return expanded(limit: 64 << 20).map { Response(headers: headers, body: .bytes($0)) }
    }

    /// The expanded text; nil when the body is damaged, incomplete or longer than `limit` bytes.
    public func expanded(limit: Int) -> [UInt8]? {
        var stream = z_stream()
        guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return nil
        }
        defer { inflateEnd(&stream) }
        return gzip.withUnsafeBufferPointer { input -> [UInt8]? in
            // The parameter is not const in zlib's interface, but zlib does not write to it.
            stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.avail_in = UInt32(input.count)
            var text: [UInt8] = []
            while text.count <= limit {
                var status = Z_OK
                let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { output, count in
                    stream.next_out = output.baseAddress
                    stream.avail_out = UInt32(output.count)
                    status = inflate(&stream, Z_NO_FLUSH)
                    count = output.count - Int(stream.avail_out)
                }
                text += chunk
                if status == Z_STREAM_END { return text.count <= limit ? text : nil }
                if status != Z_OK || chunk.isEmpty { return nil }
            }
            return nil
        }
    }
}
