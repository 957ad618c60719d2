/// A script without its comments and the white space that separates nothing.
///
/// Strings, templates and regular expressions (ECMA-262, section 12) stay as they are, but for the spaces that the lines
/// of a template begin with: what stands there is markup, style or a list. It expects statements that end in semicolons,
/// as `Scripts/format` writes them.
struct ScriptText {
    private enum Gap: Int { case none, space, line }

    private let bytes: [UInt8]
    private var place = 0
    private var kept: [UInt8] = []
    /// The white space since the last token.
    private var gap = Gap.none
    /// How many braces are open, and for each template that an expression interrupts, how many were at its `${`.
    private var depth = 0
    private var templates: [Int] = []

    /// The script without what only its authors read.
    static func tight(_ bytes: [UInt8]) -> [UInt8] {
        var text = ScriptText(bytes)
        while text.place < bytes.count { text.read() }
        return text.kept
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        kept.reserveCapacity(bytes.count)
    }

    private func byte(_ offset: Int) -> UInt8 { place + offset < bytes.count ? bytes[place + offset] : 0 }

    private mutating func read() {
        switch (byte(0), byte(1)) {
        case (Sign.space, _): pass(1, as: .space)
        case (Sign.newline, _): pass(1, as: .line)
        case (Sign.slash, Sign.slash):
            place = bytes[place...].firstIndex(of: Sign.newline) ?? bytes.count
        case (Sign.slash, Sign.star): passComment()
        case (Sign.slash, _) where mayBeginExpression: keep(to: endOfExpression())
        case (Sign.quote, _), (Sign.apostrophe, _): keep(to: endOfString())
        case (Sign.backtick, _): keepTemplate()
        case (Sign.closingBrace, _) where templates.last == depth:
            templates.removeLast()
            keepTemplate()
        case (let sign, _):
            if sign == Sign.openingBrace { depth += 1 }
            if sign == Sign.closingBrace { depth -= 1 }
            keep(to: place + 1)
        }
    }

    // MARK: White space and comments

    private mutating func pass(_ count: Int, as passed: Gap) {
        if gap.rawValue < passed.rawValue { gap = passed }
        place += count
    }

    private mutating func passComment() {
        var end = place + 2
        var passed = Gap.space
        while end + 1 < bytes.count, !(bytes[end] == Sign.star && bytes[end + 1] == Sign.slash) {
            if bytes[end] == Sign.newline { passed = .line }
            end += 1
        }
        pass(min(end + 2, bytes.count) - place, as: passed)
    }

    /// Writes the white space that keeps the last byte and the next apart, if they need any.
    private mutating func separate(from next: UInt8) {
        let gap = gap
        self.gap = .none
        guard let last = kept.last else { return }
        if last == Sign.comma, Sign.closing.contains(next), let item = kept.dropLast().last, !Sign.holes.contains(item)
        {
            // The comma behind the last item of a list that is broken into lines.
            kept.removeLast()
            return
        }
        switch gap {
        case .none: break
        case .space:
            let isTight = Sign.before.contains(last) || Sign.closing.contains(last) || Sign.joining.contains(next)
            // Two signs could become another one: `+ +`, `- >`, `/ *`, `< !`.
            let isMistakable = Sign.mistakable.contains(last) || Sign.mistakable.contains(next)
            if !isTight || isMistakable || last == Sign.less && next == Sign.not { kept.append(Sign.space) }
        case .line:
            // A statement cannot end behind the first ones, nor begin with the second ones (ECMA-262, 12.10).
            let isNumber = next == Sign.period && last.isDigit
            if !Sign.before.contains(last) && (!Sign.continuing.contains(next) || isNumber) {
                kept.append(Sign.newline)
            }
        }
    }

    // MARK: Tokens

    private mutating func keep(to end: Int) {
        separate(from: bytes[place])
        kept += bytes[place..<min(end, bytes.count)]
        place = min(end, bytes.count)
    }

