import Foundation
import Text

/// What a person wants to be called: 1–60 characters of any script, not unique, shown beside the username wherever people
/// must be told apart.
struct DisplayName: Sendable, Equatable {
    let text: String

    /// In Unicode scalars.
    static let lengths = 1...60
    /// More accents on one letter would cover the lines above and below.
    private static let mostMarks = 4

    /// The form for look-ups.
    var folded: String { DisplayName.fold(text) }

    init(stored text: String) { self.text = text }

    /// Validates a typed name; nil for an empty one, which takes the name away.
    ///
    /// - Throws: the problem, under the field `display_name`.
    init?(typed: String) throws(ValidationErrors) {
        func refuse(_ message: String) -> ValidationErrors { ValidationErrors("display_name", message) }
        let words = typed.precomposedStringWithCanonicalMapping.split { $0.isWhitespace }
        let text = words.joined(separator: " ")
        if text.isEmpty { return nil }
        guard DisplayName.canBeShown(text) else {
            throw refuse("That name has characters in it that can't be shown. Leave them out.")
        }
        guard text.unicodeScalars.count <= DisplayName.lengths.upperBound else {
            throw refuse("That's too long: 60 characters at most.")
        }
        let folded = DisplayName.fold(text)
        guard text.unicodeScalars.contains(where: { $0.properties.isAlphabetic }), !folded.isEmpty else {
            throw refuse("A name needs a letter.")
        }
        if Username.isReserved(folded) || folded == DisplayName.fold(Person.deletedName) {
            throw refuse("That name is reserved. Choose another.")
        }
        self.text = text
    }

    /// Folds a name for comparison: without case, accents and width.
    static func fold(_ text: String) -> String {
        let folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        return String(String.UnicodeScalarView(folded.unicodeScalars.prefix(2 * lengths.upperBound)))
    }

    /// A name as it stands in a sentence: one that is written from right to left does not turn the words around it.
    static func isolated(_ name: String) -> String {
        name.unicodeScalars.contains { isRightToLeft($0) } ? "\u{2068}\(name)\u{2069}" : name
    }

    /// Whether a text without line breaks has something to see, and no characters that are invisible, change others or cover
    /// other lines.
    static func canBeShown(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { isVisible($0) } && text.hasVisibleCharacter && !hidesText(text)
    }

    /// Not controls, bidirectional overrides, lone surrogates, private or unassigned characters, and none that has no
    /// picture of its own, save what joins emoji and letters.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return false
        default: break
        }
        let joins: Set<Unicode.Scalar> = ["\u{200C}", "\u{200D}", "\u{FE0E}", "\u{FE0F}"]
        if joins.contains(scalar) { return true }
        return scalar.properties.generalCategory != .format && !scalar.properties.isDefaultIgnorableCodePoint
            && scalar != "\u{2800}"
    }

    /// Whether joiners stand at an end or side by side, or marks pile up.
    private static func hidesText(_ text: String) -> Bool {
        let joiners: Set<Unicode.Scalar> = ["\u{200C}", "\u{200D}"]
        var (marks, wasJoiner) = (0, true)
        for scalar in text.unicodeScalars {
            let isJoiner = joiners.contains(scalar)
            if isJoiner && wasJoiner { return true }
            wasJoiner = isJoiner
            let category = scalar.properties.generalCategory
            marks = category == .nonspacingMark || category == .enclosingMark ? marks + 1 : 0
            if marks > mostMarks { return true }
        }
        return wasJoiner
    }

    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
