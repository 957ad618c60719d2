import Foundation

/// A response whose blocking work is done: its file is open, so that the loop only writes.
struct PreparedResponse: Sendable {
    var status: Status
    var headers: Headers
    var body: PreparedBody
    /// Why the server itself refused; nil when a handler answered.
    var refusal: String?
    /// True when the answer depends on Accept-Encoding and its fields do not say so yet.
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

enum PreparedBody: Sendable {
    case empty
    case bytes([UInt8])
    /// nil for the descriptor when the request was HEAD.
    case file(Descriptor?, offset: Int, count: Int)
    case stream(EventStream)
}

extension PreparedResponse {
    /// Nobody is left to receive it: a stream must learn of that.
    func discard(_ context: ServerContext) {
        if case .stream(let stream) = body { stream.end(on: context.disk) }
    }

    /// Compresses what should be, opens what has to be opened, and calls `onOpen` of a stream.
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
}
