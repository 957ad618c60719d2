import Database
import Foundation
import HTTP
import Proximity
import Testing

@testable import App

/// Notes that can be found only for a time.
struct NoteTimesTests {
    /// A place without notes of the demo world.
    static let place = DemoCast.Place.oodi.coordinate.destination(bearing: 0, distance: 20_000)

    /// Mikko, and a note from Aino for him that opens and closes some seconds from now.
    private func world(opens: Double? = nil, closes: Double? = nil) throws -> (mikko: Visitor, note: ID<Note>) {
        let site = try TestSite.demo()
        let note = try site.leave("timed", for: "mikko", at: NoteTimesTests.place) {
            $0.opensAt = opens.map { site.now + $0 }
            $0.closesAt = closes.map { site.now + $0 }
        }
        return (try site.member("mikko"), note)
    }

    @Test(
        arguments: [
            (5 * 3_600, "at 19:00"), (24 * 3_600, "tomorrow at 14:00"), (48 * 3_600, "on Monday at 14:00"),
            (6 * 86_400, "on Friday at 14:00"), (7 * 86_400, "on 28 November at 14:00"),
            (366 * 86_400, "on 22 November 2027 at 14:00"),
        ] as [(Double, String)])
    func `who stands there before it opens is told when, and nothing is found`(seconds: Double, words: String) throws {
        let (mikko, note) = try world(opens: seconds)
        try mikko.stand(at: NoteTimesTests.place)
            .sees(#""events":[]"#, "A note from aino_k is here. It opens \(words).")
        try mikko.get(NotePaths.note(note)).gets(404).get("/").seesNot("You found")
        let found: Bool? = try mikko.site.app.site.database.read {
            try $0.value("SELECT found_at IS NOT NULL FROM delivery WHERE note_id = \(note)")
        }
        #expect(found == false)
        // The session ends before.
        guard seconds < 30 * 86_400 else { return }
        mikko.site.wait(seconds: seconds)
        try mikko.stand(at: NoteTimesTests.place).sees("note.found", #""message":"""#)
    }

    @Test func `without scripts the reason is the message of the next page`() throws {
        let (mikko, _) = try world(opens: 3_600)
        try mikko.stand(at: NoteTimesTests.place, accept: nil).isAt("/").sees("It opens at 15:00.")
            .seesNot("Nothing new right here.")
    }

    @Test func `the reason needs the gate and a look, like a find`() throws {
        let (mikko, _) = try world(opens: 3_600)
        let (site, id) = (mikko.site, try mikko.site.account("mikko"))
        try mikko.stand(at: NoteTimesTests.place.destination(bearing: 0, distance: 40)).sees(#""message":"""#)
        site.wait(seconds: 60)
        try site.app.site.database.write { try LookQueries.set($0, id, looks: LookBucket(fullAt: site.now + 40)) }
        try mikko.stand(at: NoteTimesTests.place).sees(#""message":"""#)
        site.wait(seconds: 60)
        try mikko.stand(at: NoteTimesTests.place).sees("It opens at 15:00.")
    }

    @Test func `after it closes it is as if it were not there`() throws {
        let (mikko, note) = try world(closes: 3_600)
        let away = NoteTimesTests.place.destination(bearing: 0, distance: 200)
        try mikko.stand(at: away).get("/").sees("One note from a friend")
        let aino = try mikko.site.member("aino_k")
        try aino.get("/notes").sees("mikko Waiting")
        mikko.site.wait(seconds: 3_600)
        try mikko.stand(at: away).get("/").seesNot("from a friend")
        #expect(!mikko.page.text.contains("map-halo"))
        mikko.site.wait(seconds: 60)
        try mikko.stand(at: NoteTimesTests.place).sees(#""events":[]"#, #""message":"""#)
        try aino.get("/notes").sees("mikko Not open any more").get(NotePaths.note(note))
            .sees("mikko Not open any more").seesNot("Withdraw")
        try aino.get("/?lat=\(NoteTimesTests.place.latitude)&lon=\(NoteTimesTests.place.longitude)&z=16")
        #expect(aino.page.text.contains("<title>Your note</title>"))
    }

    @Test func `something waits nearby from twelve hours before`() throws {
        let (mikko, _) = try world(opens: 13 * 3_600)
        let away = NoteTimesTests.place.destination(bearing: 0, distance: 200)
        try mikko.stand(at: away).get("/").seesNot("from a friend")
        mikko.site.wait(seconds: 3_600)
        try mikko.stand(at: away).get("/").sees("One note from a friend")
    }

    @Test func `the author's words after the end depend on the receipt alone`() throws {
        let pages = try [true, false].map { isFound in
            let (mikko, _) = try world(closes: 3_600)
            mikko.site.seed(7)
            let aino = try mikko.site.member("aino_k")
            mikko.site.wait(seconds: 60)
            if isFound { try mikko.stand(at: NoteTimesTests.place).sees("note.found") }
            mikko.site.wait(seconds: 7_200)
            return try aino.get("/notes").sees("mikko Not open any more").page.plain
        }
        #expect(pages[0] == pages[1])
        let (mikko, note) = try world(closes: 3_600)
        try mikko.stand(at: NoteTimesTests.place).get(NotePaths.note(note)).gets(200)
        mikko.site.wait(seconds: 7_200)
        try mikko.site.member("aino_k").get("/notes").sees("mikko Opened this afternoon").seesNot("Not open any more")
    }

    @Test func `the author reads the times and takes them along`() throws {
        let (mikko, note) = try world(opens: 3_600, closes: 7_200)
        let aino = try mikko.site.member("aino_k")
        for path in ["/notes", NotePaths.note(note)] {
            try aino.get(path).sees("Opens Saturday 21 November, 15:00", "Closes Saturday 21 November, 16:00")
        }
        try aino.get("/settings/export").fill("password", "demo-password").submit("/settings/export")
        aino.site.app.runJobs([.long])
        let link = try aino.get("/settings/export").page.links.first { $0.hasPrefix("/settings/export/") }
        let sent = try ExportTests.unpacked(aino, try #require(link))["notes/sent.json"] ?? ""
        #expect(sent.contains(#"2026-11-21T13:00:00Z"#) && sent.contains(#"2026-11-21T14:00:00Z"#))
    }
}

extension TestSite {
    /// Leaves a note from Aino with options.
    @discardableResult
    func leave(
        _ formKey: String, from author: String = "aino_k", for friends: String..., at place: Coordinate,
        _ change: (inout NewNote) -> Void = { _ in }
    ) throws -> ID<Note> {
        var note = NewNote(text: "secret words", coordinate: place, recipients: friends, formKey: formKey)
        change(&note)
        return try app.notes.create(
            note, from: try account(author), zone: TimeZone(identifier: "Europe/Helsinki") ?? .gmt, now)
    }
}
