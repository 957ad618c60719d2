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

        init(_ template: String, _ line: Int, _ column: Int, _ advice: String) {
            self.template = template
            self.line = line
            self.column = column
            self.advice = advice
        }
    }

    private static let inBody: [Mistake] = [
        Mistake("{{ x", 1, 16, "write “}}”"), Mistake("\n  {% if x", 2, 3, "write “%}”"),
        Mistake("{{  }}", 1, 16, "write “{{ expression }}”"), Mistake("{% if %}", 1, 19, "write “{% if … %}”"),
        Mistake("{% if x %}a", 1, 19, "write “{% end %}”"), Mistake("{% end %}", 1, 19, "belongs to nothing"),
        Mistake("{% for xs %}{% end %}", 1, 19, "write “{% for item in items %}”"),
        Mistake("{% unless x %}", 1, 19, "the directives are"), Mistake("{% let x %}", 1, 19, "write “{% let name"),
        Mistake("{% if a %}{% else %}{% else %}{% end %}", 1, 39, "write “{% end %}” first"),
        Mistake("{% slot x %}", 1, 19, "write “{% view Name slots x %}”"),
        Mistake("{% view Other %}", 1, 19, "at the very top"),
        Mistake("{% layout f %}text{% end %}", 1, 19, "nothing but “{% fill slot %}"),
        Mistake("<p>1 < 2</p>", 1, 22, "write “&lt;”"), Mistake("<a href={{ x }}>", 1, 27, "write href=\"{{ … }}\""),
        Mistake("<a href=x>", 1, 24, "write href=\"…\""),
        Mistake("<a title='{{ x }}'>", 1, 29, "write title=\"{{ … }}\""),
        Mistake("<{{ x }}>", 1, 20, "use “{% if … %}”"),
        Mistake("<p {{ x }}>", 1, 22, "write “{% if … %}name{% end %}”"),
        Mistake("<!-- {{ x }} -->", 1, 24, "write “{# … #}”"), Mistake("<p onclick=\"x\">", 1, 26, "Public/js"),
        Mistake("<p style=\"x\">", 1, 24, "use a class"), Mistake("<style>x</style>", 1, 22, "Public/css"),
        Mistake("<script>x()</script>", 1, 24, "Public/js"), Mistake("<div/>", 1, 21, "write “<div></div>”"),
        Mistake("<p><b></p>", 1, 25, "write “</b>” first"), Mistake("</p>", 1, 19, "remove it"),
        Mistake("<p>", 1, 1, "write “</p>”"), Mistake("<p class=\"x", 1, 1, "close it"),
        Mistake("{% if x %}<p>{% end %}</p>", 1, 19, "within each part of this “if”"),
        Mistake("{% for x in y %}<p>{% end %}", 1, 19, "within each part of this “for”"),
        Mistake("<p {% if x %}class=\"{% end %}a\">", 1, 22, "within each part"),
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
