import Testing
import WebPush

@testable import App

/// Push on sites that are not on https: browsers give them none.
struct PushPlainHTTPTests {
    private static let words = "Push needs https, and this site is on plain http."
    private static let line = "no browser gets push messages"

    private func push(_ address: String, subject: String? = nil) -> SitePush {
        var options = SitePush.Options()
        options.subject = subject
        return SitePush(options, secret: SecretKey(bytes: [UInt8](repeating: 7, count: 32)), baseURL: address)
    }

    @Test(arguments: [
        ("https://cairn.example", true), ("http://localhost:8080", true), ("http://LOCALHOST", true),
        ("http://cairn.localhost:8080", true), ("http://127.0.0.1:8080", true), ("http://127.8.0.1", true),
        ("http://[::1]:8080", true), ("http://cairn.example", false), ("http://192.168.1.5:8080", false),
        ("http://127.0.0.1.example.org", false), ("http://128.0.0.1", false), ("http://notlocalhost", false),
        ("http://localhost.example.org", false), ("http://[fe80::1]", false),
    ])
    func `browsers take push from sites on https and from their own machine`(_ address: String, isPossible: Bool) {
        #expect(push(address).isPossible == isPossible)
    }

    @Test func `push services are told an address by mail or https, or none`() {
        #expect(push("https://cairn.example").subject == "https://cairn.example")
        #expect(push("http://localhost:8080").subject == nil && push("http://cairn.example").subject == nil)
        let mail = "mailto:host@example.org"
        #expect(push("http://cairn.example", subject: mail).subject == mail)
    }

    @Test(arguments: ["http://192.168.1.5:8080", "http://localhost:8080"])
    func `the log and the page of settings say when push needs https`(_ address: String) throws {
        let lines = LogLines()
        let site = try TestSite.empty(log: lines.logger) { $0.baseURL = address }
        let isPossible = site.app.site.push.isPossible
        site.app.beginJobs()
        #expect(lines.all.withLock { $0.count { $0.contains(PushPlainHTTPTests.line) } } == (isPossible ? 0 : 1))
        let page = try site.newAccount("paula").get("/settings/notices").page
        #expect(page.plain.contains(PushPlainHTTPTests.words) == !isPossible)
        #expect(page.text.contains("data-push-on") == isPossible)
    }
}
