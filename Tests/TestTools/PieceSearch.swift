/// Looks for texts in many others, by bytes.
public struct PieceSearch: Sendable {
    private let texts: [[UInt8]]

    /// A search in these texts.
    public init(_ texts: [String]) { self.texts = texts.map { Array($0.utf8) } }

    /// Whether one of the texts contains all pieces in their order, none over another.
    public func finds(_ pieces: [String]) -> Bool {
        let pieces = pieces.map { Array($0.utf8) }.filter { !$0.isEmpty }
        return texts.contains { PieceSearch.holds($0, pieces) }
    }

    private static func holds(_ text: [UInt8], _ pieces: [[UInt8]]) -> Bool {
        var start = 0
        for piece in pieces {
            guard let next = end(of: piece, in: text, from: start) else { return false }
            start = next
        }
        return true
    }

    /// Where the first occurrence of a piece from a place on ends; nil if there is none.
    private static func end(of piece: [UInt8], in text: [UInt8], from start: Int) -> Int? {
        guard text.count - start >= piece.count else { return nil }
        return text.withUnsafeBufferPointer { text -> Int? in
            piece.withUnsafeBufferPointer { piece -> Int? in
                for place in start...(text.count - piece.count) where text[place] == piece[0] {
                    var length = 1
                    while length < piece.count && text[place + length] == piece[length] { length += 1 }
                    if length == piece.count { return place + length }
                }
                return nil
            }
        }
    }
}
