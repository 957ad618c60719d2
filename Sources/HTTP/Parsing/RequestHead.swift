import Synchronization

/// The parsed and checked request line and header fields of a request.
public struct RequestHead: Sendable {
    /// A number for the logs, unique in this process.
    public let number: UInt64
    /// The method.
    public let method: Method
    /// The path as percent-decoded UTF-8; begins with "/", without dot segments and control characters.
    public let path: String
    /// The header fields as sent; Host comes from the target if that is in absolute form (RFC 9112, 3.2.2).
    public let headers: Headers
    /// The client: the peer of the connection, or the address that a trusted proxy sends.
    public let client: ClientAddress
    /// True when a trusted proxy says that the client uses https.
    public let isSecure: Bool

    /// What a trusted proxy says; nil when the peer of the connection is none.
    public let proxied: Proxied?

    /// What a trusted proxy says of a request.
    public struct Proxied: Sendable, Equatable {
        /// Whether it names the client.
        public let namesClient: Bool
        /// "https", in lower case; nil when it says nothing.
        public let scheme: String?
    }

    /// 1 for HTTP/1.1, 0 for HTTP/1.0.
    let minorVersion: Int
    private let targetText: TextRange
    private let queryText: TextRange?

    /// A range of the head's bytes; half the size of `Range<Int>`.
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
        target: Range<Int>, query: Range<Int>?, number: UInt64 = RequestNumbers.next(), proxied: Proxied? = nil
    ) {
        self.number = number
        self.method = method
        self.path = path
        self.headers = headers
        self.client = client
        self.isSecure = isSecure
        self.proxied = proxied
        self.minorVersion = minorVersion
        targetText = TextRange(target)
        queryText = query.map { TextRange($0) }
    }

    /// The target as it was sent, still percent-encoded.
    public var target: String { headers.text(targetText.range) }

    /// The text after the first "?" of the target, still percent-encoded; nil without one.
    public var query: String? { queryText.map { headers.text($0.range) } }

    /// The fields of the query, decoded like a form. Never fails: broken escapes and an escaped NUL stay as they are.
    public var queryFields: FormFields {
        guard let queryText else { return FormFields() }
        return headers.bytes.withUnsafeBytes { all in
            URLEncoded.query(UnsafeRawBufferPointer(rebasing: all[queryText.range]))
        }
    }

    /// The first value of a cookie; nil without one (RFC 6265, 4.2).
    ///
    /// Keeps quotes around the value, as browsers do.
    public func cookie(_ name: String) -> String? {
        Cookies.value(of: name, in: headers)
    }

    func with(client: ClientAddress, proxied: Proxied?) -> RequestHead {
        RequestHead(
            method: method, path: path, headers: headers, client: client, isSecure: proxied?.scheme == "https",
            minorVersion: minorVersion, target: targetText.range, query: queryText?.range, number: number,
            proxied: proxied)
    }
}

extension RequestHead {
    /// Makes a head from the bytes that `HeadScan` found and `HeadParser` parsed.
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

/// Numbers the requests of a process.
private enum RequestNumbers {
    private static let last = Atomic<UInt64>(0)

    static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
