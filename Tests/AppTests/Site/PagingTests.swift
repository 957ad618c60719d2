import Database
import HTTP
import Proximity
import Testing

@testable import App

/// Long lists in pages: each thing once, also when all are of one moment.
struct PagingTests {
    /// What all pages of a list show of things numbered "thing 1." and so on, in the order of the pages.
    private func numbers(_ visitor: Visitor, _ path: String) throws -> [Int] {
        var found: [Int] = []
        var next: String? = path
        var pages = 0
        while let path = next, pages < 10 {
            let page = try visitor.get(path).gets(200).page
            found += page.plain.matches(of: #/thing (\d+)\./#).compactMap { Int($0.1) }
            next = page.links.first { $0.contains("after=") }
            pages += 1
        }
        #expect(pages == 3, "\(path)")
        return found
    }

    @Test func `the lists of an administrator lose nothing and repeat nothing`() throws {
        let site = try TestSite.demo()
        let keeper = try site.administrator()
        let (reporter, about) = (try site.account("aino_k"), try site.account("ville"))
        try site.app.site.database.write { try $0.execute("DELETE FROM report") }
        try site.app.site.database.write { database in
            for number in 1...120 {
                let form = FormFields(values: [("reason", "thing \(number)."), ("about", "other")])
                let report = try NewReport(form, by: reporter, about: about, among: site.app.reports.subjects)
                try ReportQueries.insert(database, report, site.now)
                try AdminQueries.record(
                    database, .suspended, by: (nil, "command line"), about: Person(id: about, username: "ville"),
                    detail: "thing \(number).", site.now)
            }
        }
        #expect(try numbers(keeper, "/admin/reports") == Array(1...120))
        #expect(try numbers(keeper, "/admin/audit") == (1...120).reversed())
        let open: [ID<Report>] = try site.app.site.database.read {
            try $0.all("SELECT id FROM report") { try $0["id"] }
        }
        try site.app.site.database.write { database in
            for id in open {
                let isClosed = try ReportQueries.close(database, id, note: "x", site.now)
                #expect(isClosed)
            }
        }
        #expect(try numbers(keeper, "/admin/reports?state=closed") == (1...120).reversed())
    }

    @Test func `what was left and what was found comes in pages that lose nothing and repeat nothing`() throws {
        let site = try TestSite.demo()
        let (author, finder) = (try site.newAccount("author_of_many"), try site.newAccount("finder_of_many"))
        let (from, to) = (try site.account("author_of_many"), try site.account("finder_of_many"))
        try site.app.friends.ask(from, to, site.now)
        try site.app.friends.ask(to, from, site.now)
        for number in 1...120 {
            let form = FormFields(values: [
                ("text", "thing \(number)."), ("to", "finder_of_many"), ("lat", "60.5"), ("lon", "24.5"),
                ("key", "key-\(number)"),
            ])
            try author.site.app.notes.create(NewNote(form, photo: nil), from: from, zone: .gmt, site.now)
        }
        #expect(try numbers(author, "/notes") == (1...120).reversed())
        let notes: [ID<Note>] = try site.app.site.database.read {
            try $0.all("SELECT id FROM note WHERE author_id = \(from) ORDER BY id") { try $0["id"] }
        }
        try site.app.site.database.write { database in
            for id in notes {
                let place = DemoCast.Place.oodi.coordinate
                try NoteQueries.setFound(database, id, at: place, by: to, site.now, isTyped: false)
                try NoteQueries.setOpened(database, id, by: to, zone: .gmt, tellsSender: false, site.now)
            }
        }
        #expect(try numbers(finder, "/archive") == (1...120).reversed())
    }
}
