/// Header fields of a request or a response, in order (RFC 9110, 5).
///
/// Names compare ignoring case; a name may occur more than once. One byte array holds all text and a field is four
/// offsets into it, so that parsing a request makes no strings for fields that no code reads.
public struct Headers: Sendable {
    /// The offsets of one field in `bytes`.
    struct Field: Sendable {
        var nameStart: UInt32
        var nameEnd: UInt32
        var valueStart: UInt32
        var valueEnd: UInt32

        var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
        var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
    }

    var bytes: [UInt8]
    var fields: [Field]

    /// Makes header fields from pairs of name and value, in the given order.
    public init(_ pairs: [(String, String)] = []) {
        bytes = []
        fields = []
        for (name, value) in pairs { add(name, value) }
    }

    init(bytes: [UInt8], fields: [Field]) {
        self.bytes = bytes
        self.fields = fields
    }

    /// The number of fields; repeated names count separately.
    public var count: Int { fields.count }

    /// True when there are no fields.
    public var isEmpty: Bool { fields.isEmpty }

    /// All fields in order, as strings; bytes that are not UTF-8 are replaced.
    public var pairs: [(name: String, value: String)] {
        fields.map { (name: text($0.name), value: text($0.value)) }
    }

    /// The first value of a name, or nil. Setting replaces all fields of that name; setting nil removes them.
    public subscript(_ name: String) -> String? {
        get {
            guard let index = firstIndex(of: name) else { return nil }
            return text(fields[index].value)
        }
        set {
            if let newValue { set(name, newValue) } else { remove(name) }
        }
    }

    /// Every value of a name, in order.
    public func all(_ name: String) -> [String] {
        var name = name
        return name.withUTF8 { wanted in
            fields.filter { matches($0, UnsafeRawBufferPointer(wanted)) }.map { text($0.value) }
        }
    }

    /// Appends a field. Control characters in the value become spaces, and a field whose name is not a token is
    /// ignored, so that text cannot inject another field or answer.
    public mutating func add(_ name: String, _ value: String) {
        guard !name.isEmpty, name.utf8.allSatisfy(isToken) else { return }
        let nameStart = bytes.count
        bytes.append(contentsOf: name.utf8)
        let valueStart = bytes.count
        for byte in value.utf8 { bytes.append(isFieldByte(byte) ? byte : 0x20) }
        fields.append(
            Field(
                nameStart: UInt32(nameStart), nameEnd: UInt32(valueStart), valueStart: UInt32(valueStart),
                valueEnd: UInt32(bytes.count)))
    }

    /// Replaces all fields of that name with one.
    public mutating func set(_ name: String, _ value: String) {
        remove(name)
        add(name, value)
    }

    /// Removes all fields of that name.
    public mutating func remove(_ name: String) {
        guard firstIndex(of: name) != nil else { return }
        var name = name
        name.withUTF8 { wanted in
            fields = fields.filter { !matches($0, UnsafeRawBufferPointer(wanted)) }
        }
    }

    /// Calls `body` with the bytes of the first value of a name; nil without one.
    func withValue<Result>(_ name: StaticString, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        let wanted = UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        guard let index = firstIndex(of: wanted) else { return nil }
        return bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[fields[index].value])) }
    }

    func firstIndex(of name: String) -> Int? {
        if fields.isEmpty { return nil }
        var name = name
        return name.withUTF8 { firstIndex(of: UnsafeRawBufferPointer($0)) }
    }

    func firstIndex(of name: UnsafeRawBufferPointer) -> Int? {
        bytes.withUnsafeBytes { all in
            for index in fields.indices where equalIgnoringCase(all, range: fields[index].name, name: name) {
                return index
            }
            return nil
        }
    }

    private func matches(_ field: Field, _ name: UnsafeRawBufferPointer) -> Bool {
        bytes.withUnsafeBytes { equalIgnoringCase($0, range: field.name, name: name) }
    }

    func text(_ range: Range<Int>) -> String {
        bytes.withUnsafeBytes { String(decoding: $0[range], as: UTF8.self) }
    }
}

/// Compares a slice with a name, ignoring the case of ASCII letters. Setting bit 5 makes letters lower case; the test
/// for a…z keeps other characters that differ only in bit 5 apart, such as `^` and `~`.
@inline(__always)
func equalIgnoringCase(_ all: UnsafeRawBufferPointer, range: Range<Int>, name: UnsafeRawBufferPointer) -> Bool {
    guard range.count == name.count else { return false }
    for offset in 0..<name.count {
        let left = all[range.lowerBound &+ offset]
        let right = name[offset]
        if left == right { continue }
        let folded = left | 0x20
        if folded != right | 0x20 || folded < 0x61 || folded > 0x7A { return false }
    }
    return true
}
