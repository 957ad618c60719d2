import Proximity
import Testing

@testable import App

/// Invitations made for one person: used once, within a day, they make friends at once.
struct SingleInviteTests {
    /// Makes an invitation and returns the path of its link.
    static func make(_ visitor: Visitor) throws -> String {
        try visitor.get("/friends/invite").submit("/friends/invite/person").sees("Invitation ready.", "Waiting")
        return try #require(InviteTests.link(visitor.page))
    }

    private func invited() throws -> (site: TestSite, mikko: Visitor, link: String) {
        let site = try TestSite.demo()
        let mikko = try site.member("mikko")
        return (site, mikko, try SingleInviteTests.make(mikko))
    }

    @Test func `who accepts is a friend at once, and the link is used up`() throws {
        let (site, mikko, link) = try invited()
        let (noor, sofia) = (try site.member("noor_h"), try site.member("sofia"))
        try mikko.get(link).sees("your own link", "It works once.").seesNot("Accept")
        try mikko.post(link, [("csrf", mikko.get("/friends").token)]).gets(404)
        try sofia.get(link).sees("Accept, and you’re friends right away.")
        try noor.get(link).submit(link).isAt("/friends").sees("You and mikko are friends.")
        try noor.get("/people/mikko").sees("Your friend")
        try mikko.get("/friends/invite").sees("Used").seesNot("Waiting", "Cancel invitation")
        // Sofia was slower: her open page leads to the page of an old link, and there is no request either.
        try sofia.submit(link).gets(404).sees("This link no longer works")
        try sofia.get(link).gets(404).sees("This link no longer works")
        try mikko.get("/friends").seesNot("Friend requests", "Requested")
        try noor.get(link).gets(404)
    }

    @Test func `it ends after a day, by its button, and disappears from the list later`() throws {
        let (site, mikko, link) = try invited()
        let noor = try site.member("noor_h")
        site.wait(seconds: 86_399)
        try noor.get(link).gets(200)
        let token = try #require(noor.page.token)
        site.wait(seconds: 2)
        try noor.get(link).gets(404)
        try noor.post(link, [("csrf", token)]).gets(404)
        try mikko.get("/friends/invite").sees("Expired").seesNot("Waiting")
        site.wait(seconds: 86_400)
        site.sweep()
        try mikko.get("/friends/invite").seesNot("Expired")

        let second = try SingleInviteTests.make(mikko)
        let cancel = try #require(mikko.page.forms.first { $0.action.hasSuffix("/cancel") }).action
        try noor.post(cancel, [("csrf", noor.get("/friends").token)]).gets(404)
        try mikko.get("/friends/invite").submit(cancel).sees("Invitation cancelled.").seesNot("Waiting")
        try noor.get(second).gets(404)
    }

    @Test func `five wait at most`() throws {
        let (_, mikko, _) = try invited()
        for _ in 0..<4 { _ = try SingleInviteTests.make(mikko) }
        try mikko.submit("/friends/invite/person").gets(422).sees("5 invitations are waiting already")
        let cancel = try #require(mikko.page.forms.first { $0.action.hasSuffix("/cancel") }).action
        try mikko.submit(cancel).submit("/friends/invite/person").sees("Invitation ready.")
    }

    @Test func `a block or a suspension answers like an old link and does not use it up`() throws {
        let (site, mikko, link) = try invited()
        let (noor, sofia) = (try site.member("noor_h"), try site.member("sofia"))
        let old = try noor.get("/join-me/" + String(repeating: "a", count: 24)).page
        try noor.get("/people/mikko").submit("/people/mikko/block").get(link).gets(404)
        #expect(noor.page.plain == old.plain)
        try noor.post(link, [("csrf", noor.get("/friends").token)]).gets(404)
        try mikko.get("/people/sofia").submit("/people/sofia/block")
        try sofia.get(link).gets(404)
        let id = try site.account("mikko")
        try site.suspend(id)
        let elias = try site.member("elias")
        try elias.get(link).gets(404)
        try site.unsuspend(id)
        try elias.get(link).submit(link).sees("You and mikko are friends.")
    }

