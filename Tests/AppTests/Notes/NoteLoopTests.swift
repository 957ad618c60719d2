import Database
import Foundation
import HTTP
import Proximity
import Testing

@testable import App

/// The loop from leaving a note to its opening, on the author's home page; and what a finder does with a note.
struct NoteLoopTests {
    private static let place = DemoCast.Place.university.coordinate
    private static let view = "lat=\(place.latitude)&lon=\(place.longitude)&z=16"

    private func left(_ site: TestSite) throws -> (aino: Visitor, note: String) {
        let aino = try site.member("aino_k")
        try aino.leave("Look up.", for: "mikko", at: NoteLoopTests.place)
        return (aino, try #require(aino.page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" }))
    }

    @Test func `a note lies waiting on its author's map, and the card says for whom`() throws {
        let (aino, note) = try left(try TestSite.demo())
        try aino.get("/notes").sees("Left just now")
        for path in ["/?\(NoteLoopTests.view)", "/map?\(NoteLoopTests.view)"] {
            let text = try aino.get(path).page.text
            #expect(text.contains("<title>Your note, waiting for mikko</title>"))
            #expect(text.contains("pin-letter") && text.contains("href=\"\(note)\""))
        }
        try aino.get("\(note)/card").sees("You left this", "Look up.", "mikko Waiting")
        #expect(try !aino.get("/archive?view=map&\(NoteLoopTests.view)").page.text.contains("Your note"))
        try aino.get(note).submit("\(note)/delete")
        #expect(try !aino.get("/?\(NoteLoopTests.view)").page.text.contains("waiting for mikko<"))
    }

    @Test func `nothing on the author's map and card changes by a pick-up, only by the receipt`() throws {
        let base = try TestSite.demo()
        let (aino, note) = try left(base)
        let mikko = try base.member("mikko")
        base.wait(seconds: 60)
        let paths = ["/?\(NoteLoopTests.view)", "/map?\(NoteLoopTests.view)", "\(note)/card", "/", note]
        func looks() throws -> [String] {
            base.seed(7)
            return try paths.map { try aino.get($0).page.still }
        }
        let before = try looks()
        try mikko.stand(at: NoteLoopTests.place).sees("note.found")
        #expect(try looks() == before)
        try mikko.get(note).gets(200)
        #expect(try looks() == before)
        base.wait(seconds: HalfHour.seconds)
        try aino.get("/").sees("mikko opened your note this afternoon")
        let text = try aino.get("/?\(NoteLoopTests.view)").page.text
        #expect(text.contains("<title>Your note</title>") && !text.contains("waiting for mikko<"))
        try aino.get("\(note)/card").sees("mikko Opened this afternoon")
        base.wait(seconds: Notes.newsTime)
        try aino.get("/").seesNot("opened your note")
    }

    @Test func `too many own notes are drawn as counts`() throws {
        let site = try TestSite.demo()
        let id = try site.account("ville")
        try site.app.site.database.write { database in
            for number in 0...GridCounts.maxDrawn {
                let note = NewNote(text: "n", coordinate: NoteLoopTests.place, recipients: [], submission: "c\(number)")
                _ = try NoteQueries.insert(database, note, author: id, zone: .gmt, recipients: [], site.now)
            }
        }
        let text = try site.member("ville").get("/map?\(NoteLoopTests.view)").page.text
        #expect(text.contains("<title>2,001 notes here</title>"))
    }

    @Test func `notes for many friends are all on their author's map`() throws {
        let site = try TestSite.demo()
        let id = try site.account("ville")
        let friends = try ["mikko", "leena", "sofia", "jonas"].map { try site.account($0) }
        let count = GridCounts.maxDrawn / 2 + 1
        let left = try site.app.site.database.write { database in
            for number in 0..<count {
                let note = NewNote(text: "n", coordinate: NoteLoopTests.place, recipients: [], submission: "c\(number)")
                _ = try NoteQueries.insert(database, note, author: id, zone: .gmt, recipients: friends, site.now)
            }
            let around = Covering.of(centre: NoteLoopTests.place, radius: 100)
            return try NoteQueries.left(database, by: id, in: around, site.now)
        }
        #expect(left.count == count && left.allSatisfy { $0.awaited.count == friends.count })
    }

    @Test func `a note unfolds at its first opening only`() throws {
        let site = try TestSite.demo()
        let (_, note) = try left(site)
        let mikko = try site.member("mikko")
        try mikko.stand(at: NoteLoopTests.place).get("/").sees("You found a note from aino_k", "Tap to open")
        try mikko.get("\(note)/card").seesNot("Look up.")
        try mikko.get(note).sees("Keep it and go to the map", "Leave one back", "Delete", "Report this note")
        #expect(mikko.page.text.contains("data-unfolds") && mikko.page.links.contains("/notes/new?to=aino_k"))
        try mikko.submit("/archive/\(note.dropFirst(7))/keep").isAt("/").sees("Kept in your archive.")
        try mikko.get(note).sees("Look up.").seesNot("Keep")
        #expect(!mikko.page.text.contains("data-unfolds"))
        let token = mikko.token
        try mikko.post("/archive/1/keep", [("csrf", token)]).gets(404)
        try mikko.get("/friends").submit("/friends/aino_k/remove").get(note).seesNot("Leave one back")
    }

    @Test func `a report keeps the words of a note that its author deletes`() throws {
        let site = try TestSite.demo()
        let (aino, note) = try left(site)
        let mikko = try site.member("mikko")
        try mikko.get("/").post("\(note)/report", [("csrf", mikko.token), ("reason", "Rude")]).gets(404)
        try mikko.stand(at: NoteLoopTests.place).get(note).submit("\(note)/report").gets(422).sees("Say what happened.")
        try mikko.get(note).fill("reason", "Rude").fill("about", "person").submit("\(note)/report")
            .isAt(note).sees("Thank you.")
        try aino.get(note).submit("\(note)/delete")
        site.wait(seconds: 120)
        site.app.runJobs()
        try aino.get("/notes").post("\(note)/report", [("csrf", aino.token), ("reason", "x")]).gets(404)
        try site.administrator().get("/admin/reports").sees("A note", "Rude", "Look up.")
    }

    @Test func `the link back leads where the reader came from, on this site`() throws {
        let site = try TestSite.demo()
        let (aino, note) = try left(site)
        let own = "http://localhost:8080"
        for (referer, link) in [
            ("\(own)/?lat=60&lon=24&z=9", "/?lat=60&lon=24&z=9"), ("\(own)/archive?q=look", "/archive?q=look"),
            ("\(own)/archive?view=map&z=9", "/archive?view=map&z=9"), ("\(own)\(note)", "/notes"),
            ("\(own)//evil.example/", "/notes"), ("\(own)/archive/../x", "/notes"),
            ("http://evil.example/archive", "/notes"),
        ] {
            try aino.get(note, [("Referer", referer)])
            let back = "<p class=\"back\"><a href=\"\(link.replacing("&", with: "&amp;"))\">"
            #expect(aino.page.text.contains(back), "\(referer)")
        }
    }
}
