import Proximity
import Testing

@testable import App

/// A note as a card in a message.
struct NoteCardTests {
    @Test func `a note shows itself to its author and to who found it, and says nothing of what is in it`() throws {
        let site = try TestSite.demo()
        let place = DemoCast.Place.university.coordinate
        let written = NewNote(text: "window", coordinate: place, recipients: ["mikko"], formKey: "card")
        let note = try site.app.notes.create(written, from: try site.account("aino_k"), zone: .gmt, site.now)
        let path = NotePaths.note(note)
        let nothing = try site.cardText(at: "/notes/99", for: "mikko")
        #expect(try site.card(at: path, for: "aino_k").title == "Your note")
        for name in ["mikko", "noor_h"] { #expect(try site.cardText(at: path, for: name) == nothing) }
        try site.member("mikko").stand(at: place).sees("note.found")
        let found = try site.card(at: path, for: "mikko")
        #expect(found.title.hasPrefix("Note from") && found.detail == "Not opened yet" && found.path == path)
        #expect(!String(describing: found).contains("window") && found.map == nil && found.route.isEmpty)
        #expect(try site.cardText(at: path, for: "noor_h") == nothing)
    }
}
