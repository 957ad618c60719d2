/// The conditional and range fields of a request (RFC 9110, 13 and 14).
struct Conditions {
    enum Range: Equatable {
        case whole
        case part(Swift.Range<Int>)
        case unsatisfiable
    }

    private let ifNoneMatch: [String]
    private let ifModifiedSince: String?
    private let ifRange: String?
    private let rangeField: String?

    init(_ headers: Headers) {
        ifNoneMatch = headers.all("if-none-match")
        ifModifiedSince = headers["if-modified-since"]
        ifRange = headers["if-range"]
        let ranges = headers.all("range")
        rangeField = ranges.count == 1 ? ranges[0] : nil
    }

    /// True when a request has any of these fields. Most requests have none and skip the rest.
    static func arePresent(in headers: Headers) -> Bool {
        headers.bytes.withUnsafeBytes { all in
            headers.fields.contains { field in
                let name = UnsafeRawBufferPointer(rebasing: all[field.name])
                return switch name.count {
                case 5: isWord(name, "range")
                case 13: isWord(name, "if-none-match")
                case 17: isWord(name, "if-modified-since")
                default: false
                }
            }
        }
    }

    /// Uses If-None-Match; without that field, If-Modified-Since (RFC 9110, 13.2.2).
    func isNotModified(etag: String, modified: Int?) -> Bool {
        if !ifNoneMatch.isEmpty {
            return ifNoneMatch.contains { Conditions.matches($0, etag) }
        }
        guard let modified, let ifModifiedSince, let since = HTTPDate.parse(ifModifiedSince) else { return false }
        return modified <= since
    }

    /// Compares with a list of entity tags or `*`, by weak comparison (RFC 9110, 8.8.3.2).
    static func matches(_ field: String, _ etag: String) -> Bool {
        let wanted = opaque(Substring(etag))
        return field.split(separator: ",").contains { item in
            let tag = item.drop { $0 == " " || $0 == "\t" }
            let end = tag.lastIndex { $0 != " " && $0 != "\t" }.map { tag.index(after: $0) } ?? tag.endIndex
            return tag[..<end] == "*" || opaque(tag[..<end]) == wanted
        }
    }

    private static func opaque(_ tag: Substring) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag }

    /// The range to send. It is the whole file if If-Range is not our strong tag (RFC 9110, 13.1.5), for unknown units
    /// or syntax, and for several ranges, which a server may ignore (RFC 9110, 14.2).
    func range(etag: String, size: Int) -> Range {
        guard let rangeField else { return .whole }
        if let ifRange, ifRange != etag || etag.hasPrefix("W/") { return .whole }
        return Conditions.parse(rangeField, size: size)
    }

    static func parse(_ field: String, size: Int) -> Range {
        let bytes = Array(field.utf8)
        guard bytes.count > 6, bytes.count < 64, field.lowercased().hasPrefix("bytes="),
            let dash = bytes.firstIndex(of: Byte.dash)
        else { return .whole }
        let first = bytes[6..<dash]
        let last = bytes[(dash + 1)...]
        guard first.allSatisfy(isDigit), last.allSatisfy(isDigit), !first.isEmpty || !last.isEmpty else {
            return .whole
        }
        if first.isEmpty {
            let count = min(number(last), size)
            return count == 0 ? .unsatisfiable : .part(size - count..<size)
        }
        let start = number(first)
        if !last.isEmpty, number(last) < start { return .whole }
        guard start < size else { return .unsatisfiable }
        let end = last.isEmpty ? size - 1 : min(number(last), size - 1)
        return .part(start..<end + 1)
    }

    /// The number that the digits mean; `Int.max` if it does not fit.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int {
        var value = 0
        for digit in digits {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int(digit - 0x30))
            if overflow || carry { return Int.max }
            value = sum
        }
        return value
    }
}
