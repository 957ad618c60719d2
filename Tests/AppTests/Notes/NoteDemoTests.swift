import Database
import Foundation
import Media
import Proximity
import Testing

@testable import App

/// The notes of the demo world.
struct NoteDemoTests {
    @Test func `the archive and the sent notes have photos, which their readers see in every size`() throws {
        let site = try TestSite.warmDemo()
        let aino = try site.member("aino_k")
        for (path, least) in [("/archive", 2), ("/notes", 2)] {
            let parts = try aino.get(path).page.text.components(separatedBy: #"class="note-thumb""#)
            #expect(parts.count > least, "\(path)")
        }
        let id = try site.account("aino_k")
        let notes = try site.app.site.database.read { try NoteQueries.archive($0, of: id).notes }
        let names = notes.compactMap { $0.photo }
        #expect(names.count == 3)
        for name in names {
            for size in ["", "/large", "/medium", "/small"] {
                #expect(try aino.fetch("/media/\(name)\(size)").status == .ok)
            }
        }
        #expect(try site.app.site.database.read { try $0.value("SELECT count(*) FROM media_draft") } == 0)
    }

    @Test func `a note with a photo waits within a minute's walk of Aino`() throws {
        let site = try TestSite.warmDemo()
        let id = try site.account("aino_k")
        let (here, waiting) = try site.app.site.database.read { database in
            let here = try #require(try site.app.positions.last(database, of: id, site.now)).coordinate
            let area = Covering.of(centre: here, radius: 80)
            return (here, try NoteQueries.waiting(database, for: id, in: area, looks: true, site.now))
        }
        let near = waiting.filter { $0.coordinate.distance(to: here) < 80 }
        #expect(near.count == 1)
        let aino = try site.member("aino_k")
        try aino.stand(at: here).seesNot("note.found")
        site.wait(seconds: 60)
        try aino.stand(at: try #require(near.first).coordinate).sees("You found a note from leena")
        let note = try #require(near.first).id
        #expect(!DemoTests.photos(try aino.get(NotePaths.note(note)).page).isEmpty)
    }

    @Test(arguments: DemoTests.times)
    func `at every time of day a receipt has just come, a note is unopened and nothing lies in the future`(
        time: Timestamp
    ) throws {
        let folder = try TestSite.makeWorld(publicFolder: TestSite.publicFolderWithoutPictures(), at: time)
        let site = try TestSite.at(folder, time)
        let id = try site.account("aino_k")
        let receipts = try site.app.site.database.read { database -> [Receipt] in
            let notes = try NoteQueries.sent(database, by: id).notes.map { $0.id }
            return try NoteQueries.receipts(database, of: notes, time).values.flatMap { $0 }
        }
        let opened = receipts.compactMap { receipt -> Timestamp? in
            guard case .opened(let time, _, _) = receipt.state else { return nil }
            return time
        }
        #expect(opened.count == 2)
        #expect(try #require(opened.max()) >= time - 2 * 3_600)
        #expect(receipts.contains { $0.state == .waiting })
        #expect(try site.app.site.database.read { try NoteQueries.unopened($0, of: id).count } == 1)
        let future: Int? = try site.app.site.database.read {
            try $0.value(
                """
                SELECT count(*) FROM note JOIN delivery ON note_id = note.id
                WHERE created_at > \(time) OR found_at > \(time) OR opened_at > \(time) OR found_at < created_at
                """)
        }
        #expect(future == 0)
    }
}
