/// The parts of a request line (RFC 9112, 3), with exactly one space between them.
struct RequestLine {
    let method: Method
    /// The range of the target.
    let target: Range<Int>
    /// The minor version of HTTP/1; versions above 1 are treated as 1 (RFC 9110, 6.2).
    let minorVersion: Int
    /// The offset after the line's CRLF.
    let end: Int

    /// Parses the line at the start of `bytes`, which must contain its LF.
    init(_ bytes: UnsafeRawBufferPointer) throws(Refusal) {
        var index = 0
        while isToken(bytes[index]) { index += 1 }
        guard index > 0, bytes[index] == Byte.space else {
            throw Refusal(.badRequest, "not a method (RFC 9112, 3.1)")
        }
        let known = Method(bytes: UnsafeRawBufferPointer(rebasing: bytes[0..<index]))
        index += 1
        let targetStart = index
        while bytes[index] > Byte.space, bytes[index] < 0x7F { index += 1 }
        target = targetStart..<index
        guard !target.isEmpty, bytes[index] == Byte.space else {
            throw Refusal(.badRequest, "bad target or no version (RFC 9112, 3.2)")
        }
        index += 1
        minorVersion = try RequestLine.version(bytes, at: index)
        end = index + 10
        guard let known else { throw Refusal(.notImplemented, "unknown method (RFC 9110, 9.1)") }
        method = known
    }

    /// Parses `HTTP/1.x` and CRLF.
    private static func version(_ bytes: UnsafeRawBufferPointer, at start: Int) throws(Refusal) -> Int {
        let name: StaticString = "HTTP/"
        guard bytes.count >= start + 10, memoryEqual(left: bytes.baseAddress! + start, right: name.utf8Start, count: 5),
            isDigit(bytes[start + 5]), bytes[start + 6] == Byte.dot, isDigit(bytes[start + 7]),
            bytes[start + 8] == Byte.carriageReturn, bytes[start + 9] == Byte.lineFeed
        else { throw Refusal(.badRequest, "bad version (RFC 9112, 2.3)") }
        guard bytes[start + 5] == 0x31 else { throw Refusal(.versionNotSupported, "major version (RFC 9110, 15.6.6)") }
        return Int(bytes[start + 7] - 0x30)
    }
}
