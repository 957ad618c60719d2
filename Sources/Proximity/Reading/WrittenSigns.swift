/// The characters of numbers and times, of any script and keyboard, as those of ASCII.
enum WrittenSigns {
    private static let blank = UInt8(ascii: " ")

    /// The characters of a text in ASCII, without the blanks around them and without marks of direction.
    ///
    /// - Returns: nil for a text of more than `most` characters, and for one with letters or signs that ASCII does not have.
    static func ascii(_ text: some StringProtocol, atMost most: Int) -> ArraySlice<UInt8>? {
        // A character takes four bytes at most.
        guard text.utf8.count <= 4 * most else { return nil }
        var characters: [UInt8] = []
        for scalar in text.unicodeScalars where !isMark(scalar) {
            guard let character = ascii(scalar) else { return nil }
            characters.append(character)
        }
        return characters.count <= most ? trimmed(characters) : nil
    }

    /// Cuts the blanks from both ends.
    private static func trimmed(_ characters: [UInt8]) -> ArraySlice<UInt8> {
        guard let last = characters.lastIndex(where: { $0 != blank }) else { return [] }
        return characters[...last].drop(while: { $0 == blank })
    }

    /// Marks of direction stand before a minus in Arabic, Hebrew and Persian.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        ["\u{061C}", "\u{200E}", "\u{200F}"].contains(scalar)
    }

    private static func ascii(_ scalar: Unicode.Scalar) -> UInt8? {
        if scalar.properties.isWhitespace { return blank }
        switch scalar {
        case _ where scalar.isASCII: return UInt8(scalar.value)
        // The same characters in full width.
        case "\u{FF01}"..."\u{FF5E}": return UInt8(scalar.value - 0xFEE0)
        case "\u{066B}": return UInt8(ascii: ".")
        case "\u{2212}": return UInt8(ascii: "-")
        default:
            guard scalar.properties.numericType == .decimal, let digit = scalar.properties.numericValue else {
                return nil
            }
            return UInt8(ascii: "0") + UInt8(digit)
        }
    }
}
