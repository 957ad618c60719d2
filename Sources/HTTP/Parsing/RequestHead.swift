import Synchronization

/// The request line and header fields of a request, read and checked.
public struct RequestHead: Sendable {
    /// A number that no other request to this process has: what logs name it by.
    public let number: UInt64
    /// The method.
    public let method: Method
    /// The path, percent-decoded UTF-8; begins with "/" and holds neither dot segments nor controls.
    public let path: String
    /// The header fields as sent; for an absolute-form target, Host is the target's (RFC 9112, 3.2.2).
    public let headers: Headers
    /// Who sent it: the peer of the connection, or what a trusted proxy says.
    public let client: ClientAddress
    /// True when a trusted proxy says that the client came by https.
    public let isSecure: Bool

    /// 1 for HTTP/1.1, 0 for HTTP/1.0.
    let minorVersion: Int
    private let targetText: TextRange
    private let queryText: TextRange?

    /// A piece of the head's bytes, half the size of a range.
    struct TextRange: Sendable {
        let start: UInt32
        let end: UInt32

        init(_ range: Range<Int>) {
            start = UInt32(truncatingIfNeeded: range.lowerBound)
            end = UInt32(truncatingIfNeeded: range.upperBound)
        }

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    init(
        method: Method, path: String, headers: Headers, client: ClientAddress, isSecure: Bool, minorVersion: Int,
        target: Range<Int>, query: Range<Int>?, number: UInt64 = RequestNumbers.next()
    ) {
        self.number = number
        self.method = method
        self.path = path
        self.headers = headers
        self.client = client
        self.isSecure = isSecure
        self.minorVersion = minorVersion
        targetText = TextRange(target)
        queryText = query.map { TextRange($0) }
    }

    /// The target as it was sent, still percent-encoded.
    public var target: String { headers.text(targetText.range) }

    /// What follows the first "?" of the target, still percent-encoded; nil without one.
    public var query: String? { queryText.map { headers.text($0.range) } }

    /// The fields of the query, decoded like a form. Never fails: what cannot be decoded is kept as it stands.
    public var queryFields: FormFields {
        guard let queryText else { return FormFields() }
        return headers.bytes.withUnsafeBytes { all in
            URLEncoded.lenient(UnsafeRawBufferPointer(rebasing: all[queryText.range]))
        }
    }

    /// The value of a cookie, the first if it is sent more than once; nil when absent (RFC 6265, 4.2).
    ///
    /// Quotes around a value stay, as browsers keep them.
    public func cookie(_ name: String) -> String? {
        Cookies.value(of: name, in: headers)
    }

    func with(headers: Headers, client: ClientAddress, isSecure: Bool) -> RequestHead {
        RequestHead(
            method: method, path: path, headers: headers, client: client, isSecure: isSecure,
            minorVersion: minorVersion, target: targetText.range, query: queryText?.range, number: number)
    }
}

extension RequestHead {
    /// Reads a whole head that was found by `HeadScan`.
    init(_ parsed: HeadParser, bytes: UnsafeRawBufferPointer, client: ClientAddress) throws(Refusal) {
        let line = parsed.line
        let start = line.target.lowerBound
        let target = try Target(UnsafeRawBufferPointer(rebasing: bytes[line.target]), method: line.method)
        var headers = Headers(bytes: [UInt8](bytes), fields: parsed.fields)
        if let authority = target.authority {
            headers.set("host", headers.text(authority.lowerBound + start..<authority.upperBound + start))
        }
        let query = target.query.map { $0.lowerBound + start..<$0.upperBound + start }
        self.init(
            method: line.method, path: target.path, headers: headers, client: client, isSecure: false,
            minorVersion: line.minorVersion, target: line.target, query: query)
    }
}

/// The numbers of the requests of a process.
private enum RequestNumbers {
    private static let last = Atomic<UInt64>(0)

    static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
