/// Reads the wire format of protocol buffers (protobuf.dev, "Encoding") in place, without copies.
struct WireReader {
    private let raw: UnsafeRawBufferPointer
    private var index: Int
    private let end: Int

    /// Malformed data: truncated, an endless varint, a field without a number, or an unknown wire type.
    struct Damage: Error {}

    /// One field of a message: its number, and its value as a number or a range of bytes.
    struct Field {
        let number: UInt64
        let value: UInt64
        let range: Range<Int>
    }

    init(_ raw: UnsafeRawBufferPointer, _ range: Range<Int>) {
        self.raw = raw
        index = range.lowerBound
        end = range.upperBound
    }

    /// Whether everything was read.
    var isAtEnd: Bool { index >= end }

    /// A varint: 7 bits a byte, least significant first.
    mutating func varint() throws(Damage) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while index < end, shift < 64 {
            let byte = raw[index]
            index += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw Damage()
    }

    /// The next field; nil at the end.
    mutating func next() throws(Damage) -> Field? {
        if isAtEnd { return nil }
        let key = try varint()
        guard key >> 3 > 0 else { throw Damage() }
        switch key & 7 {
        case 0: return Field(number: key >> 3, value: try varint(), range: 0..<0)
        case 1: return Field(number: key >> 3, value: 0, range: try take(8))
        case 2: return Field(number: key >> 3, value: 0, range: try bytes())
        case 5: return Field(number: key >> 3, value: 0, range: try take(4))
        default: throw Damage()
        }
    }

    /// A length-prefixed range of bytes.
    mutating func bytes() throws(Damage) -> Range<Int> {
        let count = try varint()
        guard count <= UInt64(end - index) else { throw Damage() }
        return try take(Int(count))
    }

    /// The next `count` bytes.
    mutating func take(_ count: Int) throws(Damage) -> Range<Int> {
        guard count <= end - index else { throw Damage() }
        defer { index += count }
        return index..<index + count
    }
}
