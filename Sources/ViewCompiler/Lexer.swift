/// A piece of a template.
enum Token: Equatable {
    /// The template's own text.
    case text(String)
    /// `{{ expression }}`
    case output(String)
    /// `{% directive %}`
    case directive(String)

    /// A token and its position; for outputs and directives, that of their content.
    struct Located: Equatable {
        let token: Token
        let position: Position
    }
}

/// Splits a template into text, outputs and directives; comments are dropped.
///
/// A minus at the inner side of braces (`{%- end -%}`) drops the white space outside of them.
struct Lexer {
    private let bytes: [UInt8]
    private var index = 0
    private var position = Position()

    init(_ source: String) { bytes = Array(source.utf8) }

    mutating func tokens() throws(Diagnostic) -> [Token.Located] {
        var tokens: [Token.Located] = []
        var text: [UInt8] = []
        var textPosition = position
        func isText() -> Bool { !text.isEmpty }
        while index < bytes.count {
            guard let kind = opening() else {
                if text.isEmpty { textPosition = position }
                text.append(bytes[index])
                step()
                continue
            }
            if trims(at: index + 2) { while let last = text.last, last.isBlank { text.removeLast() } }
            if isText() {
                tokens.append(.init(token: .text(String(decoding: text, as: UTF8.self)), position: textPosition))
                text = []
            }
            if let token = try enclosed(kind) { tokens.append(token) }
        }
        if isText() {
            tokens.append(.init(token: .text(String(decoding: text, as: UTF8.self)), position: textPosition))
        }
        return tokens
    }

    private mutating func step() {
        position.advance(bytes[index])
        index += 1
    }

    private mutating func skipBlanks() {
        while index < bytes.count, bytes[index].isBlank { step() }
    }

    /// The byte after "{" when a token starts here.
    private func opening() -> UInt8? {
        guard bytes[index] == UInt8(ascii: "{"), index + 1 < bytes.count else { return nil }
        let kind = bytes[index + 1]
        return kind == UInt8(ascii: "{") || kind == UInt8(ascii: "%") || kind == UInt8(ascii: "#") ? kind : nil
    }

    /// Whether the minus that drops white space stands in a place, behind two opening braces.
    private func trims(at place: Int) -> Bool {
        place + 1 < bytes.count && bytes[place] == UInt8(ascii: "-") && bytes[place + 1].isBlank
    }

    /// Reads to the closing braces, and past the white space that they drop; nil for a comment.
    private mutating func enclosed(_ kind: UInt8) throws(Diagnostic) -> Token.Located? {
        let start = position
        let close = kind == UInt8(ascii: "{") ? UInt8(ascii: "}") : kind
        step()
        step()
        if trims(at: index) { step() }
        skipBlanks()
        let content = position
        let first = index
        while index + 1 < bytes.count, !(bytes[index] == close && bytes[index + 1] == UInt8(ascii: "}")) { step() }
        guard index + 1 < bytes.count else {
            let (open, end) = (Character(Unicode.Scalar(kind)), Character(Unicode.Scalar(close)))
            throw Diagnostic(start, "“{\(open)” is never closed; write “\(end)}” after it")
        }
        var inner = bytes[first..<index]
        let dropsBlanks = inner.last == UInt8(ascii: "-") && bytes[index - 2].isBlank
        if dropsBlanks { inner.removeLast() }
        while let last = inner.last, last.isBlank { inner.removeLast() }
        step()
        step()
        if dropsBlanks { skipBlanks() }
        if kind == UInt8(ascii: "#") { return nil }
        let words = String(decoding: inner, as: UTF8.self)
        if words.isEmpty {
            throw Diagnostic(
                start,
                kind == UInt8(ascii: "{")
                    ? "an empty expression; write “{{ expression }}”"
                    : "an empty directive; write for instance “{% if condition %}”")
        }
        return .init(token: kind == UInt8(ascii: "{") ? .output(words) : .directive(words), position: content)
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\n") }
}
