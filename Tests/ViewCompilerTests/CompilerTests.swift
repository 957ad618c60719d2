import Testing

@testable import ViewCompiler

struct CompilerTests {
    /// The statements of a template's render function, without source locations and blanks.
    private func statements(_ body: String) throws -> [String] {
        let swift = try ViewCompiler.compile("{% view Page %}" + body, file: "Views/x.html")
        let lines = swift.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let inner = lines.drop { !$0.hasPrefix("func render") }.dropFirst().dropLast(2)
        let kept = inner.filter { !$0.isEmpty && !$0.hasPrefix("#sourceLocation") }
        // Ignores blanks that move an expression to its column.
        return kept.map { $0.hasPrefix("out.") ? $0 : $0.replacing(#/ {2,}/#, with: " ") }
    }

    @Test func `a template extends the struct that it names`() throws {
        let swift = try ViewCompiler.compile("{% view Page %}", file: "Views/x.html")
        #expect(swift.contains("extension Page: View {"))
        #expect(swift.contains("func render(into out: inout HTMLBuffer) {"))
    }

    @Test func `text is merged into one literal`() throws {
        #expect(try statements("<p>a{# not here #}b</p>") == ["out.literal(\"<p>ab</p>\")"])
        #expect(try statements("say \"\\\" é\r") == ["out.literal(\"say \\\"\\\\\\\" é \")"])
    }

    @Test(arguments: [
        ("{{ x }}", "text"), ("<p>{{ x }}</p>", "text"), ("<textarea>{{ x }}</textarea>", "text"),
        ("<title>{{ x }}</title>", "text"), ("<p class=\"a {{ x }}\"></p>", "attribute"),
        ("<a href=\"{{ x }}\"></a>", "url"), ("<a href=\"/x/{{ x }}\"></a>", "urlComponent"),
        ("<form action=\"{{ x }}\"></form>", "url"), ("<img src=\"{{ x }}\">", "url"),
        ("<button formaction=\"/a/{{ x }}\"></button>", "urlComponent"), ("<svg><use href=\"{{ x }}\"/></svg>", "url"),
    ])
    func `an expression is escaped for its context`(template: String, method: String) throws {
        let lines = try statements(template)
        let type = ["url": "StringProtocol", "text": "Content"][method] ?? "TextContent"
        #expect(
            lines.filter { !$0.contains("literal") } == ["let output1: some \(type) = x", "out.\(method)(output1)"])
    }

    @Test func `what follows the start of an address is a component`() throws {
        let lines = try statements("<a href=\"{{ x }}?v={{ y }}\"></a>")
        #expect(
            lines.filter { $0.hasPrefix("out.") && !$0.contains("literal") } == [
                "out.url(output1)", "out.urlComponent(output2)",
            ])
    }

