import Database
import Foundation
import Proximity
import Testing

@testable import App

/// Edits: for those who have not found the note, and alike for its author whatever the server knows.
struct NoteEditTests {
    private static let place = DemoCast.Place.university.coordinate
    private static let elsewhere = DemoCast.Place.marketSquare.coordinate

    /// Aino's note for Mikko and Leena, whom it waits for.
    private func world() throws -> (aino: Visitor, mikko: Visitor, leena: Visitor, note: ID<Note>) {
        let site = try TestSite.demo()
        let (aino, mikko, leena) = (try site.member("aino_k"), try site.member("mikko"), try site.member("leena"))
        let new = NewNote(
            text: "First words", coordinate: NoteEditTests.place, recipients: ["mikko", "leena"], formKey: "edit")
        let id = try site.app.notes.create(new, from: try site.account("aino_k"), zone: .gmt, site.now)
        return (aino, mikko, leena, id)
    }

    private func edit(
        _ site: TestSite, _ id: ID<Note>, text: String, at place: Coordinate = place, by author: String = "aino_k"
    ) throws -> Bool {
        let account = try site.account(author)
        let contents = NoteContents(text: text, coordinate: place, radius: 6.096)
        return try site.app.site.database.write {
            try NoteQueries.edit($0, id, to: contents, by: account, at: site.now)
        }
    }

    @Test func `an edit is for those who have not found the note, others keep what they found`() throws {
        let (aino, mikko, leena, id) = try world()
        let path = NotePaths.note(id)
        try mikko.stand(at: NoteEditTests.place).sees("note.found")
        #expect(try edit(aino.site, id, text: "Second words", at: NoteEditTests.elsewhere))
        try mikko.get(path).sees("First words").seesNot("Second words")
        try leena.stand(at: NoteEditTests.place).seesNot("note.found")
        leena.site.wait(seconds: 60)
        try leena.stand(at: NoteEditTests.elsewhere).sees("note.found")
        try leena.get(path).sees("Second words").seesNot("First words")
        try aino.get("/notes").sees("Second words").seesNot("First words")
        #expect(try edit(aino.site, id, text: "Third words"))
        try mikko.get("/archive?q=first").sees("First words")
        try mikko.get("/archive?q=third").seesNot("First words", "Third words")
        try leena.get(path).sees("Second words")
        try aino.get(path).sees("Third words")
    }

    @Test func `the map of a finder keeps the place where the note was found`() throws {
        let (aino, mikko, _, id) = try world()
        try mikko.stand(at: NoteEditTests.place).sees("note.found")
        func pins() throws -> [String] {
            let map = try mikko.get("/archive?view=map").page.text
            return map.split(separator: "<a ").filter { $0.contains(NotePaths.note(id)) }.map { String($0) }
        }
        let before = try pins()
        #expect(!before.isEmpty)
        #expect(try edit(aino.site, id, text: "Second words", at: NoteEditTests.elsewhere))
        #expect(try pins().first == before.first)
    }

    @Test func `an author may edit until a receipt stands, whoever has found the note`() throws {
        let (aino, mikko, _, id) = try world()
        let site = aino.site
        #expect(try !edit(site, id, text: "Not yours", by: "leena"))
        try mikko.stand(at: NoteEditTests.place).sees("note.found")
        try mikko.get(NotePaths.note(id)).sees("First words")
        #expect(try edit(site, id, text: "Before the half hour"))
        site.wait(seconds: 1_801)
        #expect(try !edit(site, id, text: "After it"))
    }

    @Test func `a note that was withdrawn or deleted cannot be edited`() throws {
        let (aino, _, _, id) = try world()
        let site = aino.site
        let author = try site.account("aino_k")
        for name in ["mikko", "leena"] {
            let recipient = try site.account(name)
            try site.app.site.database.write { try NoteQueries.withdraw($0, from: author, to: recipient, site.now) }
        }
        #expect(try !edit(site, id, text: "Too late"))
        try aino.get(NotePaths.note(id)).submit(NotePaths.delete(id))
        #expect(try !edit(site, id, text: "Too late"))
    }
}
