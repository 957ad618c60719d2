/// Style sheets and scripts without what only their authors read, which is a fifth of what a first visit would load.
public enum AssetText {
    /// A style sheet without its comments and without spaces that separate nothing. Texts in quotes stay as they are.
    ///
    /// A comment that is not closed stays.
    public static func styleSheet(_ bytes: [UInt8]) -> [UInt8] { withoutSpaces(withoutComments(bytes)) }

    /// A script without empty lines, the spaces that its lines begin with, and the lines that begin with two slashes.
    public static func script(_ bytes: [UInt8]) -> [UInt8] {
        lines(bytes) { !stands(slash, slash, in: bytes, at: $0) }
    }

    private static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
        var spoken: [UInt8] = []
        spoken.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            if stands(slash, star, in: bytes, at: place), let end = endOfComment(in: bytes, from: place + 2) {
                place = end
            } else {
                spoken.append(bytes[place])
                place += 1
            }
        }
        return spoken
    }

    /// Without the spaces at both ends and around brackets, semicolons and commas; with one space instead of several.
    ///
    /// Those before a colon stay, because `a :hover` is not `a:hover`.
    private static func withoutSpaces(_ bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            if quotes.contains(byte) {
                let end = endOfText(in: bytes, from: place)
                kept += bytes[place..<end]
                place = end
            } else if blanks.contains(byte) {
                let end = bytes[place...].firstIndex { !blanks.contains($0) } ?? bytes.count
                let isWord = kept.last.map { !separators.contains($0) && $0 != colon } ?? false
                if isWord, end < bytes.count, !separators.contains(bytes[end]) { kept.append(space) }
                place = end
            } else {
                kept.append(byte)
                place += 1
            }
        }
        return kept
    }

    private static let slash = UInt8(ascii: "/")
    private static let star = UInt8(ascii: "*")
    private static let space = UInt8(ascii: " ")
    private static let newline = UInt8(ascii: "\n")
    private static let colon = UInt8(ascii: ":")
    private static let backslash = UInt8(ascii: "\\")
    private static let blanks: Set<UInt8> = Set(" \n\r\t".utf8)
    private static let quotes: Set<UInt8> = Set("\"'".utf8)
    private static let separators: Set<UInt8> = Set("{};,".utf8)

    /// Lines that are not empty, without leading spaces, as far as `isWanted` says so of the place where they begin.
    private static func lines(_ bytes: [UInt8], _ isWanted: (Int) -> Bool) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            let end = bytes[place...].firstIndex(of: newline) ?? bytes.count
            let start = bytes[place..<end].firstIndex { $0 != space } ?? end
            if start < end, isWanted(start) {
                if !kept.isEmpty { kept.append(newline) }
                kept += bytes[start..<end]
            }
            place = end + 1
        }
        return kept
    }

    private static func stands(_ first: UInt8, _ second: UInt8, in bytes: [UInt8], at place: Int) -> Bool {
        place + 1 < bytes.count && bytes[place] == first && bytes[place + 1] == second
    }

    /// The place after the quote that ends a text, or the end of the style sheet.
    private static func endOfText(in bytes: [UInt8], from start: Int) -> Int {
        var place = start + 1
        while place < bytes.count, bytes[place] != bytes[start] { place += bytes[place] == backslash ? 2 : 1 }
        return min(place + 1, bytes.count)
    }

    /// The place after the end of a comment.
    private static func endOfComment(in bytes: [UInt8], from start: Int) -> Int? {
        var place = start
        while place + 1 < bytes.count {
            if stands(star, slash, in: bytes, at: place) { return place + 2 }
            place += 1
        }
        return nil
    }
}
