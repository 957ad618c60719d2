import Testing

@testable import App

/// What a refused form says above the page.
struct FormProblemTests {
    /// The ids that the summary leads to, in its order.
    private func links(_ visitor: Visitor) -> [String] {
        visitor.page.links.filter { $0.hasPrefix("#") && $0.hasSuffix("-error") }.map { String($0.dropFirst()) }
    }

    @Test func `a summary leads to each wrong field, in the order of the page`() throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.get("/notes/new").fill("lat", "91").fill("lon", "0").fill("radius_m", "1").submit("/notes").gets(422)
        aino.sees("4 things need another look:")
        #expect(links(aino) == ["text-error", "radius_m-error", "to-error", "lat-error"])
        for id in links(aino) { #expect(aino.page.text.contains("id=\"\(id)\"")) }
        let summary = try #require(aino.page.text.range(of: "data-problems"))
        let form = try #require(aino.page.text.range(of: "<form class=\"compose\""))
        #expect(summary.lowerBound < form.lowerBound)
    }

    @Test func `one wrong field is named too, on pages of every feature`() throws {
        let site = try TestSite.demo()
        let visitor = try Visitor(site).get("/login").fill("username", "aino_k").fill("password", "x").submit("/login")
        #expect(links(visitor.sees("One thing needs another look:")) == ["password-error"])
        let aino = try site.member("aino_k")
        // The form is a part that another feature adds to the page.
        try aino.get("/people/mikko").fill("reason", "").submit("/people/mikko/report").gets(422)
        #expect(links(aino) == ["reason-error"])
        try aino.get("/").fill("lat", "91").fill("lon", "0").submit("/positions").gets(422)
        #expect(links(aino) == ["lat-error"])
    }

    @Test func `a page without a mistake has no summary`() throws {
        let aino = try TestSite.demo().member("aino_k")
        for path in ["/", "/notes/new", "/settings/security"] {
            #expect(try !aino.get(path).page.text.contains("data-problems"))
        }
    }

    @Test func `what a wrong field repeats is escaped in the summary`() throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.get("/notes/new").fill("to", "<b>x</b>").fill("text", "x").fill("lat", "60").fill("lon", "24")
            .submit("/notes").gets(422)
        #expect(!aino.page.text.contains("<b>x"))
        aino.sees("<b>x</b> is not among your friends")
    }
}
