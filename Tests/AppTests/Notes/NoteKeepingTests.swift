import Database
import Media
import Testing

@testable import App

/// Who can still read a note.
struct NoteKeepingTests {
    private static let place = DemoCast.Place.university.coordinate

    /// Aino leaves a note and Mikko finds it; returns its path.
    private func found(_ site: TestSite, _ aino: Visitor, mikko: Visitor) throws -> String {
        try aino.get("/notes/new").fill("text", "Third window.").fill("to", "mikko")
            .fill("lat", "\(NoteKeepingTests.place.latitude)").fill("lon", "\(NoteKeepingTests.place.longitude)")
            .submit("/notes").hasLeftANote()
        let path = try #require(aino.page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        try mikko.stand(at: NoteKeepingTests.place).sees("note.found")
        return path
    }

    @Test func `an author cannot read a note they deleted, while a finder keeps it`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        let path = try found(site, aino, mikko: mikko)
        try aino.get(path).submit("\(path)/delete").isAt("/notes")
        try aino.get(path).gets(404)
        try mikko.get(path).gets(200).sees("Third window.")
    }

    @Test func `a note that a finder deleted is neither readable, nor on their map, nor in its counts`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        func counted() throws -> Int? {
            let id = try site.account("mikko")
            return try site.app.site.database.read {
                try $0.value("SELECT sum(things) FROM grid_count WHERE owner_id = \(id)")
            }
        }
        let before = try counted() ?? 0
        let path = try found(site, aino, mikko: mikko)
        let map =
            "/archive?view=map&lat=\(NoteKeepingTests.place.latitude)&lon=\(NoteKeepingTests.place.longitude)&z=16"
        #expect(try mikko.get(map).page.text.contains("href=\"\(path)\""))
        #expect(try counted() ?? 0 > before)
        try mikko.get(path).submit("/archive/\(path.dropFirst("/notes/".count))/delete")
        try mikko.get(path).gets(404)
        #expect(try !mikko.get(map).page.text.contains("href=\"\(path)\""))
        #expect(try counted() ?? 0 == before)
    }

    @Test func `opened_at is the time of the first opening`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        let path = try found(site, aino, mikko: mikko)
        let note = try #require(ID<Note>(path.dropFirst("/notes/".count)))
        let id = try site.account("mikko")
        func opened() throws -> Int64? {
            try site.app.site.database.read {
                try $0.value("SELECT opened_at FROM delivery WHERE note_id = \(note) AND recipient_id = \(id)")
            }
        }
        try mikko.get(path)
        let first = try opened()
        site.wait(seconds: 600)
        try site.app.site.database.write {
            try NoteQueries.setOpened($0, note, by: id, zone: .gmt, tellsSender: true, at: site.now)
        }
        #expect(try opened() == first && first != nil)
    }

    @Test func `only its author can see and use a draft photo`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        let form = try #require(aino.get("/notes/new").page.forms.first { $0.action == "/notes" })
        let fields = form.fields.filter { $0.name != "photo" }.sorted { first, _ in first.name == "csrf" }
        try aino.upload("/notes/new", field: "photo", file: PictureTests.icon, named: "p.png", fields: fields)
        let path = try #require(aino.page.text.firstMatch(of: #//media/([a-z2-7]{26})/medium/#))
        let name = try #require(MediaName(path.1))
        #expect(try aino.fetch(String(path.0)).status == .ok)
        #expect(try mikko.fetch(String(path.0)).status == .notFound)
        let other = try site.account("mikko")
        #expect(try !site.canClaim(name, other))
        #expect(try aino.fetch(String(path.0)).status == .ok)
    }
}
