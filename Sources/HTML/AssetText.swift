/// Style sheets and scripts without what only their authors read, which is a quarter of what a first visit would load.
public enum AssetText {
    /// A style sheet without its comments, and without the white space and semicolons that separate nothing.
    ///
    /// A comment that is not closed stays.
    public static func styleSheet(_ bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var quote: UInt8?
        var isBehindSpace = false
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            if let open = quote {
                kept.append(byte)
                if byte == open, !isEscaped(place, in: bytes) { quote = nil }
            } else if let end = endOfComment(in: bytes, at: place) {
                place = end
                continue
            } else if spaces.contains(byte) {
                isBehindSpace = true
            } else {
                if isBehindSpace, let last = kept.last, !opening.contains(last), !closing.contains(byte) {
                    kept.append(space)
                }
                isBehindSpace = false
                if byte == closingBrace, kept.last == semicolon { kept.removeLast() }
                kept.append(byte)
                if quotes.contains(byte) { quote = byte }
            }
            place += 1
        }
        return kept
    }

    /// A script without its comments, and without the white space that separates nothing.
    public static func script(_ bytes: [UInt8]) -> [UInt8] { ScriptText.tight(bytes) }

    private static let slash = UInt8(ascii: "/")
    private static let star = UInt8(ascii: "*")
    private static let space = UInt8(ascii: " ")
    private static let backslash = UInt8(ascii: "\\")
    private static let closingBrace = UInt8(ascii: "}")
    private static let semicolon = UInt8(ascii: ";")
    private static let spaces = Array(" \n".utf8)
    private static let quotes = Array("\"'".utf8)
    /// Behind these white space means nothing. Behind a colon it would be no selector.
    private static let opening = Array("{};,:(>".utf8)
    /// Before these it means nothing. Before a colon it does: `a :hover`.
    private static let closing = Array("{};,)>".utf8)

    /// Whether an odd number of backslashes stands before a place.
    private static func isEscaped(_ place: Int, in bytes: [UInt8]) -> Bool {
        !bytes[..<place].reversed().prefix { $0 == backslash }.count.isMultiple(of: 2)
    }

    /// The place behind a comment that begins at this one.
    private static func endOfComment(in bytes: [UInt8], at start: Int) -> Int? {
        guard start + 1 < bytes.count, bytes[start] == slash, bytes[start + 1] == star else { return nil }
        var place = start + 2
        while place + 1 < bytes.count {
            if bytes[place] == star, bytes[place + 1] == slash { return place + 2 }
            place += 1
        }
        return nil
    }
}
