/// Writes the Swift source of a template.
///
/// Every expression keeps its column in the template and follows a `#sourceLocation`, so that swiftc's errors give the
/// template's line and column.
struct Emitter {
    private let file: String
    private var scanner = HTMLScanner()
    private var lines: [String] = []
    private var literal = ""
    private var outputs = 0
    private var loops = 0
    private var layouts = 0

    /// The Swift source of a template; errors call it `file`.
    static func swift(_ template: Template, file: String) throws(Diagnostic) -> String {
        var emitter = Emitter(file: file)
        try emitter.write(template)
        return emitter.lines.joined(separator: "\n") + "\n"
    }

    private init(file: String) { self.file = file }

    private mutating func write(_ template: Template) throws(Diagnostic) {
        lines.append("import HTML")
        lines.append("")
        let isLayout = !template.slots.isEmpty
        lines.append("extension \(template.name)\(isLayout ? "" : ": View") {")
        let parameters = template.slots.map { ", \($0): (inout HTMLBuffer) -> Void = { _ in }" }.joined()
        lines.append("    func render(into out: inout HTMLBuffer\(parameters)) {")
        try write(template.nodes)
        try checkEnd("the template", Position())
        flush()
        lines.append("    }")
        lines.append("}")
    }

    private mutating func write(_ nodes: [Node]) throws(Diagnostic) {
        for node in nodes { try write(node) }
    }

    private mutating func write(_ node: Node) throws(Diagnostic) {
        switch node {
        case .text(let text, let position): literal += try scanner.scan(text, at: position)
        case .output(let code): try writeOutput(code)
        case .binding(let code):
            try scanner.reachDirective(at: code.position)
            flush()
            place("let", code: code)
        case .choice(let branches): try writeChoice(branches)
        case .loop(let header, let body, let otherwise, let position):
            try writeLoop(header, body: body, otherwise: otherwise, position: position)
        case .slot(let name, let position):
            guard scanner.context.place == .text else {
                throw Diagnostic(position, "a slot stands between tags, not \(scanner.context.description)")
            }
            flush()
            lines.append("\(name)(&out)")
            scanner.passOutput()
        case .layout(let value, let fills): try writeLayout(value, fills)
        }
    }

    // MARK: Expressions

    private mutating func writeOutput(_ code: Code) throws(Diagnostic) {
        let (method, type) = try self.method(code)
        flush()
        outputs += 1
        place("let output\(outputs): some \(type) =", code: code)
        lines.append("out.\(method)(output\(outputs))")
        scanner.passOutput()
    }

    /// The method of the buffer that escapes for this context, and the type it takes.
    private func method(_ code: Code) throws(Diagnostic) -> (name: String, type: String) {
        switch scanner.context.place {
        case .text: return ("text", "Content")
        case .rawText(let name) where name != "script": return ("text", "Content")
        case .rawText:
            throw Diagnostic(
                code.position, "no expression can stand in a script; write a data attribute and read it there")
        case .value(let attribute):
            guard attribute.quote == UInt8(ascii: "\"") else {
                throw Diagnostic(
                    code.position, "an expression in a value needs double quotes; write \(attribute.name)=\"{{ … }}\"")
            }
            guard HTMLContext.addresses.contains(attribute.name) else {
                return ("attribute", "TextContent")
            }
            return attribute.hasBegun ? ("urlComponent", "TextContent") : ("url", "StringProtocol")
        case .valueStart(let name):
            throw Diagnostic(code.position, "a value needs quotes; write \(name)=\"{{ … }}\"")
        case .comment, .doctype:
            throw Diagnostic(code.position, "no expression can stand in a comment of the page; write “{# … #}”")
        case .tagOpen, .tagName:
            throw Diagnostic(code.position, "a tag’s name cannot be an expression; use “{% if … %}”")
        case .tag, .attributeName, .selfClosing:
            throw Diagnostic(
                code.position, "an attribute’s name cannot be an expression; write “{% if … %}name{% end %}”")
        }
    }

