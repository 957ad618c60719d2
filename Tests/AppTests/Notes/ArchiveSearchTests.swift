import Database
import Foundation
import Proximity
import Testing

@testable import App

/// Searching the archive.
struct ArchiveSearchTests {
    @Test func `words are found whatever their case and accents, and only in opened notes`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/archive?q=BENCH%20fountain").sees("Third bench").seesNot("Count the steps")
        try aino.get("/archive?q=b%C3%A9nch").sees("Third bench")
        // Sofia's note lies in the archive unopened.
        try aino.get("/archive?q=vanilla").sees("No such note", "Show all notes").seesNot("sofia Found this morning")
        let folded = try #require(
            aino.get("/archive?from=sofia").page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        try aino.get(folded).sees("vanilla").get("/archive?q=vanilla").sees("Go and smell the vanilla")
        try aino.get("/archive?q=the%20fount").sees("Third bench").get("/archive?q=ountain").sees("No such note")
        for search in ["%", "_", "!!", "\\", "'", "%%", "third vanilla"] {
            try aino.get("/archive?q=\(PathText.component(search))").gets(200).sees("No such note")
        }
    }

    @Test func `where a script has no spaces a word may begin at every letter`() {
        #expect(SearchWords.words("Löyly on, LÖYLY — ilmainen!") == ["ilmainen", "loyly", "on"])
        #expect(SearchWords.words("海の音") == ["の音", "海の音", "音"])
        #expect(SearchWords.searched("“Don't” 100%") == ["don", "t", "100"])
        #expect(SearchWords.words(String(repeating: "x", count: 40)) == [String(repeating: "x", count: 32)])
    }

    @Test func `rare and common words are found alike, the newest first, as often as one pages`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.account("aino_k"), try site.account("mikko"))
        let place = DemoCast.Place.oodi.coordinate
        try site.app.site.database.write { database in
            for number in 0..<1_100 {
                let text = number % 110 == 0 ? "Anemone \(number)" : "Nightingale \(number)"
                let note = NewNote(text: text, coordinate: place, recipients: [], submission: "w\(number)")
                let id = try NoteQueries.insert(
                    database, note, author: mikko, zone: .gmt, recipients: [aino], site.now)
                try NoteQueries.setFound(
                    database, id, at: place, by: aino, site.now - 2_000 + Double(number), isTyped: false)
                try NoteQueries.setOpened(database, id, by: aino, zone: .gmt, tellsSender: false, site.now)
            }
        }
        func texts(_ words: String, _ cursor: Cursor? = nil) throws -> (texts: [String], next: Cursor?) {
            var search = ArchiveSearch()
            search.words = words
            let found = try site.app.site.database.read {
                try NoteQueries.archive($0, of: aino, search, after: cursor)
            }
            return (found.notes.map { $0.text }, found.next)
        }
        #expect(try texts("anem").texts == (0..<10).reversed().map { "Anemone \($0 * 110)" })
        #expect(try texts("anemone 110").texts == ["Anemone 110"])
        let first = try texts("nightingale")
        #expect(first.texts.count == 50 && first.texts.first == "Nightingale 1099")
        #expect(try texts("night", first.next).texts.first == "Nightingale 1049")
        #expect(try texts("nightingale anemone").texts == [])
    }

    @Test func `people and months leave out the others, and headings tell the months`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/archive").sees("November 2026", "mikko", "leena", "sofia")
        try aino.get("/archive?from=LEENA").sees("Third bench").seesNot("Count the steps")
        try aino.get("/archive?from=nobody_here").gets(200).sees("No such note")
        try aino.get("/archive?month=2026-11").sees("Third bench")
        try aino.get("/archive?month=2026-10").sees("No such note")
        try aino.get("/archive?q=steps&from=leena").sees("No such note")
        for month in ["2026-13", "x", "2026-1", "99999-01", "1900-01", "2026-11-01"] {
            try aino.get("/archive?month=\(month)").gets(200).sees("Third bench")
        }
    }

    @Test func `a month begins at midnight of the reader`() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Helsinki"))
        let span = try #require(ArchiveSearch.span(of: "2026-12", zone))
        let words = RelativeTimeFormatter(zone, now: span.upperBound)
        #expect(words.month(span.lowerBound) == "December 2026" && words.month(span.lowerBound - 1) == "November 2026")
        #expect(words.month(span.upperBound) == "January 2027" && words.month(span.upperBound - 1) == "December 2026")
    }

    @Test func `further pages keep the search`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.account("aino_k"), try site.account("mikko"))
        let place = DemoCast.Place.oodi.coordinate
        try site.app.site.database.write { database in
            for number in 0..<60 {
                try site.addFoundNote(
                    "p\(number)", from: mikko, at: place, foundBy: aino, site.now - Double(number), in: database)
            }
        }
        let visitor = try site.member("aino_k")
        let more = try #require(
            visitor.get("/archive?from=mikko&month=2026-11").page.links.first { $0.contains("after=") })
        #expect(more.hasPrefix("/archive?from=mikko&month=2026-11&after="))
        try visitor.get(more).sees("mikko").seesNot("leena Found", "sofia Found this morning")
    }

    @Test func `notes of before have what the search and the author's map need`() throws {
        let earlier = try EarlierDatabase(before: 35)
        defer { earlier.close() }
        let database = earlier.database
        let place = DemoCast.Place.oodi.coordinate
        try database.write { database in
            for id in [1, 2] {
                try database.execute(
                    """
                    INSERT INTO note (id, author_id, submission, text, lat, lon, radius_m, created_at, deleted_at)
                    VALUES (\(id), 1, \("\(id)"), 'Löyly ON', \(place.latitude), \(place.longitude), 6, 1,
                      \(id == 1 ? nil : Int64(5)))
                    """)
            }
            try database.execute("INSERT INTO delivery (note_id, recipient_id, cell) VALUES (1, 1, 7)")
            try database.execute(
                "INSERT INTO delivery (note_id, recipient_id, cell, found_at, opened_at) VALUES (2, 1, 7, 2, 3)")
        }
        try earlier.migrate()
        try database.read { database in
            let cells = try database.all("SELECT cell FROM note ORDER BY id") { try $0["cell"] as Int64 }
            #expect(cells == [CellID(place).signed, CellID(place).signed])
            let columns: Int? = try database.value(
                "SELECT count(*) FROM sqlite_master WHERE name IN ('note', 'note_edition') AND sql LIKE '%folded%'")
            #expect(columns == 0)
            #expect(try database.value("SELECT author_id FROM delivery WHERE note_id = 1", as: Int64.self) == 1)
            let words = try database.all("SELECT word FROM note_word WHERE note_id = 2 ORDER BY word") { row in
                try row["word"] as String
            }
            #expect(try words == ["loyly", "on"] && !database.exists("SELECT 1 FROM note_word WHERE note_id = 1"))
            let layer = NoteQueries.layer(by: ID(rawValue: 1))
            #expect(try GridCounts.extent(database, layer).count == 1)
            let counted: Int? = try database.value(
                "SELECT max(things) FROM grid_count WHERE layer = \(layer.name) AND owner_id = 1")
            #expect(counted == 1)
        }
    }
}
