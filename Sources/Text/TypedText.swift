import Foundation

/// What people type or paste where a code or a number is asked for.
public enum TypedText {
    /// A text in its plainest form: letters of any width and style as the usual ones (NFKC), digits of any script as "0" to
    /// "9", every dash as "-", every blank as " ", and nothing that cannot be seen, such as the marks of direction around a
    /// copied number.
    ///
    /// nil for a text of more than `mostBytes` in UTF-8, and for one with raised or circled digits, which would become
    /// another number: 10² is not 102.
    public static func plain(_ text: String, mostBytes: Int) -> String? {
        // Bounded first: one scalar may become eighteen.
        guard text.utf8.count <= mostBytes,
            !text.unicodeScalars.contains(where: { $0.properties.numericType == .digit })
        else { return nil }
        var plain = String.UnicodeScalarView()
        plain.append(contentsOf: text.precomposedStringWithCompatibilityMapping.unicodeScalars.compactMap { meant($0) })
        return String(plain)
    }

    /// nil for what cannot be seen.
    private static func meant(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if scalar.properties.isWhitespace || scalar == "\u{2800}" { return " " }
        if scalar.properties.generalCategory == .format || scalar.properties.isDefaultIgnorableCodePoint { return nil }
        if scalar.properties.numericType == .decimal, let digit = scalar.properties.numericValue {
            return Unicode.Scalar(UInt8(ascii: "0") + UInt8(digit))
        }
        return isDash(scalar) ? "-" : scalar
    }

    /// Also the sign of minus, and the long vowel that Japanese keyboards write beside digits.
    private static func isDash(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .dashPunctuation || scalar == "\u{2212}" || scalar == "\u{30FC}"
    }
}
