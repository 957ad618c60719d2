import HTML
import Testing

/// What browsers load of style sheets and scripts.
struct AssetTextTests {
    @Test(arguments: [
        ("a { b: c; d: e f; }\n", "a{b:c;d:e f}"), ("/* x */ a,\n  b > c { d: e }", "a,b>c{d:e}"),
        ("@media (x: 1) { a { b: c(d, e) } }", "@media (x:1){a{b:c(d,e)}}"),
        ("@media a and (b: c) { d { e: f } }", "@media a and (b:c){d{e:f}}"),
        ("a::before { content: \"x { y; z, w }\" ; }", "a::before{content:\"x { y; z, w }\"}"),
        ("a { b: calc(1px + 2px); }", "a{b:calc(1px + 2px)}"), ("a :hover { b: c }", "a :hover{b:c}"),
        ("a { b: \"x\\\" { \" }", "a{b:\"x\\\" { \"}"), ("", ""),
        ("a {\n  b:\n    c 1s,\n    d 2s;\n}\n", "a{b:c 1s,d 2s}"), ("a { b: c\n  d; }", "a{b:c d}"),
        (":is(\n  [a],\n  [b]\n) c { d: e }", ":is([a],[b]) c{d:e}"), ("a { b: c } /* d", "a{b:c}/* d"),
    ])
    func `a style sheet keeps what it says`(written: String, loaded: String) {
        #expect(String(decoding: AssetText.styleSheet(Array(written.utf8)), as: UTF8.self) == loaded)
    }

    @Test(arguments: [
        ("// What for.\n  a();\n\n  b(\"// no\"); // yes\n", "a();b(\"// no\");"),
        ("a(/* b */ c); /* d\n*/ e();", "a(c);e();"), ("const { a, b } = c;\nreturn [a];", "const{a,b}=c;return[a];"),
        ("f(\n  a,\n  { b, },\n);\n", "f(a,{b});"), ("[a, , b, ];\n[, ];", "[a,,b];[,];"),
        ("a = b\n  .c()\n  ?.d || e;", "a=b.c()?.d||e;"), ("if (a) {\n  b();\n}\nc();", "if(a){b();}\nc();"),
        ("a\nb", "a\nb"), ("return\na", "return\na"), ("a\n++b", "a\n++b"), ("a + +b - -c", "a + +b - -c"),
        ("a-- > b; a < !--b;", "a-- >b;a< !--b;"), ("1\n.a", "1\n.a"), ("async (a) => {\n};", "async(a)=>{};"),
    ])
    func `a script loses what only its authors read`(written: String, loaded: String) {
        #expect(String(decoding: AssetText.script(Array(written.utf8)), as: UTF8.self) == loaded)
    }

    @Test(arguments: [
        ("a(\"b  ' , c\\\"  \", 'd  \"');", "a(\"b  ' , c\\\"  \",'d  \"');"),
        ("`a  ${ b ? `c  ${ { d: e } }` : \"}  \" }  f // g`;", "`a  ${b?`c  ${{d:e}}`:\"}  \"}  f // g`;"),
        ("`a\n    b  c\\`  `;", "`a\nb  c\\`  `;"), ("a(/[/ \"]  \\/ '/g, b);", "a(/[/ \"]  \\/ '/g,b);"),
        ("return /a  '/;", "return /a  '/;"), ("a = b / c / d; e(\"  \");", "a=b / c / d;e(\"  \");"),
        ("(a) / b; c(\"/  \");", "(a) / b;c(\"/  \");"),
        ("a++ / b; c(\"/  \");", "a++ / b;c(\"/  \");"), ("a-- / b; // it's", "a-- / b;"),
    ])
    func `strings, templates and regular expressions stay`(written: String, loaded: String) {
        #expect(String(decoding: AssetText.script(Array(written.utf8)), as: UTF8.self) == loaded)
    }
}
