import Database
import Foundation
import HTTP
import Media
import Proximity
import Testing

@testable import App

/// The photos of found notes, as their finder takes them along.
struct NoteExportTests {
    /// A finder of five notes, all found at the same moment: four with photos, one of these deleted from the archive.
    private func finder(_ site: TestSite) throws -> (id: ID<Account>, photos: [String]) {
        let (from, to) = (try site.account("aino_k"), try site.account("mikko"))
        try site.app.site.database.write { try $0.execute("DELETE FROM delivery WHERE recipient_id = \(to)") }
        var photos: [String] = []
        for number in 0..<5 {
            let form = FormFields(values: [
                ("text", "thing \(number)."), ("to", "mikko"), ("lat", "60.5"), ("lon", "24.5"), ("key", "k\(number)"),
            ])
            let note = try site.app.notes.create(NewNote(form, in: .gmt, site.now), from: from, zone: .gmt, site.now)
            try site.app.site.database.write { database in
                let place = DemoCast.Place.oodi.coordinate
                try NoteQueries.setFound(database, note, at: place, by: to, now: site.now, isTyped: false)
                guard number > 0 else { return }
                let name = String(repeating: "a", count: 25) + "\(number + 2)"
                try database.execute(
                    """
                    INSERT INTO media (name, owner_id, purpose, kind, bytes, created_at)
                    VALUES (\(name), \(from), 'photo', 'image', 3, \(site.now))
                    """)
                for (size, type) in [("original", "image/jpeg"), ("small", "image/webp")] {
                    try database.execute(
                        """
                        INSERT INTO media_file (name, size, content_type, bytes, width, height)
                        VALUES (\(name), \(size), \(type), 3, 1, 1)
                        """)
                }
                try database.execute("UPDATE note SET photo = \(name) WHERE id = \(note)")
                photos.append(name)
            }
            if number == 1 {
                try site.app.site.database.write {
                    _ = try NoteQueries.deleteFromArchive($0, note, of: to, at: site.now)
                }
                photos.removeLast()
            }
        }
        return (to, photos)
    }

    @Test func `they come in pages, each once, and are counted`() throws {
        let site = try TestSite.demo()
        let (id, photos) = try finder(site)
        try site.app.site.database.read { database in
            var found: [String] = []
            var cursor: Cursor?
            var pages = 0
            repeat {
                let page = try NoteQueries.photosFound(database, by: id, after: cursor, limit: 2)
                found += page.items.map { $0.name }
                #expect(page.items.allSatisfy { $0.type == "image/jpeg" && $0.found == site.now })
                cursor = page.next
                pages += 1
            } while cursor != nil
            #expect(found.sorted() == photos.sorted() && pages == 2)
            let sent = try NoteQueries.sent(database, by: id, after: nil).notes.count
            // Found notes stand in two files.
            #expect(try NoteQueries.count(database, of: id) == sent + 2 * 4 + 3)
        }
    }

    @Test func `they lie in the archive under the type that they have`() throws {
        let site = try TestSite.demo()
        let (_, photos) = try finder(site)
        for photo in photos {
            let path = site.app.notes.uploads.store.path(try #require(MediaName(photo)), .original)
            try FileManager.default.createDirectory(
                at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
            #expect(FileManager.default.createFile(atPath: path, contents: Data(photo.utf8)))
        }
        let mikko = try site.member("mikko")
        try mikko.get("/settings/export").fill("password", "demo-password").submit("/settings/export")
        site.app.runJobs([.long])
        let link = try mikko.get("/settings/export").page.links.first { $0.hasPrefix("/settings/export/") }
        let files = try ExportTests.unpacked(mikko, try #require(link))
        let found = files.filter { $0.key.hasPrefix("notes/photos/") }
        #expect(found == Dictionary(uniqueKeysWithValues: photos.map { ("notes/photos/\($0).jpg", $0) }))
    }
}
