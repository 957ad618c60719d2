import Database
import HTTP
import Media
import Proximity
import Testing

@testable import App

/// The photo of a reported note.
struct ReportedNoteTests {
    @Test func `administrators see it until the report is closed, also when its finder deletes the note`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        let place = DemoCast.Place.university.coordinate
        try aino.get("/notes/new").upload(
            "/notes", field: "photo", file: PictureTests.icon, named: "p.png",
            fields: [
                ("csrf", aino.token), ("text", "Third window."), ("to", "mikko"), ("lat", "\(place.latitude)"),
                ("lon", "\(place.longitude)"), ("key", "reported"),
            ]
        ).hasLeftANote()
        try mikko.stand(at: place).sees("note.found")
        let note = try #require(
            mikko.get("/archive").page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        try mikko.get(note).fill("reason", "Rude").submit("\(note)/report").sees("Thank you")
        let name: String? = try site.app.site.database.read { try $0.value("SELECT name FROM report_media") }
        let photo = try #require(name.flatMap { MediaName($0) })
        try ReportedFiles.check(site, of: aino, [photo], as: "A note") {
            try aino.get(note).submit("\(note)/delete")
            try mikko.get(note).submit("/archive/\(note.dropFirst("/notes/".count))/delete")
        }
    }
}
