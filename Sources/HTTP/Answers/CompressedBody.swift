import CZlib

/// A text that is kept compressed: packed once, then sent as it is to every client that takes gzip.
public struct CompressedBody: Sendable {
    /// RFC 1952.
    public let gzip: [UInt8]

    /// Compresses a text; nil when zlib fails or nothing is gained.
    public init?(compressing bytes: [UInt8]) {
        guard let gzip = Gzip.compress(bytes, level: 6) else { return nil }
        self.gzip = gzip
    }

    /// What was compressed before.
    public init(gzip: [UInt8]) { self.gzip = gzip }

    /// An answer with this body, in the coding that the client takes; nil when the body is damaged and has to be expanded.
    public func response(to head: RequestHead, headers: Headers) -> Response? {
        var headers = headers
        headers.add("Vary", "Accept-Encoding")
        guard !Gzip.isAccepted(by: head.headers) else {
            headers.add("Content-Encoding", "gzip")
            return Response(headers: headers, body: .bytes(gzip))
        }
        return expanded(limit: 64 << 20).map { Response(headers: headers, body: .bytes($0)) }
    }

    /// The text; nil when the body is damaged, cut short or longer than `limit` bytes.
    public func expanded(limit: Int) -> [UInt8]? {
        var stream = z_stream()
        guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return nil
        }
        defer { inflateEnd(&stream) }
        return gzip.withUnsafeBufferPointer { input -> [UInt8]? in
            // zlib's interface is older than const; it does not write there.
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
