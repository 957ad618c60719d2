import Database
import HTTP
import Proximity
import Testing

@testable import App

/// Paged lists contain each item once, even if all items have the same time.
struct NotePagingTests {
    @Test func `paged lists of sent and found notes contain each note exactly once`() throws {
        let site = try TestSite.demo()
        let (author, finder) = (try site.newAccount("author_of_many"), try site.newAccount("finder_of_many"))
        let (from, to) = (try site.account("author_of_many"), try site.account("finder_of_many"))
        try site.app.friends.ask(from: from, to: to, at: site.now)
        try site.app.friends.ask(from: to, to: from, at: site.now)
        for number in 1...120 {
            let form = FormFields(values: [
                ("text", "thing \(number)."), ("to", "finder_of_many"), ("lat", "60.5"), ("lon", "24.5"),
                ("key", "key-\(number)"),
            ])
            try author.site.app.notes.create(NewNote(form, in: .gmt, author.site.now), from: from, zone: .gmt, site.now)
        }
        #expect(try author.numbers("/notes").sorted() == Array(1...120))
        let notes: [ID<Note>] = try site.app.site.database.read {
            try $0.all("SELECT id FROM note WHERE author_id = \(from) ORDER BY id") { try $0["id"] }
        }
        try site.app.site.database.write { database in
            for id in notes {
                let place = DemoCast.Place.oodi.coordinate
                try NoteQueries.setFound(database, id, at: place, by: to, now: site.now, isTyped: false)
                try NoteQueries.setOpened(database, id, by: to, zone: .gmt, tellsSender: false, at: site.now)
            }
        }
        #expect(try finder.numbers("/archive").sorted() == Array(1...120))
    }
}
