import Database
import Proximity
import Testing

@testable import App

/// Links of notes: who has one becomes a recipient, and finds the note by being there.
struct NoteLinkTests {
    static let place = DemoCast.Place.university.coordinate

    /// The path of the link on its author's page.
    static func link(_ page: Page) throws -> String {
        let found = page.text.firstMatch(of: #/data-note-link="http://localhost:8080(/note-link/[^"]{24})"/#)
        return String(try #require(found, "no link on \(page.path)").1)
    }

    /// Leaves a note for whoever gets its link, and returns the path of that. The author's page is shown then.
    static func leave(
        _ text: String, from visitor: Visitor, at place: Coordinate = NoteLinkTests.place,
        _ more: [(String, String)] = []
    ) throws -> String {
        try visitor.get("/notes/new").fill("text", text).fill("lat", "\(place.latitude)")
            .fill("lon", "\(place.longitude)").fill("link", "on")
        for (name, value) in more { visitor.fill(name, value) }
        try visitor.submit("/notes").gets(200)
        return try link(visitor.page)
    }

    /// A newcomer without friends who left a note for whoever gets its link.
    private func world() throws -> (site: TestSite, kaisa: Visitor, note: String, link: String) {
        let site = try TestSite.demo()
        let kaisa = try site.newAccount("kaisa")
        let link = try NoteLinkTests.leave("Third window.", from: kaisa)
        return (site, kaisa, kaisa.page.path, link)
    }

    @Test func `a newcomer without friends leaves a note for whoever gets its link, from the start`() throws {
        let kaisa = try TestSite.demo().newAccount("kaisa")
        try kaisa.get("/notes/new").sees("Leave a note", "You have no friends here yet.")
            .sees("Anybody with the link can look for it.").seesNot("A note needs a friend")
        try kaisa.fill("text", "Look up.").fill("lat", "60.17").fill("lon", "24.94").submit("/notes")
            .sees(
                "Your note is waiting for whoever gets its link.", "Look up.", "Show QR code", "Whoever gets the link.")
        #expect(kaisa.page.path.hasPrefix("/notes/") && kaisa.page.text.contains(" class=\"qr\""))
        _ = try NoteLinkTests.link(kaisa.page)
        try kaisa.get("/notes").sees("Look up.", "Whoever gets the link.").seesNot("Nobody has it anymore.")
        try kaisa.get("/settings/visibility").sees("Whoever has a link")
        #expect(try kaisa.get("/?lat=60.17&lon=24.94&z=16").page.text.contains("waiting for whoever gets its link"))
    }

    @Test func `without the link and without friends there is nobody to find it`() throws {
        let kaisa = try TestSite.demo().newAccount("kaisa")
        try kaisa.get("/notes/new")
        let form = try #require(kaisa.page.forms.first { $0.action == "/notes" })
        let typed = [(name: "text", value: "x"), (name: "lat", value: "60.17"), (name: "lon", value: "24.94")]
        let kept = form.fields.filter { field in field.name != "link" && !typed.contains { $0.name == field.name } }
        #expect(form.fields.contains { $0.name == "link" })
        try kaisa.post("/notes", kept + typed).gets(422).sees("Choose at least one friend, or whoever gets the link.")
    }

    @Test func `with friends it is one more choice beside them, which stays through a preview`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k").get("/notes/new")
        func isOn() throws -> Bool {
            try #require(aino.page.forms.first { $0.action == "/notes" }).fields.contains { $0.name == "link" }
        }
        #expect(try !isOn())
        try aino.fill("link", "on").fill("to", "mikko").submit("/notes", to: "/notes/new")
        #expect(try isOn())
        try aino.fill("text", "x").fill("lat", "60.17").fill("lon", "24.94").submit("/notes")
            .sees("waiting for mikko and whoever gets its link.")
        try aino.get("/notes/new").fill("to", "mikko").fill("text", "y").fill("lat", "60.17").fill("lon", "24.94")
            .submit("/notes").hasLeftANote()
    }

    @Test func `who comes by the link finds the note where it lies, as every recipient does`() throws {
        let (site, kaisa, note, link) = try world()
        let visitor = Visitor(site)
        try visitor.get(link).sees(
            "kaisa left you a note", "Left this afternoon", "opens there, nowhere else", "Sign up"
        )
        .seesNot("Third window.", "Look for it", "14:0")
        #expect(visitor.page.links.contains("/signup?next=\(PathText.component(link))"))
        let (ville, elias) = (try site.member("ville"), try site.member("elias"))
        // Who only has the link is no recipient yet.
        try elias.get(link).sees("kaisa left you a note", "Look for it").get(note).gets(404)
        try elias.stand(at: NoteLinkTests.place).seesNot("note.found").get(note).gets(404)
        try ville.get(link).submit(link).isAt("/").sees("A note from kaisa waits for you.")
        try ville.get(note).gets(404).get(link).sees("It waits for you.").seesNot("Look for it")
        let beside = NoteLinkTests.place.destination(bearing: 90, distance: 60)
        try ville.stand(at: beside).seesNot("note.found").get(note).gets(404)
        try kaisa.get(note).sees("ville Waiting")
        site.wait(seconds: 60)
        try ville.stand(at: NoteLinkTests.place).sees("note.found")
        try kaisa.get(note).sees("ville Waiting")
        try ville.get(note).gets(200).sees("Third window.").get(link).sees("You’ve found it.").seesNot("Look for it")
        site.wait(seconds: HalfHour.seconds)
        try kaisa.get(note).sees("ville Opened this afternoon")
        try kaisa.get("/friends").sees("Friend requests", "ville")
    }

    @Test func `no friend request goes with it where its box is off, and following it again changes nothing`() throws {
        let (site, kaisa, note, link) = try world()
        let ville = try site.member("ville").get(link)
        for _ in 0..<2 { try ville.post(link, [("csrf", ville.token)]).isAt("/").sees("waits for you.") }
        try kaisa.get("/friends").seesNot("ville")
        try kaisa.get(note).sees("One person does.")
    }

    @Test func `a link tells nothing of where the note lies and what is in it`() throws {
        let far = NoteLinkTests.place.destination(bearing: 10, distance: 40_000)
        let pages = try [
            (NoteLinkTests.place, "Short.", ""),
            (far, String(repeating: "Long and longer. ", count: 60), "Behind the oak"),
        ].map { place, text, hint in
            let site = try TestSite.demo()
            let link = try NoteLinkTests.leave(
                text, from: site.newAccount("kaisa"), at: place,
                [("hint", hint), ("radius_m", hint.isEmpty ? "6" : "500")])
            let (visitor, ville) = (Visitor(site), try site.member("ville"))
            var texts = [try visitor.get(link).gets(200).page.still, try ville.get(link).gets(200).page.still]
            try ville.submit(link).sees("waits for you.")
            texts.append(try ville.get(link).gets(200).page.still)
            return texts.map { $0.replacing(link, with: "LINK").replacing(PathText.component(link), with: "LINK") }
        }
        #expect(pages[0] == pages[1])
    }
}
