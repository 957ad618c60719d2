/// Text of which nobody says the encoding, or not reliably.
public enum UnmarkedText {
    /// UTF-8, or else Windows-1252, which is hardly ever valid UTF-8.
    ///
    /// Of UTF-8 that was cut within its last character, as fields of a fixed size are, that character is left out.
    public static func read(_ bytes: some BidirectionalCollection<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self) ?? withoutCutEnd(bytes) ?? Windows1252.text(bytes)
    }

    /// nil where nothing but the end looks like UTF-8: "Café" in Windows-1252 ends like that too.
    private static func withoutCutEnd(_ bytes: some BidirectionalCollection<UInt8>) -> String? {
        guard let first = bytes.suffix(3).lastIndex(where: { 0xC2...0xF4 ~= $0 }) else { return nil }
        let (whole, cut) = (bytes[..<first], bytes[first...])
        let length = bytes[first] < 0xE0 ? 2 : bytes[first] < 0xF0 ? 3 : 4
        guard cut.count < length, cut.dropFirst().allSatisfy({ 0x80...0xBF ~= $0 }),
            whole.contains(where: { $0 >= 0x80 })
        else { return nil }
        return String(validating: whole, as: UTF8.self)
    }
}
