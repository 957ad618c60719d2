import Foundation

/// The words of a text as a search compares them: a search finds words by how they begin.
enum SearchWords {
    /// What a longer word is cut to, in Unicode scalars.
    static let longestWord = 32
    /// Most words of a search; further ones are ignored.
    static let maxWords = 8
    /// Longest search, in characters.
    static let longestSearch = 2_000

    /// A text without the differences that nobody types on a phone: capitals, accents, the width of letters.
    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    /// The different words of a text as a search compares them. Where a script has no spaces between its words, one may
    /// begin at every letter. Of very many the first ones, where `most` says so.
    static func words(_ text: String, most: Int = .max) -> [String] {
        var words: Set<String> = []
        for word in folded(text).split(whereSeparator: separates) {
            guard words.count < most else { break }
            words.insert(start(word))
            guard word.unicodeScalars.contains(where: isUnspaced) else { continue }
            for index in word.indices where words.count < most { words.insert(start(word[index...])) }
        }
        return words.sorted()
    }

    /// The words of a search: each must be the beginning of a word of the text.
    static func searched(_ search: String) -> [String] {
        folded(String(search.prefix(longestSearch))).split(whereSeparator: separates).prefix(maxWords)
            .map { start($0) }
    }

    /// Where the words of a search stand in a text, in its order, at most `most` of them: whole words, and where a script
    /// has no spaces, what was searched for.
    static func ranges(_ searched: [String], in text: Substring, most: Int) -> [Range<String.Index>] {
        var ranges: [Range<String.Index>] = []
        var rest = text
        while ranges.count < most, let begin = rest.firstIndex(where: { !separates($0) }) {
            let word = rest[begin...].prefix { !separates($0) }
            let isUnspaced = word.unicodeScalars.contains(where: isUnspaced)
            let found = (isUnspaced ? Array(word.indices) : [begin]).lazy.compactMap { index in
                range(searched, at: index, in: word)
            }.first
            if let found { ranges.append(isUnspaced ? found : begin..<word.endIndex) }
            rest = rest[(isUnspaced ? found?.upperBound ?? word.endIndex : word.endIndex)...]
        }
        return ranges
    }

    /// What a word has from an index on of the longest searched word that it begins with.
    private static func range(
        _ searched: [String], at index: Substring.Index, in word: Substring
    ) -> Range<String.Index>? {
        let folded = folded(String(word[index...]))
        guard searched.contains(where: { folded.hasPrefix($0) }) else { return nil }
        let options: String.CompareOptions = [
            .caseInsensitive, .diacriticInsensitive, .widthInsensitive, .anchored,
        ]
        let ends = searched.compactMap {
            word.range(of: $0, options: options, range: index..<word.endIndex)?.upperBound
        }
        return index..<(ends.max() ?? word.endIndex)
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
