import Proximity
import Testing

@testable import App

/// A person's page and the ways to it.
struct PeopleTests {
    @Test func `a person's page shows the relation and the mutual friends`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/people/MIKKO").gets(200).sees("mikko", "Your friend", "jonas", "leena", "2 friends in common")
        try aino.get("/people/ville").sees("Wants to be friends", "Accept", "One friend in common")
        let accept = try #require(aino.page.forms.first { $0.action.hasSuffix("/accept") })
        try aino.submit(accept.action).sees("You and ville are friends.")
        try aino.get("/people/aino_k").sees("This is what others see").seesNot("Block", "Report")
        let elias = try site.member("elias")
        try elias.get("/people/leena").sees("Add friend").submit("/friends/requests").sees(
            "Friend request sent to leena")
        try elias.get("/people/leena").sees("Requested", "Cancel request")
        for name in ["nobody_here", "aino_k%20", "%25", "x"] { try aino.get("/people/\(name)").gets(404) }
    }

    @Test func `friends of friends are suggested until there is a request or a friendship`() throws {
        let site = try TestSite.demo()
        let leena = try site.member("leena")
        try leena.get("/friends").sees("People you may know", "noor_h", "2 friends in common", "1 friend in common")
        // Jonas was asked, and Mikko is a friend.
        #expect(leena.suggested == ["noor_h", "elias", "ville"])
        try leena.get("/people/ville").submit("/people/ville/block")
        try leena.get("/friends").fill("user", "noor_h").submit("/friends/requests")
        #expect(leena.suggested == ["elias"])
        let elias = try site.member("elias")
        #expect(try elias.get("/friends").suggested.contains("leena"))
        try elias.post("/friends/requests", [("csrf", elias.token), ("user", "leena")])
        #expect(try leena.get("/friends").suggested == [])
        let decline = try #require(leena.page.forms.first { $0.action.hasSuffix("/decline") })
        try leena.submit(decline.action)
        #expect(try leena.get("/friends").suggested == [])
        // A stranger without mutual friends is suggested to nobody.
        let newAccount = try site.newAccount("newcomer")
        #expect(try newAccount.get("/friends").suggested == [])
        // A removed person is not suggested again.
        try leena.get("/friends").submit("/friends/aino_k/remove")
        #expect(try leena.get("/friends").suggested == [])
        #expect(try !site.member("aino_k").get("/friends").suggested.contains("leena"))
    }

    @Test func `the sender does not learn that a request was declined, and it does not come back`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let ville = try site.member("ville")
        let decline = try #require(aino.get("/friends").page.forms.first { $0.action.hasSuffix("/decline") })
        try aino.submit(decline.action).seesNot("Friend requests")
        try ville.get("/friends").sees("Requested", "aino_k").get("/friends?q=aino").sees("Requested")
        // Taking it back and asking again does not show on her page.
        let cancel = try #require(ville.get("/friends").page.forms.first { $0.action.hasSuffix("/cancel") })
        try ville.submit(cancel.action).get("/people/aino_k").submit("/friends/requests").sees(
            "Friend request sent to aino_k")
        try aino.get("/friends").seesNot("Friend requests").get("/friends?q=vill").seesNot("Wants to be friends")
        // She can change her mind: asking him accepts.
        try aino.get("/people/ville").submit("/friends/requests").sees("You and ville are friends.")
    }

    @Test func `a removal can be undone for ten minutes unless the other has reacted`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let sofia = try site.member("sofia")
        try aino.get("/friends/order").fill("up", "sofia").submit("/friends/order")
        let before = try aino.get("/friends/order").ordered
        try aino.get("/friends").submit("/friends/sofia/remove").sees("no longer friends", "withdrawn and stay so")
        try sofia.get("/friends").seesNot("aino_k")
        site.wait(seconds: 590)
        try aino.get("/friends").submit("/friends/sofia/restore").sees("friends again", "withdrawn stay so")
        #expect(try aino.get("/friends/order").ordered == before)
        // The note that waited for her at the Ateneum stays withdrawn.
        try aino.get("/notes").sees("Withdrawn")
        try sofia.stand(at: DemoCast.Place.ateneum.coordinate).sees(#""events":[]"#)

        try aino.get("/friends").submit("/friends/sofia/remove")
        site.wait(seconds: 601)
        try aino.get("/friends").seesNot("Undo")
        try aino.post("/friends/sofia/restore", [("csrf", aino.token)]).gets(422).sees("too late to undo")
        // The removed person cannot undo it.
        try sofia.get("/friends").post("/friends/aino_k/restore", [("csrf", sofia.token)]).gets(422)

        try aino.submit("/friends/jonas/remove")
        let jonas = try site.member("jonas")
        try jonas.get("/people/aino_k").submit("/friends/requests")
        try aino.get("/friends").seesNot("Undo").sees("Friend requests", "jonas")
        try aino.post("/friends/jonas/restore", [("csrf", aino.token)]).gets(422)
    }

    @Test func `friends are ordered by buttons and by names`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        #expect(try aino.get("/friends/order").ordered == ["elias", "jonas", "leena", "mikko", "noor_h", "sofia"])
        let stuck = aino.page.text.matches(of: #/aria-label="(Move \w+ \w+)" disabled/#).map { String($0.1) }
        #expect(stuck == ["Move elias up", "Move sofia down"])
        try aino.fill("up", "sofia").submit("/friends/order")
        #expect(aino.ordered == ["elias", "jonas", "leena", "mikko", "sofia", "noor_h"])
        try aino.fill("down", "elias").submit("/friends/order")
        #expect(aino.ordered == ["jonas", "elias", "leena", "mikko", "sofia", "noor_h"])
        // The ends stay, names count once in any case, strangers are ignored, the rest follows.
        try aino.fill("up", "jonas").submit("/friends/order")
        let fields = ["SOFIA", "sofia", "ville", "nobody_here", "leena"].map { (name: "username", value: $0) }
        try aino.post("/friends/order", [("csrf", aino.token)] + fields).sees("Saved")
        #expect(aino.ordered == ["sofia", "leena", "jonas", "elias", "mikko", "noor_h"])
        let compose = try aino.get("/notes/new").page.text
        #expect(compose.matches(of: #/name="to" value="([^"]*)"/#).map { String($0.1) } == aino.sortedOnce)
        try aino.post("/friends/order", [("csrf", aino.token)]).gets(422)
        try aino.post("/friends/order", [("csrf", aino.token), ("username", "sofia"), ("up", "ville")]).gets(422)
        // A new friend comes first until the list is ordered again.
        let accept = try #require(aino.get("/friends").page.forms.first { $0.action.hasSuffix("/accept") })
        try aino.submit(accept.action)
        #expect(try aino.get("/friends/order").ordered.first == "ville")
    }
}

extension Visitor {
    /// The names on the page that orders friends.
    fileprivate var ordered: [String] {
        page.forms.first { $0.action == "/friends/order" }?.fields.filter { $0.name == "username" }.map { $0.value }
            ?? []
    }

    fileprivate var sortedOnce: [String] { ["sofia", "leena", "jonas", "elias", "mikko", "noor_h"] }

    /// The names that the friends page suggests.
    fileprivate var suggested: [String] {
        guard let start = page.text.range(of: "suggestions-head\">") else { return [] }
        return page.text[start.upperBound...].matches(of: #/name="user" value="([^"]*)"/#).map { String($0.1) }
    }
}
