import Proximity
import Testing

@testable import App

/// Who is in the lists of the friends page.
struct FriendListTests {
    @Test func `a suspended person is in no list, of requests or of removals`() throws {
        let site = try TestSite.demo()
        let (ville, aino) = (try site.member("ville"), try site.member("aino_k"))
        try ville.get("/friends").sees("Requested", "aino_k")
        try aino.get("/friends").submit("/friends/sofia/remove").sees("sofia", "Undo")
        for name in ["aino_k", "sofia"] {
            let id = try site.account(name)
            try site.suspend(id)
        }
        try ville.get("/friends").seesNot("aino_k").seesNot("Requested")
        let sofia = try site.account("sofia")
        let id = try site.account("aino_k")
        try site.unsuspend(id)
        #expect(try site.app.site.database.read { try FriendQueries.removed($0, by: id, since: site.now - 60) } == [])
        try site.unsuspend(sofia)
        #expect(
            try site.app.site.database.read { try FriendQueries.removed($0, by: id, since: site.now - 60) }
                .map { $0.username } == ["sofia"])
    }

    @Test func `fifty people can be asked at once, fifty-one cannot`() throws {
        let ville = try TestSite.demo().member("ville")
        let token = try ville.get("/friends").token
        func ask(_ count: Int) throws -> Visitor {
            let names = (0..<count).map { (name: "user", value: "nobody\($0)") }
            return try ville.post("/friends/requests", [(name: "csrf", value: token)] + names)
        }
        try ask(51).gets(422).sees("You can add up to 50 people")
        try ask(50).gets(422).sees("Nobody here has that name")
    }

    @Test func `people cannot ask themselves by their own link or find themselves in contacts`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let link = try InviteTests.make(aino)
        try aino.post(link, [("csrf", aino.token)]).gets(404)
        try site.makeFindable("aino_k", "a@example.org")
        try aino.get("/friends/contacts").upload(
            "/friends/contacts", field: "contacts", file: Array(ContactTests.card("a@example.org").utf8)
        ).sees("None of your contacts")
    }

    @Test func `twenty reports are accepted a day, and more on the next day`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let fields = [(name: "csrf", value: try aino.get("/people/ville").token), (name: "reason", value: "x")]
        for _ in 0..<20 { try aino.post("/people/ville/report", fields).gets(200) }
        try aino.post("/people/ville/report", fields).gets(429)
        site.wait(seconds: 86_401)
        try aino.post("/people/ville/report", fields).gets(200)
    }

    @Test func `a request does not survive a block that is removed`() throws {
        let site = try TestSite.demo()
        let (aino, ville) = (try site.member("aino_k"), try site.member("ville"))
        try aino.get("/friends").sees("Friend requests", "ville")
        try aino.get("/people/ville").submit("/people/ville/block").get("/friends/blocked")
        try aino.submit("/people/ville/unblock")
        try aino.get("/friends").seesNot("Friend requests")
        try ville.get("/friends").seesNot("Requested")
    }

    @Test func `a declined person is not suggested, even after taking their request back`() throws {
        let site = try TestSite.demo()
        let (aino, ville) = (try site.member("aino_k"), try site.member("ville"))
        let decline = try #require(aino.get("/friends").page.forms.first { $0.action.hasSuffix("/decline") })
        try aino.submit(decline.action)
        let cancel = try #require(ville.get("/friends").page.forms.first { $0.action.hasSuffix("/cancel") })
        try ville.submit(cancel.action)
        // Mikko is a friend of both.
        try aino.get("/friends").seesNot("ville")
        try ville.get("/friends").seesNot("aino_k")
    }
}
