import Database
import Foundation
import Media
import Proximity
import Testing

@testable import App

/// What a newcomer finds in the demo world.
struct DemoTests {
    /// 03:00, 09:00, 14:00 and 23:30 in Helsinki.
    private static let times = [-11.0, -5, 0, 9.5].map { TestSite.noon + $0 * 3_600 }

    private static func photos(_ page: Page) -> Set<String> {
        Set(page.text.matches(of: /\/media\/([a-z2-7]{26})/).map { "\($0.1)" })
    }

    @Test func `everybody has a portrait and says something`() throws {
        let site = try TestSite.warmDemo()
        let mikko = try site.member("mikko")
        for name in DemoCast.names {
            let id = try site.account(name)
            let profile = try site.app.site.database.read { try ProfileQueries.profile($0, of: id) }
            #expect(profile?.bio.isEmpty == false, "\(name)")
            let picture: String? = try site.app.site.database.read {
                try $0.value("SELECT picture FROM account WHERE id = \(id)")
            }
            #expect(try mikko.fetch("/media/\(try #require(picture, "\(name)"))/small").status == .ok, "\(name)")
        }
    }

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

    @Test func `the film and the sound of the demo world are taken as they are, by the way of every upload`() throws {
        let site = try TestSite.demo()
        let aino = try site.account("aino_k")
        let folder = TestSite.publicFolder + "/demo"
        let demo = DemoContext(people: ["aino_k": aino], now: site.now, pictures: folder)
        for (file, use, type, most) in [
            ("frozen-fountain.webm", MediaUse.clip, "video/webm", 150_000),
            ("tram-bell.ogg", .song, "audio/ogg", 40_000),
        ] {
            let prepared = try #require(try site.app.uploads.takeDemoFile(file, as: use, for: aino, demo))
            #expect(!prepared.needsTranscoding && prepared.files[0].contentType == type)
            #expect(prepared.seconds.map { 4...6 ~= $0 } == true && prepared.files[0].bytes <= most, "\(file)")
            let name = try #require(try site.app.uploads.takeDemoDraft(file, as: use, for: "relic", of: aino, demo))
            let stored = try site.app.site.database.read { try MediaQueries.contentType($0, name, .original) }
            #expect(stored == type)
        }
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

    @Test(arguments: times)
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

    @Test func `people find things by day`() {
        for time in DemoTests.times {
            let demo = DemoContext(people: [:], now: time, pictures: "")
            for hour in [7.0, 10.0] {
                #expect(LocalTime(demo.day(0, at: hour), demo.zone).hour == Int(hour))
                #expect(demo.day(0, at: hour) < time && demo.day(0, at: hour) > time - 30 * 3_600)
            }
        }
    }

    @Test func `the same world is made each time`() throws {
        let again = try TestSite.at(try TestSite.makeWorld()).everythingStored()
        for (table, rows) in try TestSite.warmDemo().everythingStored() { #expect(rows == again[table], "\(table)") }
    }

    @Test func `without its pictures the world has initials and plain notes`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        for path in ["/archive", "/notes", "/friends"] { #expect(DemoTests.photos(try aino.get(path).page).isEmpty) }
        try aino.get("/archive").sees("Third bench from the fountain.")
    }
}