    @Test func `conditions become Swift's`() throws {
        let lines = try statements("{% if a %}1{% else if let b = c %}2{% else %}3{% end %}")
        #expect(
            lines == [
                "if a", "{", "out.literal(\"1\")", "}", "else {", "if let b = c", "{", "out.literal(\"2\")", "}",
                "else {", "out.literal(\"3\")", "}}",
            ])
    }

    @Test func `a loop has an else for an empty sequence`() throws {
        let lines = try statements("{% for x in xs %}{{ x }}{% else %}none{% end %}")
        #expect(
            lines == [
                "var isEmpty1 = true", "for x in xs", "{", "isEmpty1 = false", "let output1: some Content = x",
                "out.text(output1)", "}", "if isEmpty1 {", "out.literal(\"none\")", "}",
            ])
        #expect(
            try statements("{% let y = x + 1 %}{{ y }}") == [
                "let y = x + 1", "let output1: some Content = y", "out.text(output1)",
            ])
    }

    @Test func `attributes may be conditional`() throws {
        let lines = try statements("<input{% if on %} checked{% end %}>")
        #expect(
            lines == ["out.literal(\"<input\")", "if on", "{", "out.literal(\" checked\")", "}", "out.literal(\">\")"])
        #expect(throws: Never.self) { try statements("<a class=\"x{% if a %} y{% end %}\">z</a>") }
    }

    @Test func `a layout has slots and a page fills them`() throws {
        let layout = try ViewCompiler.compile(
            "{% view Frame slots head, content %}<div>{% slot head %}{% slot content %}</div>", file: "f")
        #expect(layout.contains("extension Frame {"))
        #expect(layout.contains("head: (inout HTMLBuffer) -> Void = { _ in }, content: (inout HTMLBuffer) -> Void"))
        #expect(layout.contains("head(&out)"))
        let page = try statements("{% layout frame %}\n{% fill content %}<p></p>{% end %}\n{% end %}")
        #expect(page.contains("layout1.render(into: &out"))
        #expect(page.contains(", content: { (out: inout HTMLBuffer) in"))
    }

    @Test func `white space collapses where it is not significant`() throws {
        #expect(try statements("<p>a  b\n\n   c</p>\n  <p> </p>") == ["out.literal(\"<p>a b\\nc</p>\\n<p> </p>\")"])
        #expect(try statements("<pre>a  \n b</pre>") == ["out.literal(\"<pre>a  \\n b</pre>\")"])
        #expect(try statements("<textarea>a  b</textarea>") == ["out.literal(\"<textarea>a  b</textarea>\")"])
        #expect(
            try statements("<input   type=\"a  b\"\n  name=\"c\" disabled\n>") == [
                "out.literal(\"<input type=\\\"a  b\\\" name=\\\"c\\\" disabled>\")"
            ])
        #expect(try statements("<pre\n  id=\"a\" >b</pre>") == ["out.literal(\"<pre id=\\\"a\\\">b</pre>\")"])
    }

    @Test(arguments: [
        "<input\n  {% if on %}\n  checked {% end %} >", "<input {% if on %}checked{% end %}>",
        "<input{% if on %} checked{% end %}\n>",
    ])
    func `one space stands before each attribute, wherever the template is broken`(template: String) throws {
        #expect(
            try statements(template) == [
                "out.literal(\"<input\")", "if on", "{", "out.literal(\" checked\")", "}", "out.literal(\">\")",
            ])
    }

    @Test func `a minus within braces drops the white space outside of them`() throws {
        // An expression may stand on a line of its own.
        func joined(_ body: String) throws -> String { try statements(body).joined(separator: " ") }
        let around = try joined("<b>{{ x }}</b>")
        #expect(try joined("<b>\n  {{- x -}}\n</b>") == around)
        #expect(try joined("<b>{# a -#}\n{{ x }}\n{#- b #}</b>") == around)
        #expect(
            try statements("a{% if y -%}\n b\n{%- end -%} c") == [
                "out.literal(\"a\")", "if y", "{", "out.literal(\"b\")", "}", "out.literal(\"c\")",
            ])
        // A minus that belongs to the expression touches it.
        #expect(try statements("{{ -x }}")[0] == "let output1: some Content = -x")
        #expect(try statements("{{-x }}")[0] == "let output1: some Content = -x")
    }

    @Test func `an expression may be broken into lines, and keeps them`() throws {
        let lines = try ViewCompiler.compile("{% view Page %}{{ part(\n  a,\n  b) }}", file: "f").split(separator: "\n")
        let first = try #require(lines.firstIndex { $0.hasSuffix(" part(") })
        #expect(lines[first + 1] == "  a," && lines[first + 2] == "  b)")
    }

    @Test func `an expression keeps its own line and column`() throws {
        let template = "{% view Page %}\n<p>\n  é {{ name }}</p>\n"
        let lines = try ViewCompiler.compile(template, file: "Views/x.html").components(separatedBy: "\n")
        let line = try #require(lines.firstIndex { $0.trimmingCharacters(in: .whitespaces) == "name" })
        // The template's third line; the expression starts after two blanks, two bytes of é, a blank and three of "{{
        // ".
        #expect(lines[line - 2] == "#sourceLocation(file: \"Views/x.html\", line: 2)")
        #expect(lines[line].prefix { $0 == " " }.count == 8)
    }
}
