import Testing

@testable import App

/// Invite links.
struct InviteTests {
    /// The path of the link on the invite page.
    static func link(_ page: Page) -> String? {
        page.text.firstMatch(of: #/value="http://localhost:8080(/join-me/[^"]*)"/#).map { String($0.1) }
    }

    /// Opens the invite page, makes a link if there is none, and returns its path.
    static func make(_ visitor: Visitor) throws -> String {
        if link(try visitor.get("/friends/invite").page) == nil { try visitor.submit("/friends/invite") }
        return try #require(link(visitor.page))
    }

    @Test func `viewing the page makes no link, its button does`() throws {
        let site = try TestSite.demo()
        let mikko = try site.member("mikko")
        for _ in 0..<2 { try mikko.get("/friends/invite").sees("One link for many people.", "Create invite link") }
        let count = try site.app.site.database.read { try $0.value("SELECT count(*) FROM invite", as: Int.self) }
        #expect(count == 0)
        try mikko.submit("/friends/invite").sees("Invite link created.")
        #expect(InviteTests.link(mikko.page) != nil)
    }

    @Test func `a link makes a request, not a friendship`() throws {
        let site = try TestSite.demo()
        let (mikko, noor) = (try site.member("mikko"), try site.member("noor_h"))
        let link = try InviteTests.make(mikko)
        #expect(mikko.page.text.contains("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"qr\""))
        #expect(try InviteTests.link(mikko.get("/friends/invite").page) == link)
        try mikko.get(link).sees("your own link").seesNot("Add friend")
        try mikko.post(link, [("csrf", mikko.get("/friends").token)]).gets(404)
        try noor.get(link).sees("mikko invites you").submit(link).isAt("/friends").sees("Friend request sent to mikko")
        try noor.get(link).sees("mikko hasn’t answered yet")
        let accept = try #require(
            mikko.get("/friends").sees("noor_h").page.forms.first { $0.action.hasSuffix("/accept") })
        try mikko.submit(accept.action)
        try noor.get(link).sees("You’re already friends")
    }

    @Test func `a link ends after a week, by its button, and when a new one is made`() throws {
        let site = try TestSite.demo()
        let (mikko, noor) = (try site.member("mikko"), try site.member("noor_h"))
        let first = try InviteTests.make(mikko)
        try mikko.submit("/friends/invite").sees("New link created.")
        let second = try #require(InviteTests.link(mikko.page))
        #expect(first != second)
        try noor.get(first).gets(404).sees("This link no longer works")
        try noor.get(second).gets(200)
        try mikko.submit("/friends/invite/revoke").sees("Your link is off.")
        try noor.get(second).gets(404)
        // Viewing the page does not bring it back.
        try mikko.get("/friends/invite").sees("Your link is off.").submit("/friends/invite")
        let third = try #require(InviteTests.link(mikko.page))
        site.wait(seconds: 7 * 86_400 - 1)
        try noor.get(third).gets(200)
        site.wait(seconds: 2)
        try noor.get(third).gets(404)
        let token = try noor.get("/friends").token
        try noor.post(third, [("csrf", token)]).gets(404)
        for wrong in ["x", String(repeating: "a", count: 24), String(repeating: "a", count: 65), "%25"] {
            #expect(try [400, 404].contains(noor.get("/join-me/\(wrong)").page.status))
        }
    }

    @Test func `a visitor is led through login or sign-up and back to the invitation`() throws {
        let site = try TestSite.demo()
        let link = try InviteTests.make(site.member("mikko"))
        let known = Visitor(site)
        try known.get(link).sees("mikko invites you", "Sign up", "Sign in")
        let login = try #require(known.page.links.first { $0.hasPrefix("/login?next=") })
        try known.get(login).fill("username", "sofia").fill("password", "demo-password").submit("/login").isAt(link)
        // Sign-up leads back too; if the visitor gets lost, the invitation is on the friends page.
        let newAccount = Visitor(site)
        try newAccount.get(link).get("/signup?next=\(link)").fill("username", "new_here")
            .fill("email", "new_here@example.com").fill("birth_date", "2001-05-31")
            .fill("password", "long enough for me").fill("password_confirmation", "long enough for me")
            .submit("/signup").isAt(link).sees("mikko invites you")
        let lost = Visitor(site)
        try lost.get(link)
        try lost.get("/login").fill("username", "noor_h").fill("password", "demo-password").submit("/login")
        try lost.get("/friends").sees("mikko invited you")
        try newAccount.get(link).submit(link).sees("Friend request sent to mikko").seesNot("invited you")
    }

    @Test func `a copy of the table contains no valid invite links`() throws {
        let site = try TestSite.demo()
        let mikko = try site.member("mikko")
        let link = try InviteTests.make(mikko)
        let stored = try site.app.site.database.read { database in
            try database.all("SELECT seed, token_hash FROM invite") { row -> [String] in
                [try row["seed"], try row["token_hash"]]
            }
        }
        #expect(stored.joined().allSatisfy { !link.contains($0) })
        for value in stored.joined() { try mikko.get("/join-me/\(value)").gets(404) }
    }
}
