/// Text in UTF-16. What is no character is lost alone, and so is half of a unit at the end.
public enum UTF16Text {
    /// Which of a unit's two bytes comes first.
    public enum ByteOrder: Sendable {
        case bigEndian, littleEndian
    }

    /// The text after a byte order mark; nil for bytes that begin with none.
    public static func marked(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFE, 0xFF]) { return read(bytes[2...], order: .bigEndian) }
        if bytes.starts(with: [0xFF, 0xFE]) { return read(bytes[2...], order: .littleEndian) }
        return nil
    }

    /// The text of bytes without a mark.
    public static func read(_ bytes: ArraySlice<UInt8>, order: ByteOrder) -> String {
        let high = order == .bigEndian ? 0 : 1
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { start in
            UInt16(bytes[start + high]) << 8 | UInt16(bytes[start + 1 - high])
        }
        return String(decoding: units, as: UTF16.self)
    }
}
