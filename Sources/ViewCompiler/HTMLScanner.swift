/// Scans a template's own text, tracks the context and returns the text with white space collapsed.
struct HTMLScanner {
    private(set) var context = HTMLContext()
    private var position = Position()
    private var output: [UInt8] = []

    /// White space at the start of a page is not significant.
    init() { context.endsInSpace = true }

    /// Continues from another context: at the start of a branch.
    init(_ context: HTMLContext) { self.context = context }

    /// Reads a piece of text; returns what to write.
    mutating func scan(_ text: String, at start: Position) throws(Diagnostic) -> String {
        position = start
        output = []
        for byte in text.utf8 {
            try read(byte)
            position.advance(byte)
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Reaches a directive: a tag's name, or an attribute without value, is complete before it.
    mutating func reachDirective(at position: Position) throws(Diagnostic) {
        if case .attributeName(let name) = context.place {
            try check(attribute: name, position)
            context.place = .tag
        } else if case .tagName(let name, false) = context.place {
            context.element = name
            context.place = .tag
        }
    }

    /// Passes an expression: a value has started, and a space after it is significant.
    mutating func passOutput() {
        context.endsInSpace = false
        if case .value(var attribute) = context.place {
            attribute.hasBegun = true
            context.place = .value(attribute)
        }
    }

    private mutating func read(_ byte: UInt8) throws(Diagnostic) {
        switch context.place {
        case .text: readText(byte)
        case .rawText(let name): try readRawText(byte, name)
        case .tagOpen: try readTagOpen(byte)
        case .tagName(let name, let isEnd): try readTagName(byte, name: name, isEnd: isEnd)
        case .tag: try readTag(byte)
        case .attributeName(let name): try readAttributeName(byte, name)
        case .valueStart(let name): try readValueStart(byte, name)
        case .value(let attribute): readValue(byte, attribute)
        case .selfClosing: try readSelfClosing(byte)
        case .comment(let dashes): readComment(byte, dashes)
        case .doctype:
            output.append(byte)
            if byte == UInt8(ascii: ">") { context.place = .text }
        }
    }

    private mutating func readText(_ byte: UInt8) {
        if byte == UInt8(ascii: "<") { context.place = .tagOpen }
        append(byte)
    }

    private mutating func readTagOpen(_ byte: UInt8) throws(Diagnostic) {
        switch byte {
        case UInt8(ascii: "!"): context.place = .comment(dashes: -2)
        case UInt8(ascii: "/"): context.place = .tagName("", isEnd: true)
        case _ where byte.isLetter: context.place = .tagName(String(lowercase: byte), isEnd: false)
        default: throw Diagnostic(position, "“<” begins a tag; write “&lt;” for the sign itself")
        }
        output.append(byte)
    }

    private mutating func readTagName(_ byte: UInt8, name: String, isEnd: Bool) throws(Diagnostic) {
        if byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-") {
            context.place = .tagName(name + String(lowercase: byte), isEnd: isEnd)
            output.append(byte)
            return
        }
        if isEnd {
            guard byte == UInt8(ascii: ">") else { throw Diagnostic(position, "write “</\(name)>”") }
            try close(name)
            output.append(byte)
            return
        }
        if name == "style" {
            throw Diagnostic(position, "the content security policy blocks <style>; put the rules into Public/css")
        }
        context.element = name
        context.place = .tag
        try readTag(byte)
    }

    /// Between attributes. Their template's white space goes: one space is written before each.
    private mutating func readTag(_ byte: UInt8) throws(Diagnostic) {
        switch byte {
        case UInt8(ascii: ">"): try finishTag()
        case UInt8(ascii: "/"): context.place = .selfClosing
        case _ where byte.isSpace: return
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: "="):
            throw Diagnostic(
                position, "an attribute’s name is missing here, or the tag <\(context.element)> is not closed")
        default:
            context.place = .attributeName(String(lowercase: byte))
            output.append(UInt8(ascii: " "))
        }
        context.endsInSpace = false
        output.append(byte)
    }

    private mutating func readAttributeName(_ byte: UInt8, _ name: String) throws(Diagnostic) {
        switch byte {
        case UInt8(ascii: "="):
            try check(attribute: name, position)
            context.place = .valueStart(name)
            output.append(byte)
        case UInt8(ascii: ">"), UInt8(ascii: "/"):
            try check(attribute: name, position)
            context.place = .tag
            try readTag(byte)
        case _ where byte.isSpace:
            try check(attribute: name, position)
            context.place = .tag
        default:
            context.place = .attributeName(name + String(lowercase: byte))
            output.append(byte)
        }
    }