    /// Writes `before`, then the code at its own line and column, then `after`.
    private mutating func place(_ before: String, code: Code, after: String = "") {
        // Nothing can precede a first line: there the line matters more than the column.
        let room = code.position.column - 1
        let fits = before.utf8.count < room || code.position.line == 1
        let line = fits ? code.position.line : code.position.line - 1
        lines.append("#sourceLocation(file: \(Emitter.quoted(file)), line: \(max(1, line)))")
        if !fits { lines.append(before) }
        let start = fits ? before : ""
        lines.append(start + String(repeating: " ", count: max(1, room - start.utf8.count)) + code.text)
        lines.append(after)
        lines.append("#sourceLocation()")
    }

    // MARK: Directives

    private mutating func writeChoice(_ branches: [Node.Branch]) throws(Diagnostic) {
        guard let first = branches.first else { return }
        try scanner.reachDirective(at: first.position)
        flush()
        let start = scanner.context
        var ends: [HTMLContext] = []
        // `else if` becomes an `if` within `else`: no #sourceLocation can stand between the two words.
        for (index, branch) in branches.enumerated() {
            if index > 0 { lines.append("else {") }
            if let condition = branch.condition { place("if", code: condition, after: "{") }
            ends.append(try writeBranch(branch.nodes, from: start, branch.position))
            if branch.condition != nil { lines.append("}") }
        }
        lines.append(String(repeating: "}", count: branches.count - 1))
        if branches.last?.condition != nil { ends.append(start) }
        try meet(ends, keyword: "if", position: first.position)
    }

    private mutating func writeLoop(
        _ header: Code, body: [Node], otherwise: [Node]?, position: Position
    ) throws(Diagnostic) {
        try scanner.reachDirective(at: position)
        flush()
        let start = scanner.context
        loops += 1
        let flag = "isEmpty\(loops)"
        if otherwise != nil { lines.append("var \(flag) = true") }
        place("for", code: header, after: "{")
        if otherwise != nil { lines.append("\(flag) = false") }
        var ends = [start, try writeBranch(body, from: start, position)]
        lines.append("}")
        if let otherwise {
            lines.append("if \(flag) {")
            ends.append(try writeBranch(otherwise, from: start, position))
            lines.append("}")
        }
        try meet(ends, keyword: "for", position: position)
    }

    private mutating func writeBranch(
        _ nodes: [Node], from start: HTMLContext, _ position: Position
    ) throws(Diagnostic) -> HTMLContext {
        scanner = HTMLScanner(start)
        try write(nodes)
        try scanner.reachDirective(at: position)
        flush()
        return scanner.context
    }

    /// All branches of a directive must end in the same context; otherwise what follows could be escaped wrongly.
    private mutating func meet(_ ends: [HTMLContext], keyword: String, position: Position) throws(Diagnostic) {
        guard var context = ends.first else { return }
        for end in ends.dropFirst() {
            guard let merged = context.merged(with: end) else {
                let ways = "one way it ends \(context.description), another \(end.description)"
                throw Diagnostic(
                    position, "\(ways); open and close tags and quotes within each part of this “\(keyword)”")
            }
            context = merged
        }
        scanner = HTMLScanner(context)
    }

    private mutating func writeLayout(_ value: Code, _ fills: [Node.Fill]) throws(Diagnostic) {
        guard scanner.context.place == .text, scanner.context.open.isEmpty else {
            throw Diagnostic(value.position, "a layout surrounds the whole page; write it outside of every tag")
        }
        flush()
        layouts += 1
        place("let layout\(layouts) =", code: value)
        lines.append("layout\(layouts).render(into: &out")
        for fill in fills {
            lines.append(", \(fill.slot): { (out: inout HTMLBuffer) in")
            scanner = HTMLScanner()
            try write(fill.nodes)
            try checkEnd("this “fill”", fill.position)
            flush()
            lines.append("}")
        }
        lines.append(")")
        scanner = HTMLScanner()
    }

    private func checkEnd(_ what: String, _ position: Position) throws(Diagnostic) {
        guard scanner.context.place == .text else {
            throw Diagnostic(position, "\(what) ends \(scanner.context.description); close it")
        }
        if let open = scanner.context.open.last {
            throw Diagnostic(position, "\(what) ends while <\(open)> is open; write “</\(open)>”")
        }
    }

    // MARK: Literals

    private mutating func flush() {
        if literal.isEmpty { return }
        lines.append("out.literal(\(Emitter.quoted(literal)))")
        literal = ""
    }

    /// A Swift string literal.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\0": quoted += "\\0"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
