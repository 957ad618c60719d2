/// The request line in parts (RFC 9112, 3): exactly one space between them, nothing lenient.
struct RequestLine {
    let method: Method
    /// Where the target stands.
    let target: Range<Int>
    /// The minor version of HTTP/1: a higher one than 1 is answered as 1 (RFC 9110, 6.2).
    let minorVersion: Int
    /// The offset behind the line's CRLF.
    let end: Int

    /// Reads the line at the start of `bytes`, which must hold its LF.
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

    /// `HTTP/1.x` and CRLF; the LF was found before, so reading stops at the latest there.
    private static func version(_ bytes: UnsafeRawBufferPointer, at start: Int) throws(Refusal) -> Int {
        let name: StaticString = "HTTP/"
        guard bytes.count >= start + 10, memoryEqual(bytes.baseAddress! + start, name.utf8Start, 5),
            isDigit(bytes[start + 5]), bytes[start + 6] == Byte.dot, isDigit(bytes[start + 7]),
            bytes[start + 8] == Byte.carriageReturn, bytes[start + 9] == Byte.lineFeed
        else { throw Refusal(.badRequest, "bad version (RFC 9112, 2.3)") }
        guard bytes[start + 5] == 0x31 else { throw Refusal(.versionNotSupported, "major version (RFC 9110, 15.6.6)") }
        return Int(bytes[start + 7] - 0x30)
    }
}