    private func endOfString() -> Int {
        var end = place + 1
        while end < bytes.count, bytes[end] != bytes[place] { end += bytes[end] == Sign.backslash ? 2 : 1 }
        return end + 1
    }

    /// A slash is a division behind a value, and begins a regular expression elsewhere.
    private var mayBeginExpression: Bool {
        guard let last = kept.last else { return true }
        // `number++ / 2`
        let isStep = Sign.steps.contains(last) && kept.dropLast().last == last
        guard last.isOfName else { return !isStep && !Sign.endingValue.contains(last) }
        let start = kept.lastIndex { !$0.isOfName }.map { $0 + 1 } ?? 0
        return Sign.words.contains(String(decoding: kept[start...], as: UTF8.self))
    }

    private func endOfExpression() -> Int {
        var end = place + 1
        var isInClass = false
        while end < bytes.count, isInClass || bytes[end] != Sign.slash {
            switch bytes[end] {
            case Sign.backslash: end += 1
            case Sign.openingBracket: isInClass = true
            case Sign.closingBracket: isInClass = false
            default: break
            }
            end += 1
        }
        return end + 1
    }

    /// Keeps a template, or what follows an expression in it, to its end or to the next expression.
    private mutating func keepTemplate() {
        keep(to: place + 1)
        while place < bytes.count {
            let (first, second) = (byte(0), byte(1))
            kept.append(first)
            place += 1
            switch first {
            case Sign.backtick: return
            case Sign.newline: while byte(0) == Sign.space { place += 1 }
            case Sign.backslash where place < bytes.count:
                kept.append(second)
                place += 1
            case Sign.dollar where second == Sign.openingBrace:
                kept.append(second)
                place += 1
                templates.append(depth)
                return
            default: break
            }
        }
    }
}

/// Bytes of a script.
private enum Sign {
    static let space = UInt8(ascii: " ")
    static let newline = UInt8(ascii: "\n")
    static let slash = UInt8(ascii: "/")
    static let star = UInt8(ascii: "*")
    static let backslash = UInt8(ascii: "\\")
    static let quote = UInt8(ascii: "\"")
    static let apostrophe = UInt8(ascii: "'")
    static let backtick = UInt8(ascii: "`")
    static let dollar = UInt8(ascii: "$")
    static let comma = UInt8(ascii: ",")
    static let period = UInt8(ascii: ".")
    static let less = UInt8(ascii: "<")
    static let not = UInt8(ascii: "!")
    static let openingBrace = UInt8(ascii: "{")
    static let closingBrace = UInt8(ascii: "}")
    static let openingBracket = UInt8(ascii: "[")
    static let closingBracket = UInt8(ascii: "]")

    static let closing = Set(")]}".utf8)
    /// Before a comma: an array's hole, which the comma makes.
    static let holes = Set(",[".utf8)
    /// Behind these no white space is needed, unless what follows makes another sign of them.
    static let before = Set("{([,;:?=<>&|*%^!~".utf8)
    /// Beside these no space is needed.
    static let joining = Set("{}()[],;:?=<>&|*%^".utf8)
    static let continuing = Set("}]),;.?:&|=".utf8)
    static let mistakable = Set("+-/".utf8)
    static let steps = Set("+-".utf8)
    static let endingValue = Set(")]}\"'`".utf8)
    /// Behind these words a value begins.
    static let words: Set<String> = [
        "return", "typeof", "case", "in", "of", "await", "void", "delete", "else", "do", "throw", "new", "yield",
    ]
}

extension UInt8 {
    fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
    /// Whether it can stand in a name or a number.
    fileprivate var isOfName: Bool {
        let folded = self | 0x20
        return isDigit || folded >= UInt8(ascii: "a") && folded <= UInt8(ascii: "z") || self == UInt8(ascii: "_")
            || self == Sign.dollar || self >= 0x80
    }
}
