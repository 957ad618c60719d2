/// Builds the tree of a template from its tokens.
struct Parser {
    private let tokens: [Token.Located]
    private var index = 0
    private var slots: [String] = []

    static func parse(_ source: String) throws(Diagnostic) -> Template {
        var lexer = Lexer(source)
        var parser = Parser(tokens: try lexer.tokens())
        return try parser.template()
    }

    private init(tokens: [Token.Located]) { self.tokens = tokens }

    private mutating func template() throws(Diagnostic) -> Template {
        let hint = "a template begins with “{% view NameOfItsStruct %}”"
        guard let first = tokens.first, case .directive(let words) = first.token, words.hasPrefix("view ") else {
            throw Diagnostic(Position(), hint)
        }
        let parts = words.split(whereSeparator: { $0 == " " || $0 == "," }).map { String($0) }
        guard parts.count == 2 || (parts.count > 3 && parts[2] == "slots"), parts[1].first?.isUppercase == true else {
            throw Diagnostic(first.position, hint + "; a layout with “{% view Name slots head, content %}”")
        }
        slots = Array(parts.dropFirst(3))
        index = 1
        let (nodes, end) = try nodes(until: [])
        if let end { throw stray(end) }
        return Template(name: parts[1], slots: slots, nodes: nodes)
    }

    /// Nodes up to a directive whose first word is one of `ends`, which is consumed too.
    private mutating func nodes(until ends: Set<String>) throws(Diagnostic) -> ([Node], Token.Located?) {
        var nodes: [Node] = []
        while index < tokens.count {
            let located = tokens[index]
            index += 1
            switch located.token {
            case .text(let text): nodes.append(.text(text, located.position))
            case .output(let code): nodes.append(.output(Code(text: code, position: located.position)))
            case .directive(let words):
                if ends.contains(Parser.word(words)) { return (nodes, located) }
                nodes.append(try directive(words, located))
            }
        }
        return (nodes, nil)
    }

    private mutating func directive(_ words: String, _ located: Token.Located) throws(Diagnostic) -> Node {
        let keyword = Parser.word(words)
        switch keyword {
        case "if": return try choice(words, located)
        case "for": return try loop(words, located)
        case "let":
            guard words.contains("=") else {
                throw Diagnostic(located.position, "“let” names a value; write “{% let name = expression %}”")
            }
            return .binding(try argument(words, located))
        case "slot":
            let name = try argument(words, located).text
            guard slots.contains(name) else {
                let known = "write “{% view Name slots \(name) %}” at the top"
                throw Diagnostic(located.position, "this layout has no slot “\(name)”; \(known)")
            }
            return .slot(name, located.position)
        case "layout": return try layout(words, located)
        default: throw stray(located)
        }
    }

    private mutating func choice(_ words: String, _ located: Token.Located) throws(Diagnostic) -> Node {
        var branches: [Node.Branch] = []
        var condition: Code? = try argument(words, located)
        while true {
            let (body, end) = try nodes(until: ["else", "end"])
            branches.append(.init(condition: condition, nodes: body, position: located.position))
            guard let end, case .directive(let ending) = end.token else { throw unclosed("if", located) }
            if Parser.word(ending) == "end" { return .choice(branches) }
            if condition == nil {
                throw Diagnostic(end.position, "nothing can follow “{% else %}”; write “{% end %}” first")
            }
            condition = try Parser.elseCondition(ending, end)
        }
    }

    /// The condition of `else if condition`; nil for `else`.
    private static func elseCondition(_ words: String, _ located: Token.Located) throws(Diagnostic) -> Code? {
        if words == "else" { return nil }
        guard words.hasPrefix("else if ") else {
            throw Diagnostic(located.position, "write “{% else %}” or “{% else if condition %}”")
        }
        var position = located.position
        position.column += 8
        return Code(text: String(words.dropFirst(8)), position: position)
    }

    private mutating func loop(_ words: String, _ located: Token.Located) throws(Diagnostic) -> Node {
        let header = try argument(words, located)
        guard header.text.contains(" in ") else {
            throw Diagnostic(located.position, "write “{% for item in items %}”")
        }
        let (body, end) = try nodes(until: ["else", "end"])
        guard let end, case .directive(let words) = end.token else { throw unclosed("for", located) }
        if words == "end" { return .loop(header, body, otherwise: nil, located.position) }
        if words != "else" {
            throw Diagnostic(end.position, "a “for” has a plain “{% else %}”, for when there is nothing")
        }
        let (otherwise, last) = try nodes(until: ["end"])
        if last == nil { throw unclosed("for", located) }
        return .loop(header, body, otherwise: otherwise, located.position)
    }

    private mutating func layout(_ words: String, _ located: Token.Located) throws(Diagnostic) -> Node {
        let value = try argument(words, located)
        var fills: [Node.Fill] = []
        while true {
            let (between, next) = try nodes(until: ["fill", "end"])
            guard let next, case .directive(let ending) = next.token else { throw unclosed("layout", located) }
            if !between.allSatisfy({ $0.isBlank }) {
                throw Diagnostic(located.position, "inside “layout” there is nothing but “{% fill slot %}…{% end %}”")
            }
            if Parser.word(ending) == "end" { return .layout(value, fills) }
            let slot = try argument(ending, next).text
            let (body, end) = try nodes(until: ["end"])
            if end == nil { throw unclosed("fill", next) }
            fills.append(.init(slot: slot, nodes: body, position: next.position))
        }
    }

    /// The rest of a directive after its keyword.
    private func argument(_ words: String, _ located: Token.Located) throws(Diagnostic) -> Code {
        let keyword = Parser.word(words)
        let rest = words.dropFirst(keyword.count)
        let blank = rest.prefix { $0 == " " }
        guard !blank.isEmpty, rest.count > blank.count else {
            throw Diagnostic(located.position, "“\(keyword)” needs something after it; write “{% \(keyword) … %}”")
        }
        var position = located.position
        position.column += keyword.utf8.count + blank.count
        return Code(text: String(rest.dropFirst(blank.count)), position: position)
    }

    private func unclosed(_ keyword: String, _ located: Token.Located) -> Diagnostic {
        Diagnostic(located.position, "“{% \(keyword) … %}” is never closed; write “{% end %}” where it ends")
    }

    private func stray(_ located: Token.Located) -> Diagnostic {
        guard case .directive(let words) = located.token else { return Diagnostic(located.position, "unexpected") }
        let keyword = Parser.word(words)
        switch keyword {
        case "end", "else", "fill":
            return Diagnostic(located.position, "“\(keyword)” belongs to nothing here; remove it, or open what it ends")
        case "view":
            return Diagnostic(located.position, "“view” stands once, at the very top")
        default:
            let known = "if, else, for, let, layout, fill, slot, end"
            return Diagnostic(located.position, "there is no directive “\(keyword)”; the directives are \(known)")
        }
    }

    private static func word(_ words: String) -> String { String(words.prefix { $0 != " " && $0 != "\n" }) }
}

extension Node {
    fileprivate var isBlank: Bool {
        if case .text(let text, _) = self { text.allSatisfy { $0.isWhitespace } } else { false }
    }
}
