import Foundation

/// A request for a handler.
public struct Request: Sendable {
    /// Request line and header fields.
    public let head: RequestHead
    /// The body.
    public let body: Body

    /// When its head had arrived; nil for a request without a socket.
    private let headArrived: ContinuousClock.Instant?

    /// Seconds since its head arrived, mostly those that its body took; 0 for a request without a body or a socket.
    public var age: Double {
        headArrived.map { instant in
            let (seconds, attoseconds) = instant.duration(to: .now).components
            return Double(seconds) + Double(attoseconds) / 1e18
        } ?? simulatedAge
    }
    private let simulatedAge: Double

    init(head: RequestHead, body: Body, headArrived: ContinuousClock.Instant? = nil) {
        self.head = head
        self.body = body
        self.headArrived = headArrived
        simulatedAge = 0
    }

    /// Makes a request without a socket, for tests. Checks and decodes the target like one from a socket.
    ///
    /// - Parameter age: the seconds that its body took.
    /// - Throws: an error when the server would refuse the target with 400.
    public init(
        method: Method, target: String, headers: Headers = Headers(), body: Body = .empty,
        client: ClientAddress = .loopback, isSecure: Bool = false, age: Double = 0
    ) throws {
        let bytes = Array(target.utf8)
        guard !bytes.isEmpty, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw Refusal(.badRequest, "bad target (RFC 9112, 3.2)")
        }
        let parsed = try bytes.withUnsafeBytes { raw throws(Refusal) in try Target(raw, method: method) }
        var headers = headers
        let start = headers.bytes.count
        headers.bytes.append(contentsOf: bytes)
        let query = parsed.query.map { $0.lowerBound + start..<$0.upperBound + start }
        head = RequestHead(
            method: method, path: parsed.path, headers: headers, client: client, isSecure: isSecure, minorVersion: 1,
            target: start..<headers.bytes.count, query: query)
        self.body = body
        headArrived = nil
        simulatedAge = age
    }

    /// The fields of a form, urlencoded or multipart.
    ///
    /// - Throws: `FormError.unsupportedType` when the body is not a form, another `FormError` when it cannot be read. Answer
    ///   with its `status`.
    public func form(limits: Limits = Limits()) throws(FormError) -> FormFields {
        let type = ContentType(head.headers["content-type"] ?? "")
        switch (body, type.essence) {
        case (.multipart(let fields), _): return fields
        case (.empty, "application/x-www-form-urlencoded"), (.empty, ""): return FormFields()
        case (.bytes(let bytes), "application/x-www-form-urlencoded"):
            return try FormFields.urlEncoded(bytes, limits: limits)
        case (.file(let file), "application/x-www-form-urlencoded"):
            guard file.byteCount <= 1 << 20 else { throw .tooLarge("form of more than 1 MiB") }
            guard let data = FileManager.default.contents(atPath: file.path) else {
                throw .storage("the body's file cannot be read")
            }
            return try FormFields.urlEncoded(data, limits: limits)
        case (.bytes(let bytes), "multipart/form-data"):
            return try MultipartForm.read(bytes, type: type, limits: limits)
        case (.empty, "multipart/form-data"): throw .malformed("no final boundary")
        default: throw .unsupportedType
        }
    }
}
