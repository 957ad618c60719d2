import HTTP
import Testing

@testable import App

/// Responses on the I/O loop must not wait for the database or a disk.
@Suite struct VisitorPageTests {
    private func request(_ path: String, cookie: String?, _ method: HTTP.Method = .get) throws -> Request {
        var headers = Headers([("Host", "localhost:8080")])
        if let cookie { headers.add("Cookie", cookie) }
        return try Request(method: method, target: path, headers: headers)
    }

    private func isImmediate(_ site: TestSite, _ request: Request) -> Bool {
        if case .immediate = site.app.plan(for: request.head) { true } else { false }
    }

    @Test func `pages for visitors are answered on the loop without a database`() throws {
        let site = try TestSite.empty()
        let pages = site.app.routes.filter { $0.isQuickForVisitors }.map { $0.pattern }
        #expect(pages.sorted() == ["/", "/login", "/offline", "/password/forgot", "/signup"])
        site.app.close()
        for page in pages {
            for target in [page, page + "?next=/friends&sent=1"] {
                let request = try request(target, cookie: nil)
                #expect(isImmediate(site, request), "\(target)")
                #expect(site.app.respond(to: request).status == .ok, "\(target)")
            }
            #expect(isImmediate(site, try request(page, cookie: "session=", .head)), "\(page)")
        }
        // Other pages fail, because the database is closed.
        let friends = try request("/friends", cookie: "session=abc")
        #expect(site.app.respond(to: friends).status == .internalServerError)
    }

    @Test func `a request with a session cookie is answered by a handler thread`() throws {
        let site = try TestSite.empty()
        for page in site.app.routes.filter({ $0.isQuickForVisitors }) {
            #expect(!isImmediate(site, try request(page.pattern, cookie: "session=abc")), "\(page.pattern)")
            #expect(!isImmediate(site, try request(page.pattern, cookie: nil, .post)), "\(page.pattern)")
        }
        #expect(!isImmediate(site, try request("/friends", cookie: nil)))
    }
}