    @Test func `a friend does not use it up, and an earlier request or decline does not stand in the way`() throws {
        let (site, mikko, link) = try invited()
        let (ville, elias) = (try site.member("ville"), try site.member("elias"))
        try ville.get(link).sees("You’re already friends")
        try ville.post(link, [("csrf", ville.get("/friends").token)])
            .sees("You and mikko are friends.")
        try elias.get("/people/mikko").submit("/friends/requests")
        let decline = try #require(mikko.get("/friends").page.forms.first { $0.action.hasSuffix("/decline") })
        try mikko.submit(decline.action)
        try elias.get(link).submit(link).sees("You and mikko are friends.")
        try elias.get("/people/mikko").sees("Your friend").seesNot("Cancel request")
    }

    @Test func `it does not undo a removal by who made it`() throws {
        let (site, mikko, link) = try invited()
        let ville = try site.member("ville")
        let old = try ville.get("/join-me/" + String(repeating: "a", count: 24)).page
        try ville.get(link).sees("You’re already friends")
        try mikko.get("/friends").submit("/friends/ville/remove")
        try ville.get(link).gets(404)
        #expect(ville.page.plain == old.plain)
        try ville.post(link, [("csrf", ville.get("/friends").token)]).gets(404)
        try ville.get("/people/mikko").seesNot("Your friend")
        // A new one asks again.
        site.wait(seconds: 1)
        let fresh = try SingleInviteTests.make(mikko)
        try ville.get(fresh).submit(fresh).sees("You and mikko are friends.")
    }

    @Test func `a newcomer signs up by it, accepts and is a friend`() throws {
        let (site, mikko, link) = try invited()
        let newcomer = Visitor(site)
        try newcomer.get(link).sees("mikko invites you")
        try signUp(newcomer, "new_here", to: link).isAt(link).submit(link).sees("You and mikko are friends.")
        try mikko.get("/").sees("You and new_here are friends now")
    }

    @Test func `where an invitation is needed to sign up, it lets one person in`() throws {
        let (site, _, link) = try invited()
        let keeper = try site.administrator()
        try keeper.get("/admin/settings").fill("registration", "invited").submit("/admin/settings")
        let (first, second) = (Visitor(site), Visitor(site))
        for visitor in [first, second] { try visitor.get(link).get("/signup").sees("Username") }
        try signUp(first, "first_one", to: link).isAt(link).sees("Accept")
        try signUp(second, "second_one", to: link).gets(403).sees("By invitation only")
        try second.get(link).gets(404)
        try site.member("noor_h").get(link).gets(404)
        try first.submit(link).sees("You and mikko are friends.")
        try keeper.get("/admin/people/second_one").gets(404)
    }

    @Test func `a copy of the table contains no valid links, and a restored one none at all`() throws {
        let (site, mikko, link) = try invited()
        let stored = try site.app.site.database.read { database in
            try database.all("SELECT seed, token_hash FROM single_invite") { row -> [String] in
                [try row["seed"], try row["token_hash"]]
            }
        }
        #expect(stored.joined().allSatisfy { !link.contains($0) })
        for value in stored.joined() { try mikko.get("/join-me/\(value)").gets(404) }
        try site.app.site.database.write { try site.app.friends.restored($0) }
        try site.member("noor_h").get(link).gets(404)
    }

    @discardableResult
    private func signUp(_ visitor: Visitor, _ name: String, to link: String) throws -> Visitor {
        try visitor.get("/signup?next=\(link)").fill("username", name).fill("email", "\(name)@example.com")
            .fill("birth_date", "2001-05-31").fill("password", "long enough for me")
            .fill("password_confirmation", "long enough for me").submit("/signup")
    }
}
