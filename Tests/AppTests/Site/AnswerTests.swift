import HTTP
import Testing

@testable import App

/// Properties of every response.
struct AnswerTests {
    @Test func `a flash message is shown once`() throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.get("/settings").fill("theme", "dark").submit("/settings/preferences").sees("Saved.")
        try aino.get("/settings").seesNot("Saved.")
    }

    @Test func `a trailing slash is another page, and 405 lists the supported methods`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        for path in ["/friends/", "/settings/", "/notes/new/"] { try aino.get(path).gets(404) }
        try aino.get("/friends/requests").gets(405)
        #expect(aino.page.headers["allow"] == "POST")
        try aino.post("/friends", [("csrf", aino.token)]).gets(405)
        #expect(aino.page.headers["allow"] == "GET, HEAD")
    }

    @Test func `a Referer is used only if it is on this site`() throws {
        let site = try TestSite.empty()
        func referer(_ text: String) throws -> String? {
            let headers = Headers([("Host", "cairn.example:8080"), ("Referer", text)])
            let request = try Request(method: .get, target: "/", headers: headers)
            return RequestContext(
                site: site.app.site, request: request, parameters: [:], signedIn: nil, form: FormFields(),
                pathForLog: "/"
            ).ownReferer
        }
        #expect(try referer("http://cairn.example:8080/friends?q=x") == "/friends?q=x")
        #expect(try referer("http://cairn.example:8080/") == "/")
        for other in ["http://evil.example/friends", "http://cairn.example:9090/x", "nonsense", "http:///x", ""] {
            #expect(try referer(other) == nil, "\(other)")
        }
        #expect(try referer("http://cairn.example:8080//evil.example") == nil)
    }
}
