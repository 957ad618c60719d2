import Foundation

/// A name without case, accents and punctuation, for comparisons: "Töölönkatu" and "toolonkatu" are the same.
public struct FoldedName: Sendable, Hashable {
    /// UTF-8, words separated by one space.
    let bytes: [UInt8]

    private static let space: UInt8 = 0x20
    /// Letters that are no other letter with a mark.
    private static let plain: [Unicode.Scalar: String] = [
        "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h",
    ]
    /// Written inside of a word without dividing it.
    private static let silent: Set<Unicode.Scalar> = ["'", "’", "ʼ", "ʻ", "`", "´", ".", "·", "\u{307}"]

    public init(_ text: String) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            for byte in text.utf8 { FoldedName.add(Unicode.Scalar(byte), to: &bytes) }
        } else {
            let folded = text.folding(
                options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            for scalar in folded.unicodeScalars { FoldedName.add(scalar, to: &bytes) }
        }
        if bytes.last == FoldedName.space { bytes.removeLast() }
        self.bytes = bytes
    }

    private static func add(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        switch scalar.value {
        case 0x41...0x5A: bytes.append(UInt8(scalar.value) | 0x20)
        case 0x30...0x39, 0x61...0x7A: bytes.append(UInt8(scalar.value))
        default:
            if silent.contains(scalar) { return }
            if let letters = plain[scalar] {
                bytes += Array(letters.utf8)
            } else if scalar.value >= 0x80, scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                bytes += Array(String(scalar).utf8)
            } else if let last = bytes.last, last != space {
                bytes.append(space)
            }
        }
    }

    var isEmpty: Bool { bytes.isEmpty }
    var words: [ArraySlice<UInt8>] { bytes.split(separator: FoldedName.space) }
}

/// The first two bytes of a word of a folded name.
struct WordStart: Hashable {
    private let first: UInt8
    private let second: UInt8

    /// nil for a word of one byte.
    init?(_ word: ArraySlice<UInt8>) {
        guard word.count > 1 else { return nil }
        (first, second) = (word[word.startIndex], word[word.startIndex + 1])
    }
}

/// A name that is looked for, compared with many.
struct NameQuery {
    private let name: FoldedName
    private let words: [ArraySlice<UInt8>]
    /// One for five letters, two for eight, none for digits.
    private let typos: Int

    /// How well a name fits; smaller is better.
    enum Fit: Int, Comparable {
        case exact, beginning, word, words, almost, nearly

        static func < (one: Fit, other: Fit) -> Bool { one.rawValue < other.rawValue }
    }

    init(_ name: FoldedName) {
        self.name = name
        words = name.words
        // Another number is another thing.
        let hasDigits = name.bytes.contains { (0x30...0x39).contains($0) }
        typos = hasDigits || name.bytes.count < 5 ? 0 : name.bytes.count < 8 ? 1 : 2
    }

    var isEmpty: Bool { name.isEmpty }

    /// How a word begins of every name that fits without typing mistakes; nil if all words have one byte.
    var start: WordStart? { words.max { $0.count < $1.count }.flatMap { WordStart($0) } }

    /// How well a name fits without typing mistakes; nil if it does not.
    func fit(_ other: FoldedName) -> Fit? {
        let (wanted, bytes) = (name.bytes, other.bytes)
        guard !wanted.isEmpty else { return nil }
        if bytes.starts(with: wanted) {
            if bytes.count == wanted.count { return .exact }
            return wanted.count > 1 ? .beginning : nil
        }
        guard wanted.count > 1 else { return nil }
        var starts: [ArraySlice<UInt8>] = []
        for index in bytes.indices.dropFirst() where bytes[index - 1] == 0x20 {
            let rest = bytes[index...]
            if rest.starts(with: wanted) { return .word }
            starts.append(rest)
        }
        guard words.count > 1, !starts.isEmpty else { return nil }
        starts.append(bytes[...])
        return words.allSatisfy { word in starts.contains { $0.starts(with: word) } } ? .words : nil
    }

    /// How well a name fits with typing mistakes: the beginning of the name or of a word of it.
    func fitWithTypos(_ other: FoldedName) -> Fit? {
        guard typos > 0 else { return nil }
        var (least, isStart, starts) = (typos + 1, true, 0)
        for index in other.bytes.indices {
            // A name of many words is not compared from each of them.
            if isStart, starts < 6 {
                let rest = other.bytes[index...]
                if mayFit(rest) { least = min(least, mistakes(rest, most: min(typos, least - 1)) ?? least) }
                starts += 1
            }
            isStart = other.bytes[index] == 0x20
        }
        return least <= 1 ? .almost : least <= typos ? .nearly : nil
    }

    /// A quick test that leaves out most: a mistake costs one of the first letters its partner near the same place.
    private func mayFit(_ bytes: ArraySlice<UInt8>) -> Bool {
        let wanted = name.bytes
        let count = min(7, wanted.count)
        var alone = 0
        for index in 0..<count {
            let from = bytes.startIndex + max(0, index - typos)
            let end = min(bytes.endIndex, bytes.startIndex + index + typos + 1)
            if from >= end || !bytes[from..<end].contains(wanted[index]) { alone += 1 }
            if alone > typos { return false }
        }
        return true
    }

    /// The least number of letters to insert, leave out, change or swap with the next, so that the name begins as it is
    /// wanted; nil for more than `most`.
    private func mistakes(_ bytes: ArraySlice<UInt8>, most: Int) -> Int? {
        let wanted = name.bytes
        let other = bytes.prefix(wanted.count + most)
        guard most >= 0, other.count + most >= wanted.count else { return nil }
        let start = other.startIndex
        // Rows of the usual table; cells further than `most` from its diagonal cannot matter.
        let far = most + 1
        var (before, last) = ([Int](repeating: far, count: other.count + 1), Array(0...other.count))
        for row in 1...wanted.count {
            var current = [Int](repeating: far, count: other.count + 1)
            if row <= most { current[0] = row }
            let columns = max(1, row - most)..<(min(other.count, row + most) + 1)
            for column in columns {
                let (mine, theirs) = (wanted[row - 1], other[start + column - 1])
                var cost = min(last[column - 1] + (mine == theirs ? 0 : 1), last[column] + 1, current[column - 1] + 1)
                if row > 1, column > 1, mine == other[start + column - 2], theirs == wanted[row - 2] {
                    cost = min(cost, before[column - 2] + 1)
                }
                current[column] = cost
            }
            if !columns.contains(where: { current[$0] <= most }) && current[0] > most { return nil }
            (before, last) = (last, current)
        }
        return last.min().flatMap { $0 <= most ? $0 : nil }
    }
}
