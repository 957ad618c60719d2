/// Decimal numbers as people, apps and files write them, in the language of their phone: with the digits of any script,
/// and with a point, a comma or the Arabic separator (U+066B) before the decimals.
///
/// Blanks around a number do not count, and a blank after the "e" of an exponent is its plus: in a query or a form, a
/// plus that the sender did not encode arrives as a blank.
public enum WrittenNumber {
    /// Some programs write every binary digit out.
    private static let mostCharacters = 64

    /// A finite number; nil for anything else, such as words, hexadecimal and numbers with separators of thousands.
    public static func read(_ text: String?) -> Double? {
        guard let text, let characters = WrittenSigns.ascii(text, atMost: mostCharacters) else { return nil }
        var written = ""
        for character in characters.map({ Unicode.Scalar($0) }) {
            switch character {
            case "0"..."9", "+", "-", ".", "e", "E": written.unicodeScalars.append(character)
            case ",": written += "."
            case " " where "eE".contains(written.last ?? " "): written += "+"
            default: return nil
            }
        }
        guard let number = Double(written), number.isFinite else { return nil }
        return number
    }
}
