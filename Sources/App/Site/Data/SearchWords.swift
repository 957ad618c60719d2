import Foundation

/// The words of a text as a search compares them: a search finds words by how they begin.
enum SearchWords {
    /// What a longer word is cut to, in Unicode scalars.
    static let maxWordLength = 32
    /// Most words of a search; further ones are ignored.
    static let maxWords = 8
    /// Longest search, in characters.
    static let maxSearchLength = 2_000

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
        folded(String(search.prefix(maxSearchLength))).split(whereSeparator: separates).prefix(maxWords)
            .map { start($0) }
    }

    /// Where the words of a search stand in a text, in its order, at most `most` of them: whole words, and where a script
    /// has no spaces, what was searched for.
    static func ranges(_ searched: [String], in text: Substring, most: Int) -> [Range<String.Index>] {
        let searched = searched.map { Array($0.unicodeScalars) }.filter { !$0.isEmpty }
        var ranges: [Range<String.Index>] = []
        for whole in text.split(whereSeparator: separates) where ranges.count < most {
            let word = FoldedWord(whole)
            guard whole.unicodeScalars.contains(where: isUnspaced) else {
                if word.end(of: searched, at: 0) != nil { ranges.append(whole.startIndex..<whole.endIndex) }
                continue
            }
            var place = 0
            while place < word.count, ranges.count < most {
                if let end = word.end(of: searched, at: place) {
                    ranges.append(word.starts[place]..<word.starts[end])
                    place = end
                } else {
                    place += 1
                }
            }
        }
        return ranges
    }

    /// A word whose letters are folded one by one and once, however often it is compared.
    private struct FoldedWord {
        /// Where each letter begins, and where the word ends.
        let starts: [String.Index]
        /// What the letters are as a search compares them.
        private var scalars: [Unicode.Scalar] = []
        /// Where the scalars of each letter begin, and where they end.
        private var offsets: [Int] = [0]

        init(_ word: Substring) {
            starts = word.indices + [word.endIndex]
            for letter in word {
                scalars += folded(String(letter)).unicodeScalars
                offsets.append(scalars.count)
            }
        }

        /// The number of its letters.
        var count: Int { starts.count - 1 }

        /// The letter after the longest searched word that begins at a letter; nil if none does.
        func end(of searched: [[Unicode.Scalar]], at letter: Int) -> Int? {
            let begin = offsets[letter]
            var longest = 0
            for word in searched where word.count > longest && begin + word.count <= scalars.count {
                if scalars[begin..<begin + word.count].elementsEqual(word) { longest = word.count }
            }
            guard longest > 0 else { return nil }
            // A letter may be several scalars, of which only the first were searched for.
            return offsets[letter...].firstIndex { $0 >= begin + longest }
        }
    }

    private static func start(_ word: Substring) -> String {
        String(String.UnicodeScalarView(word.unicodeScalars.prefix(maxWordLength)))
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
