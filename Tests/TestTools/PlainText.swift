/// What a person reads of a page. Regular expressions take 20 ms for that, and the tests read thousands of pages.
public enum PlainText {
    /// The text without tags, scripts and title; entities are resolved, and each run of white space is one space.
    ///
    /// A tag counts as a space, except that of a time, which is inline: a comma may follow it directly.
    public static func of(_ markup: String) -> String {
        let bytes = Array(markup.utf8)
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count / 2)
        var place = 0
        while place < bytes.count {
            guard bytes[place] == less, let end = bytes[place...].firstIndex(of: more) else {
                plain.append(bytes[place])
                place += 1
                continue
            }
            let tag = bytes[place + 1..<end]
            let hidden = hiddenElements.first { tag.starts(with: $0) }
            if let close = hidden.flatMap({ endOfElement($0, in: bytes, from: end) }) {
                place = close
                continue
            }
            let name = tag.first == slash ? tag.dropFirst() : tag
            if hidden != nil || !name.starts(with: time) { plain.append(space) }
            place = end + 1
        }
        return spaced(unescaped(plain))
    }

    private static let (less, more, slash, space) = (
        UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: " ")
    )
    private static let hiddenElements = ["script", "title"].map { Array($0.utf8) }
    private static let time = Array("time".utf8)
    private static let entities: [(name: [UInt8], byte: UInt8)] = [
        ("&lt;", 0x3C), ("&gt;", 0x3E), ("&quot;", 0x22), ("&#39;", 0x27), ("&amp;", 0x26),
    ].map { (Array($0.0.utf8), $0.1) }

    /// The place after the end tag of an element.
    private static func endOfElement(_ name: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        let close = Array("</".utf8) + name + [more]
        var place = start
        while place + close.count <= bytes.count {
            if bytes[place] == less && bytes[place..<place + close.count].elementsEqual(close) {
                return place + close.count
            }
            place += 1
        }
        return nil
    }

    private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            let entity =
                bytes[place] == UInt8(ascii: "&") ? entities.first { bytes[place...].starts(with: $0.name) } : nil
            plain.append(entity?.byte ?? bytes[place])
            place += entity?.name.count ?? 1
        }
        return plain
    }

    private static func spaced(_ bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        var isAfterSpace = false
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            let isSpace = scalar.properties.isWhitespace
            if !isSpace { text.append(scalar) } else if !isAfterSpace { text.append(" ") }
            isAfterSpace = isSpace
        }
        return String(text)
    }
}
