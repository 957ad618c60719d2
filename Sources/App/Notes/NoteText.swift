import Foundation

/// The text of notes as a search compares it.
enum NoteText {
    /// What a longer word is cut to, in Unicode scalars.
    static let longestWord = 32
    /// Most words of a search; further ones are ignored.
    static let maxWords = 8

    /// A text without the differences that nobody types on a phone: capitals, accents, the width of letters.
    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    /// The different words of a text as a search compares them. Where a script has no spaces between its words, one may
    /// begin at every letter.
    static func words(_ text: String) -> [String] {
        var words: Set<String> = []
        for word in folded(text).split(whereSeparator: separates) {
            words.insert(start(word))
            guard word.unicodeScalars.contains(where: isUnspaced) else { continue }
            for index in word.indices { words.insert(start(word[index...])) }
        }
        return words.sorted()
    }

    /// The words of a search: each must be the beginning of a word of the text.
    static func searched(_ search: String) -> [String] {
        folded(String(search.prefix(Note.longestText))).split(whereSeparator: separates).prefix(maxWords)
            .map { start($0) }
    }

    private static func start(_ word: Substring) -> String {
        String(String.UnicodeScalarView(word.unicodeScalars.prefix(longestWord)))
    }

    private static func separates(_ character: Character) -> Bool { character.isWhitespace || character.isPunctuation }

    /// Thai and Lao, Myanmar, Khmer, and the scripts of China and Japan.
    private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
