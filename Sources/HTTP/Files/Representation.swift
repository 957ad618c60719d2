/// A file as it is sent, plain or compressed, with prepared header fields (RFC 9110, 3.2).
struct Representation: Sendable {
    private enum Content: Sendable {
        case file(String)
        case bytes([UInt8])
    }

    private let etag: String
    /// nil when Last-Modified is not sent.
    private let modified: Int?
    private let size: Int
    private let content: Content
    /// The fields for 304: those of a 200 that concern caching (RFC 9110, 15.4.5).
    private let validators: Headers
    /// The fields for 200 and 206.
    private let headers: Headers

    /// - Parameters:
    ///   - tag: replaces the entity tag of the file, see `FileAnswer`; then Last-Modified is not sent.
    ///   - bytes: the content in memory; nil to send the file from disk.
    ///   - encoding: the content coding of `bytes`; it becomes part of the entity tag.
    ///   - varies: true when the file has another representation.
    init(
        _ file: FileStat, type: String, cacheControl: String, tag: String? = nil, extra: Headers = Headers(),
        bytes: [UInt8]? = nil,
        encoding: String? = nil, varies: Bool = false
    ) {
        etag = "\"\(tag ?? file.tag)\(encoding.map { "-" + $0 } ?? "")\""
        modified = tag == nil ? file.modified : nil
        size = bytes?.count ?? file.size
        content = bytes.map { .bytes($0) } ?? .file(file.path)
        var fields = extra
        fields.add("ETag", etag)
        if let modified { fields.add("Last-Modified", HTTPDate.format(modified)) }
        fields.add("Cache-Control", cacheControl)
        if varies { fields.add("Vary", "Accept-Encoding") }
        validators = fields
        fields.add("Content-Type", type)
        if let encoding { fields.add("Content-Encoding", encoding) } else { fields.add("Accept-Ranges", "bytes") }
        headers = fields
    }

    func respond(to head: RequestHead) -> Response {
        guard head.method == .get || head.method == .head else {
            return Response(status: .methodNotAllowed, headers: Headers([("Allow", "GET, HEAD")]))
        }
        guard Conditions.arePresent(in: head.headers) else { return Response(headers: headers, body: body(0..<size)) }
        let conditions = Conditions(head.headers)
        if conditions.isNotModified(etag: etag, modified: modified) {
            return Response(status: .notModified, headers: validators)
        }
        switch head.method == .get ? conditions.range(etag: etag, size: size) : .whole {
        case .whole: return Response(headers: headers, body: body(0..<size))
        case .part(let bounds):
            var fields = headers
            fields.add("Content-Range", "bytes \(bounds.lowerBound)-\(bounds.upperBound - 1)/\(size)")
            return Response(status: .partialContent, headers: fields, body: body(bounds))
        case .unsatisfiable:
            return Response(
                status: .rangeNotSatisfiable,
                headers: Headers([("Content-Range", "bytes */\(size)"), ("ETag", etag)]))
        }
    }

    private func body(_ bounds: Range<Int>) -> ResponseBody {
        switch content {
        case .file(let path): .file(path: path, offset: bounds.lowerBound, count: bounds.count)
        case .bytes(let bytes): .bytes(bounds.count == size ? bytes : Array(bytes[bounds]))
        }
    }
}
