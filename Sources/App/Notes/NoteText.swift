import Foundation

/// The text of notes as a search compares it.
enum NoteText {
    /// Maximum length of a folded text, in Unicode scalars: folding makes one letter into three at most.
    static let longestFolded = 3 * Note.longestText
    /// Most words of a search; further ones are ignored.
    static let maxWords = 8

    /// A text without the differences that nobody types on a phone: capitals, accents, the width of letters.
    static func folded(_ text: String) -> String {
        let folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        return String(String.UnicodeScalarView(folded.unicodeScalars.prefix(longestFolded)))
    }

    /// The words of a search as patterns of `LIKE … ESCAPE '!'`: each must occur.
    static func patterns(_ search: String) -> [String] {
        let words = folded(String(search.prefix(Note.longestText))).split(whereSeparator: \.isWhitespace)
        return words.prefix(maxWords).map { word in
            let literal = word.map { "%_!".contains($0) ? "!\($0)" : "\($0)" }.joined()
            return "%\(literal)%"
        }
    }
}
