import Testing

@testable import ViewCompiler

/// Every error that the compiler reports: its position and its suggestion.
struct DiagnosticTests {
    struct Mistake: CustomTestStringConvertible {
        let template: String
        let line: Int
        let column: Int
        let advice: String
        var testDescription: String { template }

        init(_ template: String, line: Int, column: Int, advice: String) {
            self.template = template
            self.line = line
            self.column = column
            self.advice = advice
        }
    }

    private static let inBody: [Mistake] = [
        Mistake("{{ x", line: 1, column: 16, advice: "write “}}”"),
        Mistake("\n  {% if x", line: 2, column: 3, advice: "write “%}”"),
        Mistake("{{  }}", line: 1, column: 16, advice: "write “{{ expression }}”"),
        Mistake("{% if %}", line: 1, column: 19, advice: "write “{% if … %}”"),
        Mistake("{% if x %}a", line: 1, column: 19, advice: "write “{% end %}”"),
        Mistake("{% end %}", line: 1, column: 19, advice: "belongs to nothing"),
        Mistake("{% for xs %}{% end %}", line: 1, column: 19, advice: "write “{% for item in items %}”"),
        Mistake("{% unless x %}", line: 1, column: 19, advice: "the directives are"),
        Mistake("{% let x %}", line: 1, column: 19, advice: "write “{% let name"),
        Mistake("{% if a %}{% else %}{% else %}{% end %}", line: 1, column: 39, advice: "write “{% end %}” first"),
        Mistake("{% slot x %}", line: 1, column: 19, advice: "write “{% view Name slots x %}”"),
        Mistake("{% view Other %}", line: 1, column: 19, advice: "at the very top"),
        Mistake("{% layout f %}text{% end %}", line: 1, column: 19, advice: "nothing but “{% fill slot %}"),
        Mistake("<p>1 < 2</p>", line: 1, column: 22, advice: "write “&lt;”"),
        Mistake("<a href={{ x }}>", line: 1, column: 27, advice: "write href=\"{{ … }}\""),
        Mistake("<a href=x>", line: 1, column: 24, advice: "write href=\"…\""),
        Mistake("<a title='{{ x }}'>", line: 1, column: 29, advice: "write title=\"{{ … }}\""),
        Mistake("<{{ x }}>", line: 1, column: 20, advice: "use “{% if … %}”"),
        Mistake("<p {{ x }}>", line: 1, column: 22, advice: "write “{% if … %}name{% end %}”"),
        Mistake("<!-- {{ x }} -->", line: 1, column: 24, advice: "write “{# … #}”"),
        Mistake("<p onclick=\"x\">", line: 1, column: 26, advice: "Public/js"),
        Mistake("<p style=\"x\">", line: 1, column: 24, advice: "use a class"),
        Mistake("<style>x</style>", line: 1, column: 22, advice: "Public/css"),
        Mistake("<script>x()</script>", line: 1, column: 24, advice: "Public/js"),
        Mistake("<div/>", line: 1, column: 21, advice: "write “<div></div>”"),
        Mistake("<p><b></p>", line: 1, column: 25, advice: "write “</b>” first"),
        Mistake("</p>", line: 1, column: 19, advice: "remove it"),
        Mistake("<p>", line: 1, column: 1, advice: "write “</p>”"),
        Mistake("<p class=\"x", line: 1, column: 1, advice: "close it"),
        Mistake("{% if x %}<p>{% end %}</p>", line: 1, column: 19, advice: "within each part of this “if”"),
        Mistake("{% for x in y %}<p>{% end %}", line: 1, column: 19, advice: "within each part of this “for”"),
        Mistake("<p {% if x %}class=\"{% end %}a\">", line: 1, column: 22, advice: "within each part"),
    ]

    @Test(arguments: inBody)
    func `an error has its position and a suggestion`(mistake: Mistake) {
        let error = #expect(throws: Diagnostic.self) {
            try ViewCompiler.compile("{% view Page %}" + mistake.template, file: "Views/x.html")
        }
        #expect(error?.position == Position(line: mistake.line, column: mistake.column))
        #expect(error?.message.contains(mistake.advice) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: ["", "<p></p>", "{% view page %}", "{% view %}", "{% view A B %}"])
    func `a template begins with its struct`(template: String) {
        let error = #expect(throws: Diagnostic.self) { try ViewCompiler.compile(template, file: "x") }
        #expect(error?.message.contains("{% view NameOfItsStruct %}") == true)
    }

    @Test func `an error names file, line and column`() {
        let diagnostic = Diagnostic(Position(line: 3, column: 7), "no; write yes")
        #expect(diagnostic.text(file: "Views/notes/sent.html") == "Views/notes/sent.html:3:7: error: no; write yes")
    }
}
