import Proximity
import Testing

@testable import App

/// A block takes effect silently, at once and in both directions on every path.
struct BlockTests {
    @Test func `after a block neither sees the other and nothing says why`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        let note = try #require(mikko.get("/notes").page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        try aino.get("/people/mikko").submit("/people/mikko/block").isAt("/friends/blocked").sees("mikko is blocked")
        for (viewer, other) in [(aino, "mikko"), (mikko, "aino_k")] {
            try viewer.get("/people/\(other)").gets(404)
            try viewer.get("/friends?q=\(other)").sees("Nobody's name starts")
            try viewer.get("/friends").seesNot(other).get("/friends/order").seesNot(other)
            try viewer.get("/notes/new").seesNot(other)
            try viewer.get("/people/jonas").seesNot(other)
            let token = viewer.token
            try viewer.post("/friends/requests", [("csrf", token), ("user", other)]).gets(422).sees(
                "Nobody here has that name")
            try viewer.post("/people/\(other)/block", [("csrf", token)]).gets(404)
            for verb in ["remove", "restore"] {
                try viewer.post("/friends/\(other)/\(verb)", [("csrf", token)]).gets(404)
            }
        }
        // He can still read what he found; she gets no receipt for it.
        try mikko.get("/archive").sees("aino_k")
        try mikko.get(note).gets(200)
        try mikko.post("/people/aino_k/unblock", [("csrf", mikko.token)]).gets(404)
    }

    @Test func `the blocked person gets the same answers as for an unknown name`() throws {
        let site = try TestSite.demo()
        let ville = try site.member("ville")
        try site.member("aino_k").get("/people/ville").submit("/people/ville/block")
        for path in ["/people/NAME", "/friends?q=NAME"] {
            let missing = try ville.get(path.replacing("NAME", with: "no_such")).page
            let blocked = try ville.get(path.replacing("NAME", with: "aino_k")).page
            #expect(missing.status == blocked.status)
            #expect(missing.plain == blocked.plain.replacing("aino_k", with: "no_such"))
        }
        for path in [
            "/people/NAME/block", "/people/NAME/unblock", "/people/NAME/report", "/friends/NAME/remove",
            "/friends/NAME/restore", "/friends/requests", "/friends/order",
        ] {
            let answers = try ["no_such", "aino_k"].map { name in
                try ville.get("/friends").post(
                    path.replacing("NAME", with: name),
                    [("csrf", ville.token), ("user", name), ("username", name), ("reason", "x")]
                ).page
            }
            #expect(answers[0].status == answers[1].status, "\(path)")
            #expect(answers[0].plain == answers[1].plain, "\(path)")
        }
        // His request is gone without notice, and so is hers.
        try ville.get("/friends").seesNot("aino_k").seesNot("Requested")
    }

    @Test func `a block withdraws waiting notes in both directions for good`() throws {
        let site = try TestSite.demo()
        let (aino, jonas) = (try site.member("aino_k"), try site.member("jonas"))
        try aino.get("/people/jonas").submit("/people/jonas/block")
        // His note to her is at Oodi, hers to him in the park.
        try aino.stand(at: DemoCast.Place.oodi.coordinate).sees(#""events":[]"#)
        try jonas.stand(at: DemoCast.Place.oldChurchPark.coordinate).sees(#""events":[]"#)
        try jonas.get("/notes").sees("Withdrawn")
        try jonas.get("/notes/new").fill("text", "x").fill("to", "aino_k").fill("lat", "60").fill("lon", "24")
            .submit("/notes").gets(422).sees("not among your friends")
        try aino.get("/friends/blocked").submit("/people/jonas/unblock").sees("You're not friends", "Nobody is blocked")
        try aino.get("/friends/order").seesNot("jonas").get("/people/jonas").sees("Add friend")
        try aino.stand(at: DemoCast.Place.oodi.coordinate).sees(#""events":[]"#)
    }

    @Test func `a note found before the block gives its author no receipt after it`() throws {
        let site = try TestSite.demo()
        let (aino, sofia) = (try site.member("aino_k"), try site.member("sofia"))
        // Sofia's note at Kaisaniemi is found but not opened yet.
        let note = try #require(aino.get("/archive").page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        try aino.get("/people/sofia").submit("/people/sofia/block")
        try aino.get(note).gets(200).sees("vanilla")
        try sofia.get("/notes").seesNot("Found")
    }

    @Test func `invite links and suggestions do not bypass a block`() throws {
        let site = try TestSite.demo()
        let (aino, ville) = (try site.member("aino_k"), try site.member("ville"))
        let link = try InviteTests.make(aino)
        try ville.get(link).gets(200).sees("aino_k")
        try aino.get("/people/ville").submit("/people/ville/block")
        try ville.get(link).gets(404).sees("This link no longer works").seesNot("aino_k")
        try ville.post(link, [("csrf", ville.get("/friends").token)]).gets(404)
        // Both are Mikko's friends.
        try ville.get("/friends").seesNot("aino_k")
        try aino.get("/friends").seesNot("ville")
        try site.makeFindable("aino_k", "a@example.org")
        try ville.get("/friends/contacts").upload(
            "/friends/contacts", "contacts", file: Array(ContactTests.card("a@example.org").utf8)
        ).sees("None of your contacts").seesNot("aino_k")
    }

    @Test func `a report needs a reason and goes to the list of reports`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/people/ville").submit("/people/ville/report").gets(422).sees("Say what happened")
        try aino.fill("reason", String(repeating: "x", count: 1_001)).submit("/people/ville/report").gets(422).sees(
            "1,000 characters at most")
        try aino.fill("reason", " \n ").submit("/people/ville/report").gets(422)
        try aino.fill("reason", "x").fill("about", "weather").submit("/people/ville/report").gets(422).sees(
            "Choose one from the list")
        try aino.fill("reason", "<b>He</b> follows me").fill("about", "other").submit("/people/ville/report").gets(200)
            .sees("Thank you")
        try aino.post("/people/aino_k/report", [("csrf", aino.token), ("reason", "x")]).gets(404)
        try aino.post("/people/nobody_here/report", [("csrf", aino.token), ("reason", "x")]).gets(404)
        try aino.post("/people/ville/report", [("csrf", aino.token), ("reason", "only that")]).gets(200)
        for _ in 0..<18 { try aino.post("/people/ville/report", [("csrf", aino.token), ("reason", "again")]) }
        try aino.post("/people/ville/report", [("csrf", aino.token), ("reason", "again")]).gets(429)
        #expect(aino.page.headers["retry-after"] != nil)
        let keeper = try site.administrator()
        try keeper.get("/admin/reports").sees("<b>He</b> follows me", "Something else", "From aino_k", "ville")
    }
}
