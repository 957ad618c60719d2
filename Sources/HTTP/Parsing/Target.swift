/// The parts of a request target (RFC 9112, 3.2).
struct Target {
    /// Percent-decoded, begins with "/"; "*" for `OPTIONS *`.
    let path: String
    /// The range of the query without its "?".
    let query: Range<Int>?
    /// The range of the authority of an absolute-form target.
    let authority: Range<Int>?

    /// Parses origin-form, absolute-form with http or https, and for OPTIONS also `*`.
    init(_ bytes: UnsafeRawBufferPointer, method: Method) throws(Refusal) {
        if bytes.count == 1, bytes[0] == 0x2A, method == .options {
            path = "*"
            query = nil
            authority = nil
            return
        }
        var start = 0
        if bytes[0] == Byte.slash {
            authority = nil
        } else {
            let found = try Target.absoluteAuthority(bytes)
            authority = found
            start = found.upperBound
        }
        var end = start
        while end < bytes.count, bytes[end] != Byte.question { end += 1 }
        path = try PercentPath.decode(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        if end < bytes.count {
            query = end + 1..<bytes.count
            try Target.checkQuery(UnsafeRawBufferPointer(rebasing: bytes[(end + 1)...]))
        } else {
            query = nil
        }
    }

    private static func absoluteAuthority(_ bytes: UnsafeRawBufferPointer) throws(Refusal) -> Range<Int> {
        func begins(_ scheme: StaticString) -> Bool {
            let count = scheme.utf8CodeUnitCount
            return bytes.count > count && isWord(UnsafeRawBufferPointer(rebasing: bytes[0..<count]), scheme)
        }
        let start = begins("http://") ? 7 : begins("https://") ? 8 : 0
        guard start > 0 else { throw Refusal(.badRequest, "target is neither a path nor an http URI (RFC 9112, 3.2)") }
        var end = start
        while end < bytes.count, bytes[end] != Byte.slash, bytes[end] != Byte.question { end += 1 }
        guard Authority.isValid(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) else {
            throw Refusal(.badRequest, "bad authority in the target (RFC 9112, 3.2.2)")
        }
        return start..<end
    }

    /// Browsers send more in a query than RFC 3986 allows (`[`, `|`, `{`), so every visible character except the delimiters
    /// `"<>#` is accepted. Escapes are not looked at: broken ones stay as they are (WHATWG URL, 1.3).
    private static func checkQuery(_ bytes: UnsafeRawBufferPointer) throws(Refusal) {
        for byte in bytes where byte == 0x22 || byte == 0x23 || byte == 0x3C || byte == 0x3E {
            throw Refusal(.badRequest, "bad character in the query (RFC 3986, 3.4)")
        }
    }
}
