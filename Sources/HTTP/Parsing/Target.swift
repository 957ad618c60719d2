/// A request target (RFC 9112, 3.2) in parts.
struct Target {
    /// Percent-decoded, always beginning with "/"; "*" for `OPTIONS *`.
    let path: String
    /// Where the query stands in the bytes given, without its "?".
    let query: Range<Int>?
    /// Where the authority of an absolute-form target stands.
    let authority: Range<Int>?

    /// Reads origin-form, absolute-form with http or https, and for OPTIONS also `*`.
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

    /// Escapes must be whole and must not hide a NUL. Browsers send more than RFC 3986 allows in a query (`[`, `|`, `{`),
    /// so every visible character but the delimiters `"<>#` passes.
    private static func checkQuery(_ bytes: UnsafeRawBufferPointer) throws(Refusal) {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == Byte.percent {
                guard let value = PercentPath.escape(bytes, at: index), value != 0 else {
                    throw Refusal(.badRequest, "bad percent-escape in the query (RFC 3986, 2.1)")
                }
                index += 3
            } else if byte == 0x22 || byte == 0x23 || byte == 0x3C || byte == 0x3E {
                throw Refusal(.badRequest, "bad character in the query (RFC 3986, 3.4)")
            } else {
                index += 1
            }
        }
    }
}
