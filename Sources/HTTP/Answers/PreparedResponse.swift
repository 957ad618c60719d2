import Foundation

/// A response whose blocking work is done: it is compressed and its file is open, so the loop only writes.
struct PreparedResponse: Sendable {
    var status: Status
    var headers: Headers
    var body: PreparedBody
    /// Why the server itself refused the request; nil when a handler answered.
    var refusal: String?
    /// True when the answer depends on Accept-Encoding and its Vary field does not say so.
    var varies = false

    /// The length of the body; nil for a stream.
    var length: Int? {
        switch body {
        case .empty: 0
        case .bytes(let bytes): bytes.count
        case .file(_, _, let count): count
        case .stream: nil
        }
    }
}

extension PreparedResponse {
    /// Ends the stream of a response whose connection is gone.
    func discard(_ context: ServerContext) {
        if case .stream(let stream) = body { stream.end(on: context.streams) }
    }

    /// Compresses a text, opens a file or calls `onOpen` of a stream.
    init(_ response: Response, for head: RequestHead, context: ServerContext) {
        self.init(status: response.status, headers: response.headers, body: .empty)
        guard 200...599 ~= response.status.rawValue else {
            context.errorLog("a handler answered with status \(response.status.rawValue)")
            self = context.error(.internalServerError)
            return
        }
        let isHead = head.method == .head
        switch response.body {
        case .empty: break
        case .bytes(let bytes):
            body = .bytes(bytes)
            if bytes.count >= context.limits.gzipMinimumBytes { compress(for: head, limits: context.limits) }
        case .stream(let stream):
            body = .stream(stream)
            if !isHead { stream.onOpen(stream) }
        case .file(let path, let offset, let count):
            if isHead {
                body = .file(nil, offset: offset, count: count)
                return
            }
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            if descriptor >= 0 {
                body = .file(Descriptor(descriptor), offset: offset, count: count)
            } else {
                let error = errno
                context.errorLog("cannot open a file to send: \(String(cString: strerror(error)))")
                let status: Status =
                    error == ENOENT ? .notFound : error == EMFILE || error == ENFILE ? .serviceUnavailable : 500
                self = context.error(status)
            }
        }
    }

    /// Compresses a text if it is long enough and the client accepts gzip; sets `varies` either way. A strong entity
    /// tag becomes weak, because the bytes are no longer the same (RFC 9110, 8.8.3.3).
    mutating func compress(for head: RequestHead, limits: Limits) {
        guard case .bytes(let bytes) = body, bytes.count >= limits.gzipMinimumBytes, status != .partialContent,
            headers.withValue("content-type", Gzip.isWorthwhile) ?? false,
            headers.firstIndex(of: "content-encoding") == nil
        else { return }
        varies = !headers.all("vary").contains { $0.lowercased().contains("accept-encoding") }
        guard head.headers.firstIndex(of: "accept-encoding") != nil, Gzip.isAccepted(by: head.headers),
            let compressed = Gzip.compress(bytes, level: 5)
        else { return }
        body = .bytes(compressed)
        headers.add("Content-Encoding", "gzip")
        if let etag = headers["etag"], !etag.hasPrefix("W/") { headers.set("ETag", "W/" + etag) }
    }
}
