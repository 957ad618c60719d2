/// Decimal numbers as apps and files write them, in the language of their phone: with the digits of any script, and with
/// a point, a comma or the Arabic separator (U+066B) before the decimals.
public enum WrittenNumber {
    /// A finite number; nil for anything else, such as words, hexadecimal and numbers with separators of thousands.
    public static func read(_ text: String?) -> Double? {
        // At most 64 characters of at most four bytes: some programs write every binary digit out.
        guard let text, (1...256).contains(text.utf8.count) else { return nil }
        var written = ""
        for scalar in text.unicodeScalars {
            guard let ascii = ascii(scalar) else { return nil }
            written += ascii
        }
        guard written.utf8.count <= 64, let number = Double(written), number.isFinite else { return nil }
        return number
    }

    /// A character of a number as programs write it.
    private static func ascii(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "0"..."9", "+", "-", ".", "e", "E": return String(scalar)
        case ",", "\u{066B}", "\u{FF0C}", "\u{FF0E}": return "."
        case "\u{2212}", "\u{FF0D}": return "-"
        // Marks of direction stand before a minus in Arabic, Hebrew and Persian.
        case "\u{061C}", "\u{200E}", "\u{200F}": return ""
        default:
            guard scalar.properties.numericType == .decimal, let digit = scalar.properties.numericValue else {
                return nil
            }
            return String(Int(digit))
        }
    }
}
