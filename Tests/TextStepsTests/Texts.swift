/// A function that reads text from outside, and what it is called with.
struct TextFunction: Sendable {
    let name: String
    let inputs: [TextShape]
    let read: @Sendable (String) -> Void

    init(_ name: String, _ inputs: [TextShape] = TextShape.texts, read: @escaping @Sendable (String) -> Void) {
        self.name = name
        self.inputs = inputs
        self.read = read
    }
}

/// A text that can be made in any length.
struct TextShape: Sendable {
    let name: String
    /// The text of so many parts.
    let make: @Sendable (Int) -> String

    init(_ name: String, make: @escaping @Sendable (Int) -> String) {
        self.name = name
        self.make = make
    }

    /// The text of about so many letters.
    func text(_ letters: Int) -> String {
        let few = make(100).unicodeScalars.count
        let more = make(1_100).unicodeScalars.count
        return make(max(1, letters * 1_000 / max(1, more - few)))
    }

    /// A piece again and again, between a beginning and an end.
    init(_ name: String, _ piece: String, from start: String = "", to end: String = "") {
        self.init(name) { start + String(repeating: piece, count: max(1, $0 / piece.unicodeScalars.count)) + end }
    }

    /// Pieces that stand within each other.
    init(_ name: String, nested open: String, _ close: String, from start: String = "", to end: String = "") {
        self.init(name) { count in
            start + String(repeating: open, count: count) + String(repeating: close, count: count) + end
        }
    }

    /// The worst kinds of text: one word of one letter, one without spaces, marks, alternating scripts, brackets, emoji that
    /// join, flags, short words, lines, and what programs escape.
    static let texts = [
        TextShape("latin", "a"), TextShape("thai", "ก"), TextShape("marks", "\u{301}", from: "a"),
        TextShape("alternating", "กa"), TextShape("brackets", "("), TextShape("joined emoji", "👩\u{200D}"),
        TextShape("flags", "🇫🇮"), TextShape("words", "a "), TextShape("lines", "\r\n"), TextShape("blanks", " "),
        TextShape("dots", "."), TextShape("digits", "7"), TextShape("escapes", "\\%41&<\";,="),
    ]
}
