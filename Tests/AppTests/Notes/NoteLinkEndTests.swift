import Database
import Proximity
import Testing

@testable import App

/// Where a link of a note ends.
struct NoteLinkEndTests {
    private let old = "/note-link/" + String(repeating: "a", count: 24)

    private func world(
        _ change: (inout NewNote) -> Void = { _ in }
    ) throws -> (site: TestSite, aino: Visitor, note: ID<Note>, link: String) {
        let site = try TestSite.demo()
        let note = try site.leave("linked", for: "mikko", at: NoteLinkTests.place) {
            $0.isByLink = true
            change(&$0)
        }
        let aino = try site.member("aino_k").get(NotePaths.note(note))
        return (site, aino, note, try NoteLinkTests.link(aino.page))
    }

    /// Expects a link to answer like one that never was, to visitors and to somebody who has an account.
    private func expectDead(_ link: String, _ site: TestSite, _ name: String = "ville") throws {
        for visitor in [Visitor(site), try site.member(name)] {
            let unknown = try visitor.get(old).gets(404).page.plain
            #expect(try visitor.get(link).gets(404).page.plain == unknown)
        }
        let member = try site.member(name)
        try member.post(link, [("csrf", member.get("/friends").token)]).gets(404)
    }

    @Test func `a link that is off and one that was replaced lead nowhere, and who came before stays`() throws {
        let (site, aino, note, link) = try world()
        let leena = try site.member("leena")
        try leena.get(link).submit(link).sees("waits for you.")
        try aino.submit(NotePaths.makeLink(note)).sees("Link ready.")
        let second = try NoteLinkTests.link(aino.page)
        #expect(second != link)
        try expectDead(link, site)
        try site.member("ville").get(second).gets(200)
        try aino.submit(NotePaths.revokeLink(note)).sees("Link turned off.", "Create link")
        #expect(!aino.page.text.contains("data-note-link"))
        try expectDead(second, site)
        try leena.stand(at: NoteLinkTests.place).sees("note.found")
        let token = aino.token
        try aino.post(NotePaths.revokeLink(note), [("csrf", token)]).gets(404)
        try leena.post(NotePaths.makeLink(note), [("csrf", leena.get("/friends").token)]).gets(404)
    }

    @Test func `the link of a note that is taken back, deleted or over leads nowhere`() throws {
        var (site, aino, note, link) = try world()
        try aino.submit(NotePaths.withdraw(note)).sees("Withdrawn.")
        try expectDead(link, site)
        (site, aino, note, link) = try world()
        try aino.submit(NotePaths.delete(note))
        try expectDead(link, site)
        try aino.get("/").post(NotePaths.restore(note), [("csrf", aino.token)])
        try site.member("ville").get(link).gets(200)
        (site, aino, note, link) = try world { $0.closesAt = TestSite.noon + 3_600 }
        site.wait(seconds: 3_600)
        try expectDead(link, site)
        try aino.get(NotePaths.note(note)).seesNot("Create link", "Turn off link")
    }

    @Test func `a note for nobody but who has its link is edited and taken back like any other`() throws {
        let site = try TestSite.demo()
        let kaisa = try site.newAccount("kaisa")
        let link = try NoteLinkTests.leave("Third window.", from: kaisa)
        let note = kaisa.page.path
        try kaisa.get("\(note)/edit").fill("text", "Fourth window.").submit("\(note)/edit").sees("Fourth window.")
        try site.member("ville").get(link).gets(200)
        try kaisa.submit("\(note)/withdraw").sees("Withdrawn.", "Nobody has it anymore.")
        try expectDead(link, site)
    }

    @Test func `a block or a suspension answers like an old link`() throws {
        let (site, aino, _, link) = try world()
        try aino.get("/people/ville").submit("/people/ville/block")
        let (ville, sofia) = (try site.member("ville"), try site.member("sofia"))
        #expect(try ville.get(old).page.plain == ville.get(link).gets(404).page.plain)
        try ville.post(link, [("csrf", ville.get("/friends").token)]).gets(404)
        try sofia.get("/people/aino_k").submit("/people/aino_k/block").get(link).gets(404)
        // Somebody for whom it waited until then.
        let jonas = try site.member("jonas")
        try jonas.get(link).submit(link).sees("waits for you.")
        try aino.get("/people/jonas").submit("/people/jonas/block")
        try jonas.get(link).gets(404).stand(at: NoteLinkTests.place).seesNot("note.found")
        try site.suspend(site.account("aino_k"))
        try expectDead(link, site, "elias")
    }

