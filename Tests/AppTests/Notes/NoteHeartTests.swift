import Database
import Foundation
import Proximity
import Testing

@testable import App

/// A finder's heart, which the author of a note gets with the receipt.
struct NoteHeartTests {
    private static let place = DemoCast.Place.university.coordinate
    private static let told = "mikko opened your note, with a heart"

    /// Aino's note for Mikko, and Leena, who has nothing to do with it.
    private struct World {
        let site: TestSite
        let aino, mikko, leena: Visitor
        let note: String
        var heart: String { "\(note)/heart" }

        init() throws {
            site = try TestSite.demo()
            try site.app.site.database.write { database in
                try database.execute("DELETE FROM notice")
                try database.execute("DELETE FROM event")
                try database.execute("DELETE FROM job WHERE kind = \(NoteQueries.receiptTelling)")
            }
            (aino, mikko, leena) = (try site.member("aino_k"), try site.member("mikko"), try site.member("leena"))
            try aino.leave("Look up.", for: "mikko", at: NoteHeartTests.place)
            note = try #require(aino.page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        }

        func find() throws { try mikko.stand(at: NoteHeartTests.place).sees("note.found").get(note).gets(200) }

        func wait() {
            site.wait(seconds: HalfHour.seconds)
            site.app.runJobs()
        }

        /// How often the author was told of openings.
        func count() throws -> Int {
            let account = try site.account("aino_k")
            return try site.app.site.database.read {
                try $0.value(
                    """
                    SELECT count(*) FROM event WHERE account_id = \(account) AND name = 'notice'
                      AND subject IN (SELECT id FROM notice WHERE kind = 'note.opened')
                    """) ?? 0
            }
        }
    }

    @Test func `a heart comes with the receipt, goes when it is taken back, and is told once`() throws {
        let world = try World()
        let (aino, mikko) = (world.aino, world.mikko)
        try world.find()
        try mikko.sees("Send a heart").submit(world.heart).isAt(world.note)
            .sees("aino_k gets your heart, with the word that you opened the note.", "Take the heart back")
        for path in [world.note, "/notes", "/", "/notices"] { try aino.get(path).seesNot("with a heart") }
        try aino.get(world.note).sees("mikko Waiting")
        world.wait()
        try aino.get(world.note).sees("mikko Opened this afternoon, with a heart")
        try aino.get("/notes").sees("Opened this afternoon, with a heart")
        try aino.get("/").sees("mikko opened your note this afternoon, with a heart")
        try aino.get("/notices").sees(NoteHeartTests.told)
        #expect(try world.count() == 1)
        try mikko.get(world.note).submit(world.heart).sees("The heart is taken back.", "Send a heart")
        for path in [world.note, "/notes", "/", "/notices"] { try aino.get(path).seesNot("with a heart") }
        try aino.get("/notices").sees("mikko opened your note")
        try mikko.get(world.note).submit(world.heart)
        try aino.get(world.note).seesNot("with a heart")
        world.wait()
        try aino.get(world.note).sees("with a heart")
        #expect(try world.count() == 1)
    }

    @Test func `a heart after the receipt is told at the next half hour`() throws {
        let world = try World()
        try world.find()
        world.wait()
        try world.aino.get("/notices").sees("mikko opened your note").seesNot("with a heart")
        try world.mikko.get(world.note).submit(world.heart)
        world.site.app.runJobs()
        try world.aino.get("/notices").seesNot("with a heart")
        #expect(try world.count() == 1)
        world.wait()
        try world.aino.get("/notices").sees(NoteHeartTests.told)
        #expect(try world.count() == 2)
        world.wait()
        #expect(try world.count() == 2)
    }

    @Test func `without receipts there is no heart, and one that is given later brings the receipt`() throws {
        let world = try World()
        let mikko = world.mikko
        try mikko.get("/settings")
        let form = try #require(mikko.page.forms.first { $0.action == "/settings/preferences" })
        try mikko.post("/settings/preferences", form.fields.filter { $0.name != "receipts" }).sees("Saved.")
        try world.find()
        try mikko.seesNot("Send a heart").post(world.heart, [("csrf", mikko.token)]).isAt(world.note)
            .sees("so a heart wouldn’t arrive")
        world.wait()
        try world.aino.get(world.note).sees("mikko Waiting").seesNot("with a heart")
        try mikko.post("/settings/preferences", form.fields).sees("Saved.")
        try mikko.get(world.note).submit(world.heart).sees("Take the heart back")
        try world.aino.get(world.note).sees("mikko Waiting")
        world.wait()
        try world.aino.get(world.note).sees("mikko Opened this afternoon, with a heart")
        try world.aino.get("/notices").sees(NoteHeartTests.told)
    }

    @Test func `only who found a note gives a heart, and nobody else sees it`() throws {
        let world = try World()
        for visitor in [world.aino, world.mikko, world.leena] {
            try visitor.get("/notes").post(world.heart, [("csrf", visitor.token)]).gets(404)
        }
        try world.find()
        let aino = try world.aino.get(world.note).seesNot("Send a heart")
        try aino.post(world.heart, [("csrf", aino.token)]).gets(404)
        try world.mikko.get(world.note).submit(world.heart)
        world.wait()
        for path in ["/", "/notices", "/people/aino_k", "/people/mikko"] {
            try world.leena.get(path).seesNot("with a heart")
        }
        try world.mikko.get(world.note).submit("/archive/\(world.note.dropFirst(7))/delete")
        try world.mikko.get("/archive").post(world.heart, [("csrf", world.mikko.token)]).gets(404)
    }

    @Test func `a heart goes with a block, and the author of a withdrawn note gets none`() throws {
        let world = try World()
        try world.find()
        try world.mikko.submit(world.heart)
        world.wait()
        try world.aino.get(world.note).sees("with a heart")
        try world.mikko.get("/people/aino_k").submit("/people/aino_k/block")
        for path in [world.note, "/notes", "/"] { try world.aino.get(path).seesNot("with a heart") }

        let other = try World()
        try other.find()
        try other.aino.get(other.note).submit("\(other.note)/withdraw")
        try other.mikko.get(other.note).submit(other.heart)
        other.wait()
        try other.aino.get(other.note).sees("mikko Withdrawn").seesNot("with a heart")
        #expect(try other.count() == 0)
    }

    @Test func `a heart is in the exports of both`() throws {
        let world = try World()
        try world.find()
        try world.mikko.submit(world.heart)
        func hearts(_ visitor: Visitor, _ file: String) throws -> Bool {
            try visitor.get("/settings/export").fill("password", "demo-password").submit("/settings/export")
            world.site.app.runJobs([.long])
            let link = try #require(
                visitor.get("/settings/export").page.links.first { $0.hasPrefix("/settings/export/") })
            return try #require(ExportTests.unpacked(visitor, link)[file]).contains(#""heart":true"#)
        }
        #expect(try hearts(world.mikko, "notes/found.json") && !hearts(world.leena, "notes/found.json"))
        world.wait()
        #expect(try hearts(world.aino, "notes/sent.json"))
    }
}
