/// Finds tags in a page. A regular expression takes milliseconds for that, and the tests read ten thousands of pages.
public struct Markup {
    private let bytes: [UInt8]

    /// The tags of a text.
    public init(_ text: String) { bytes = Array(text.utf8) }

    /// What stands inside each tag of some names.
    public func tags(_ names: String...) -> [String] {
        starts(names).compactMap { start in end(of: [0x3E], from: start).map { text(start..<$0) } }
    }

    /// Each element of a name: what stands inside its tag, and what stands between that and its end.
    public func elements(_ name: String) -> [(tag: String, text: String)] {
        let close = Array("</\(name)>".utf8)
        var last = 0
        return starts([name]).compactMap { start in
            guard start >= last, let open = end(of: [0x3E], from: start), let end = end(of: close, from: open + 1)
            else { return nil }
            last = end
            return (text(start..<open), text(open + 1..<end))
        }
    }

    /// The first value of each tag of these names that begins after one of the keys, such as `href="`.
    public func values(after keys: [String], in names: [String]) -> [String] {
        let keys = keys.map { Array($0.utf8) }
        return starts(names).compactMap { start in
            var place = start - 1
            while place < bytes.count, bytes[place] != 0x3E {
                if let key = keys.first(where: { stands($0, at: place) }) {
                    return end(of: [0x22], from: place + key.count).map { text(place + key.count..<$0) }
                }
                place += 1
            }
            return nil
        }
    }

    /// How often a word stands anywhere.
    public func count(of word: String) -> Int { places(of: Array(word.utf8)).count }

    /// All values after a key such as ` id="`, wherever it stands.
    public func values(after key: String) -> [String] {
        let key = Array(key.utf8)
        return places(of: key).compactMap { place in
            end(of: [0x22], from: place + key.count).map { text(place + key.count..<$0) }
        }
    }

    private func places(of word: [UInt8]) -> [Int] {
        guard let first = word.first else { return [] }
        return bytes.indices.filter { bytes[$0] == first && stands(word, at: $0) }
    }

    /// The places after `<name `.
    private func starts(_ names: [String]) -> [Int] {
        let names = names.map { Array("<\($0) ".utf8) }
        return bytes.indices.compactMap { place in
            guard bytes[place] == 0x3C else { return nil }
            return names.first { stands($0, at: place) }.map { place + $0.count }
        }
    }

    private func stands(_ word: [UInt8], at place: Int) -> Bool {
        guard place + word.count <= bytes.count else { return false }
        for index in word.indices where bytes[place + index] != word[index] { return false }
        return true
    }

    private func end(of word: [UInt8], from start: Int) -> Int? {
        var place = start
        while place + word.count <= bytes.count {
            if stands(word, at: place) { return place }
            place += 1
        }
        return nil
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
