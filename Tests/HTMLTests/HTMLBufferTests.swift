import HTML
import Testing

struct HTMLBufferTests {
    private func written(_ write: (inout HTMLBuffer) -> Void) -> String {
        var out = HTMLBuffer()
        write(&out)
        return String(decoding: out.bytes, as: UTF8.self)
    }

    @Test func `all five special characters of text are escaped`() {
        #expect(written { $0.text("a & <b> \"c\" 'd' é") } == "a &amp; &lt;b&gt; &quot;c&quot; &#39;d&#39; é")
        #expect(written { $0.text("x&y".dropFirst()) } == "&amp;y")
        #expect(written { $0.text("") } == "")
    }

    @Test func `a value cannot leave its quotes`() {
        #expect(written { $0.attribute("\" onload=\"x") } == "&quot; onload=&quot;x")
    }

    @Test func `numbers and markup are not escaped`() {
        #expect(written { $0.text(-12) } == "-12")
        #expect(written { $0.text(Markup(trusted: "<b>")) } == "<b>")
    }

    @Test(arguments: [
        "javascript:alert(1)", "JavaScript:alert(1)", " javascript:alert(1)", "java\tscript:alert(1)",
        "java\nscript:alert(1)", "\u{1}javascript:alert(1)", "vbscript:x", "data:text/html,<script>", "//evil.example",
        "\\\\evil.example", "/\\evil.example", "data:image/svg+xml,<svg onload=x>", "file:///etc/passwd", "x y:z",
        "javascript\u{FF1A}x:y", "blob:x",
    ])
    func `an address that could run script or leave the site in disguise is dropped`(address: String) {
        #expect(written { $0.url(address) } == "#")
    }

    @Test(arguments: [
        "/notes/12", "notes?a=b:c", "#top", "?q=1", "https://cairn.example/x", "http://localhost", "mailto:a@b.example",
        "tel:+358", "data:image/png;base64,AA", "/a:b", "",
    ])
    func `a safe address stays`(address: String) {
        #expect(written { $0.url(address) } == address)
    }

    @Test func `an address is escaped like any value`() {
        #expect(written { $0.url("/a?b=1&c=\"") } == "/a?b=1&amp;c=&quot;")
    }

    @Test func `a piece of an address is percent-encoded`() {
        #expect(written { $0.urlComponent("a/b?c&d é~.-_") } == "a%2Fb%3Fc%26d%20%C3%A9~.-_")
        #expect(written { $0.urlComponent(7) } == "7")
    }

    private struct Part: View {
        func render(into out: inout HTMLBuffer) { out.text("<part>") }
    }

    @Test func `a part renders where it is used, a missing one as nothing`() {
        #expect(written { $0.text(Part()) } == "&lt;part&gt;")
        #expect(written { $0.text(nil as Part?) } == "")
        #expect(Part().rendered() == Array("&lt;part&gt;".utf8))
    }
}