    private mutating func readValueStart(_ byte: UInt8, _ name: String) throws(Diagnostic) {
        guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") else {
            throw Diagnostic(position, "an unquoted value; write \(name)=\"…\"")
        }
        context.place = .value(.init(name: name, quote: byte))
        output.append(byte)
    }

    private mutating func readValue(_ byte: UInt8, _ attribute: HTMLContext.Attribute) {
        output.append(byte)
        var attribute = attribute
        attribute.hasBegun = true
        context.place = byte == attribute.quote ? .tag : .value(attribute)
    }

    private mutating func readSelfClosing(_ byte: UInt8) throws(Diagnostic) {
        guard byte == UInt8(ascii: ">") else { throw Diagnostic(position, "“/” stands alone; write “/>”") }
        let isForeign = context.open.contains("svg") || context.element == "svg"
        guard isForeign || HTMLContext.void.contains(context.element) else {
            let name = context.element
            throw Diagnostic(position, "<\(name)/> does not close <\(name)>; write “<\(name)></\(name)>”")
        }
        context.place = .text
        output.append(byte)
    }

    private mutating func readComment(_ byte: UInt8, _ dashes: Int) {
        output.append(byte)
        switch (byte, dashes) {
        case (UInt8(ascii: "-"), _):
            context.place = .comment(dashes: dashes == -2 || dashes == -1 ? dashes + 1 : dashes + 1)
        case (_, -2): context.place = .doctype
        case (UInt8(ascii: ">"), 2...): context.place = .text
        default: context.place = .comment(dashes: 0)
        }
    }

    private mutating func readRawText(_ byte: UInt8, _ name: String) throws(Diagnostic) {
        if name == "script" && byte != UInt8(ascii: "<") && !byte.isSpace && !endsWith("<") && !isEndTag {
            throw Diagnostic(position, "the content security policy blocks scripts in a page; put it into Public/js")
        }
        output.append(byte)
        let end = "</\(name)>"
        if byte == UInt8(ascii: ">") && output.suffix(end.utf8.count).elementsEqual(end.utf8) {
            context.place = .text
            try close(name)
        }
    }

    private var isEndTag: Bool {
        guard let start = output.lastIndex(of: UInt8(ascii: "<")) else { return false }
        return output.suffix(from: start).starts(with: "</".utf8)
    }

    private func endsWith(_ text: String) -> Bool { output.suffix(text.utf8.count).elementsEqual(text.utf8) }

    private mutating func finishTag() throws(Diagnostic) {
        let name = context.element
        context.place = .text
        if HTMLContext.void.contains(name) { return }
        context.open.append(name)
        let isInSVG = context.open.contains("svg")
        if HTMLContext.textOnly.contains(name) && !isInSVG { context.place = .rawText(name) }
    }

    private mutating func close(_ name: String) throws(Diagnostic) {
        guard let last = context.open.last else {
            throw Diagnostic(position, "</\(name)> closes nothing that was opened in this place; remove it")
        }
        guard last == name else {
            throw Diagnostic(position, "</\(name)> stands where <\(last)> is open; write “</\(last)>” first")
        }
        context.open.removeLast()
        context.place = .text
    }

    private func check(attribute name: String, _ position: Position) throws(Diagnostic) {
        if name.hasPrefix("on") {
            throw Diagnostic(
                position, "the content security policy blocks “\(name)”; listen to the event in a file of Public/js")
        }
        if name == "style" {
            throw Diagnostic(position, "the content security policy blocks “style”; use a class, or an SVG attribute")
        }
    }

    /// Appends a byte. Outside pre and the like, a run of white space becomes one character: a line end if it contains
    /// one.
    private mutating func append(_ byte: UInt8) {
        guard byte.isSpace, !context.keepsSpace else {
            context.endsInSpace = false
            output.append(byte)
            return
        }
        let isLineEnd = byte == UInt8(ascii: "\n")
        if context.endsInSpace {
            if isLineEnd, let last = output.indices.last { output[last] = byte }
            return
        }
        context.endsInSpace = true
        output.append(isLineEnd ? byte : UInt8(ascii: " "))
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }
    fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
    fileprivate var isLetter: Bool {
        let folded = self | 0x20
        return folded >= UInt8(ascii: "a") && folded <= UInt8(ascii: "z")
    }
}

extension String {
    fileprivate init(lowercase byte: UInt8) {
        self.init(Unicode.Scalar(byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte))
    }
}