    @Test func `twenty people look for a note by its link, a new link lets in no more`() throws {
        let (site, aino, note, link) = try world()
        try site.app.site.database.write { try $0.execute("UPDATE note_link SET uses = 19 WHERE note_id = \(note)") }
        let (ville, elias) = (try site.member("ville"), try site.member("elias"))
        try elias.get(link).gets(200)
        try ville.get(link).submit(link).sees("waits for you.").get(link).sees("It waits for you.")
        try elias.submit(link).gets(404)
        try expectDead(link, site, "elias")
        try aino.get(NotePaths.note(note)).sees("which lets nobody else in").submit(NotePaths.makeLink(note))
        try expectDead(NoteLinkTests.link(aino.page), site, "elias")
        try ville.stand(at: NoteLinkTests.place).sees("note.found")
    }

    @Test func `one's own link leads to the note and makes nobody a recipient; a friend for whom it waits needs none`()
        throws
    {
        let (site, aino, note, link) = try world()
        try aino.get(link).sees("This is your own link").seesNot("Look for it")
        #expect(aino.page.links.contains(NotePaths.note(note)))
        try aino.post(link, [("csrf", aino.get("/friends").token)]).gets(404)
        let mikko = try site.member("mikko")
        try mikko.get(link).sees("It waits for you.").post(link, [("csrf", mikko.get("/friends").token)]).isAt("/")
        try aino.get(NotePaths.note(note)).seesNot("One person does.")
    }

    @Test func `wrong links are counted by network, and what somebody follows by account`() throws {
        let (site, _, _, link) = try world()
        let (visitor, ville) = (Visitor(site), try site.member("ville"))
        for number in 0..<60 {
            try visitor.get("/note-link/\(String(repeating: "b", count: 22))\(10 + number)").gets(404)
        }
        try visitor.get(old).gets(429)
        // The right one is no guess.
        try visitor.get(link).gets(200)
        try ville.get(link)
        let token = ville.token
        for number in 0...60 { try ville.post(link, [("csrf", token)]).gets(number < 60 ? 200 : 429) }
        site.wait(seconds: 3_600)
        try visitor.get(old).gets(404)
    }

    @Test func `where an invitation is needed to sign up, a note's link is one while it works`() throws {
        let (site, aino, note, link) = try world()
        try site.administrator().get("/admin/settings").fill("registration", "invited").submit("/admin/settings")
        let (first, second) = (Visitor(site), Visitor(site))
        try Visitor(site).get("/signup").gets(403)
        for visitor in [first, second] { try visitor.get(link).get("/signup?next=\(link)").sees("Username") }
        func signUp(_ visitor: Visitor, _ name: String) throws {
            try visitor.fill("username", name).fill("email", "\(name)@example.com").fill("birth_date", "2001-05-31")
                .fill("password", "long enough for me").fill("password_confirmation", "long enough for me")
                .submit("/signup")
        }
        try signUp(first, "first_one")
        try first.isAt(link).submit(link).sees("A note from aino_k waits for you.")
        try aino.get(NotePaths.note(note)).submit(NotePaths.revokeLink(note))
        try signUp(second, "second_one")
        second.gets(403).sees("By invitation only")
    }

    @Test func `a copy of the table holds no valid link of a note, and a restored one none at all`() throws {
        let (site, aino, note, link) = try world()
        let stored = try site.app.site.database.read { database in
            try database.all("SELECT seed, token_hash FROM note_link") { row -> [String] in
                [try row["seed"], try row["token_hash"]]
            }
        }
        #expect(!stored.isEmpty && stored.joined().allSatisfy { !link.contains($0) })
        for value in stored.joined() { try site.member("ville").get("/note-link/\(value)").gets(404) }
        try site.app.site.database.write { try site.app.notes.restored($0) }
        try expectDead(link, site)
        try aino.get(NotePaths.note(note)).sees("Create link")
    }
}
