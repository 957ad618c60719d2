/// Parses a request head strictly (RFC 9112, 3 to 6): refuses ambiguous input and never repairs it.
struct HeadParser {
    private(set) var line: RequestLine
    private(set) var fields: [Headers.Field] = []
    private(set) var framing = BodyFraming.none
    private(set) var keepsAlive: Bool
    private(set) var expectsContinue = false
    /// What the head says of the body.
    var body: AnnouncedBody { AnnouncedBody(framing: framing, expectsContinue: expectsContinue) }
    private(set) var hasUnknownExpectation = false
    private(set) var host: Range<Int>?

    private var contentLength: Int?
    private var isChunked = false
    private let bytes: UnsafeRawBufferPointer

    /// Parses a whole head: `bytes` begins with the request line and ends with the CRLF of the empty line.
    init(_ bytes: UnsafeRawBufferPointer) throws(Refusal) {
        self.bytes = bytes
        line = try RequestLine(bytes)
        keepsAlive = line.minorVersion > 0
        fields.reserveCapacity(16)
        var index = line.end
        while bytes[index] != Byte.carriageReturn { index = try readField(at: index) }
        guard index + 2 == bytes.count else { throw Refusal(.badRequest, "bare CR (RFC 9112, 2.2)") }
        try settle()
    }

    /// Parses one field line and returns the offset of the next. The last CRLF of the head stops every loop.
    private mutating func readField(at start: Int) throws(Refusal) -> Int {
        var index = start
        while isToken(bytes[index]) { index &+= 1 }
        guard index > start, bytes[index] == Byte.colon else {
            throw Refusal(.badRequest, "bad field name, folded line or space before the colon (RFC 9112, 5)")
        }
        let nameEnd = index
        index &+= 1
        while bytes[index] == Byte.space || bytes[index] == Byte.tab { index &+= 1 }
        let valueStart = index
        var valueEnd = index
        while true {
            let byte = bytes[index]
            if byte > Byte.space, byte != 0x7F {
                index &+= 1
                valueEnd = index
            } else if byte == Byte.space || byte == Byte.tab {
                index &+= 1
            } else {
                break
            }
        }
        guard bytes[index] == Byte.carriageReturn, bytes[index + 1] == Byte.lineFeed else {
            throw Refusal(.badRequest, "control character in a field value (RFC 9110, 5.5)")
        }
        fields.append(
            Headers.Field(
                nameStart: UInt32(truncatingIfNeeded: start), nameEnd: UInt32(truncatingIfNeeded: nameEnd),
                valueStart: UInt32(truncatingIfNeeded: valueStart), valueEnd: UInt32(truncatingIfNeeded: valueEnd)))
        try note(name: start..<nameEnd, value: valueStart..<valueEnd)
        return index + 2
    }

    private func slice(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[range])
    }

    /// Handles the fields that control the connection. The switch compares the length first, which is cheap.
    private mutating func note(name: Range<Int>, value: Range<Int>) throws(Refusal) {
        switch name.count {
        case 4 where isWord(slice(name), "host"):
            guard host == nil else { throw Refusal(.badRequest, "repeated Host (RFC 9112, 3.2)") }
            guard Authority.isValid(slice(value)) else { throw Refusal(.badRequest, "bad Host (RFC 9112, 3.2)") }
            host = value
        case 6 where isWord(slice(name), "expect"):
            if isWord(slice(value), "100-continue") { expectsContinue = true } else { hasUnknownExpectation = true }
        case 10 where isWord(slice(name), "connection"):
            noteConnection(slice(value))
        case 14 where isWord(slice(name), "content-length"):
            guard contentLength == nil else { throw Refusal(.badRequest, "repeated Content-Length (RFC 9112, 6.3)") }
            contentLength = try HeadParser.length(slice(value))
        case 17 where isWord(slice(name), "transfer-encoding"):
            try noteTransferEncoding(slice(value))
        default: break
        }
    }

    private mutating func noteConnection(_ value: UnsafeRawBufferPointer) {
        var closes = false
        var keeps = false
        forEachListItem(value) { option in
            if isWord(option, "close") { closes = true }
            if isWord(option, "keep-alive") { keeps = true }
        }
        if closes { keepsAlive = false } else if keeps, line.minorVersion == 0 { keepsAlive = true }
    }

    /// Parses digits only: no sign, space, list or overflow (RFC 9110, 8.6).
    static func length(_ value: UnsafeRawBufferPointer) throws(Refusal) -> Int {
        guard !value.isEmpty, value.count <= 19, value.allSatisfy(isDigit) else {
            throw Refusal(.badRequest, "bad Content-Length (RFC 9110, 8.6)")
        }
        var total = 0
        for byte in value {
            let (product, overflow) = total.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int(byte - 0x30))
            if overflow || carry { throw Refusal(.badRequest, "Content-Length overflows (RFC 9110, 8.6)") }
            total = sum
        }
        return total
    }

    /// Accepts only `chunked`, once: the server decodes no other coding (RFC 9112, 6.1).
    private mutating func noteTransferEncoding(_ value: UnsafeRawBufferPointer) throws(Refusal) {
        guard !isChunked else { throw Refusal(.badRequest, "repeated Transfer-Encoding (RFC 9112, 6.1)") }
        guard line.minorVersion > 0 else {
            throw Refusal(.badRequest, "Transfer-Encoding in HTTP/1.0 (RFC 9112, 6.1)")
        }
        guard isWord(value, "chunked") else {
            throw Refusal(.notImplemented, "unknown transfer coding (RFC 9112, 6.1)")
        }
        isChunked = true
    }

    private mutating func settle() throws(Refusal) {
        if isChunked, contentLength != nil {
            throw Refusal(.badRequest, "Content-Length beside Transfer-Encoding (RFC 9112, 6.3)")
        }
        if isChunked {
            framing = .chunked
        } else if let contentLength, contentLength > 0 {
            framing = .length(contentLength)
        }
        if line.minorVersion == 0 {
            expectsContinue = false
            hasUnknownExpectation = false
        } else if host == nil {
            throw Refusal(.badRequest, "no Host (RFC 9112, 3.2)")
        }
    }
}
