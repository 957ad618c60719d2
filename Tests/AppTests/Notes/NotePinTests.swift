import Database
import Foundation
import Proximity
import Testing

@testable import App

/// Notes whose recipients see them on the map from the beginning, and hints.
struct NotePinTests {
    private static let place = NoteTimesTests.place
    private static let view = "/?lat=\(place.latitude)&lon=\(place.longitude)&z=16"

    private func world(
        _ change: (inout NewNote) -> Void = { _ in }
    ) throws -> (site: TestSite, mikko: Visitor, note: ID<Note>) {
        let site = try TestSite.demo()
        let note = try site.leave("pinned", for: "mikko", at: NotePinTests.place) {
            $0.isOnMap = true
            change(&$0)
        }
        return (site, try site.member("mikko"), note)
    }

    @Test func `its recipient sees where it waits and from whom, never what is in it`() throws {
        let (site, mikko, note) = try world { $0.opensAt = TestSite.noon + 5 * 3_600 }
        #expect(
            try mikko.get(NotePinTests.view).page.text.contains("A note from aino_k waits here"))
        #expect(mikko.page.links.contains(NotePaths.waiting(note)))
        for path in [NotePaths.card(note), NotePaths.waiting(note)] {
            try mikko.get(path).gets(200)
                .sees("From aino_k", "Left this afternoon", "Stand within 6 m to open it.", "Opens at 19:00.")
                .seesNot("secret words", "14:0")
        }
        try mikko.get(NotePaths.note(note)).gets(422).sees("A note waits here").seesNot("secret words")
        for other in ["leena", "aino_k"] {
            let visitor = try site.member(other)
            #expect(try !visitor.get(NotePinTests.view).page.text.contains("waits here"))
        }
        try site.member("leena").get(NotePaths.waiting(note)).gets(404).get(NotePaths.card(note)).gets(404)
            .get(NotePaths.note(note)).gets(404)
        try site.member("aino_k").get(NotePaths.waiting(note)).isAt(NotePaths.note(note))
    }

    @Test func `a hidden note has no card, no page and no pin`() throws {
        let (_, mikko, note) = try world { $0.isOnMap = false }
        for path in [NotePaths.card(note), NotePaths.waiting(note), NotePaths.note(note)] {
            try mikko.get(path).gets(404)
        }
        #expect(try !mikko.get(NotePinTests.view).page.text.contains("waits here"))
    }

    @Test func `the first view of the map reaches to it`() throws {
        let (_, mikko, _) = try world()
        #expect(try mikko.get("/?view=all").page.text.contains("waits here"))
    }

    @Test func `the card does not depend on a photo`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let texts = try [nil, PictureTests.icon as [UInt8]?].map { photo in
            try aino.leave("x", for: "mikko", at: NotePinTests.place, photo: photo)
            let path = try #require(aino.page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
            let id = try #require(ID<Note>(path.dropFirst("/notes/".count)))
            try site.app.site.database.write {
                try $0.execute("UPDATE note SET is_on_map = 1 WHERE id = \(id)")
            }
            return try site.member("mikko").get(NotePaths.card(id)).gets(200).page.still
                .replacing("\(id)", with: "ID")
        }
        #expect(texts[0] == texts[1])
    }

    @Test func `it opens without a look, and by nothing else that the gate refuses`() throws {
        let (site, mikko, note) = try world()
        let hidden = try site.leave("hidden", for: "mikko", at: NotePinTests.place)
        let id = try site.account("mikko")
        func spend() throws {
            try site.app.site.database.write { try LookQueries.set($0, id, looks: LookBucket(fullAt: site.now + 40)) }
        }
        try spend()
        try mikko.stand(at: NotePinTests.place.destination(bearing: 90, distance: 100)).sees(#""events":[]"#)
        site.wait(seconds: 10)
        try spend()
        try mikko.stand(at: NotePinTests.place, accuracy: 150).sees(#""events":[]"#)
        site.wait(seconds: 10)
        try spend()
        try mikko.stand(at: NotePinTests.place).sees(NotePaths.note(note)).seesNot(NotePaths.note(hidden))
        try mikko.get(NotePaths.waiting(note)).isAt(NotePaths.note(note)).sees("secret words")
        #expect(try !mikko.get(NotePinTests.view).page.text.contains("waits here"))
    }

    @Test func `its pin goes with everything that ends the waiting`() throws {
        let (site, mikko, note) = try world { $0.closesAt = TestSite.noon + 86_400 }
        let aino = try site.member("aino_k")
        func isShown() throws -> Bool { try mikko.get(NotePinTests.view).page.text.contains("waits here") }
        #expect(try isShown())
        try aino.get(NotePaths.note(note)).submit(NotePaths.delete(note))
        #expect(try !isShown())
        try aino.submit(NotePaths.restore(note))
        #expect(try isShown())
        try mikko.get("/people/aino_k").submit("/people/aino_k/block")
        #expect(try !isShown())
        try mikko.get(NotePaths.card(note)).gets(404)
        try mikko.get("/friends/blocked").submit("/people/aino_k/unblock")
        let (other, recipient, _) = try world { $0.closesAt = TestSite.noon + 3_600 }
        other.wait(seconds: 3_600)
        #expect(try !recipient.get(NotePinTests.view).page.text.contains("waits here"))
    }

    @Test func `the hint is for who is near, on the card as on the home page`() throws {
        let (_, mikko, note) = try world { $0.hint = "where the masts sing" }
        try mikko.get(NotePaths.card(note)).seesNot("masts").get("/").seesNot("masts")
        let near = CellID(NotePinTests.place, level: Hint.level).neighbours[0].centre
        try mikko.stand(at: near).get(NotePaths.card(note)).sees("“where the masts sing”")
        try mikko.get("/").sees("aino_k: “where the masts sing”")
        mikko.site.wait(seconds: Hint.memory + 1)
        try mikko.get(NotePaths.card(note)).seesNot("masts").get("/").seesNot("masts")
    }

    @Test func `three hints are listed, the same wherever in their cells notes and viewer are`() throws {
        let cell = CellID(NotePinTests.place, level: Hint.level)
        func point(_ part: Double) throws -> Coordinate {
            let box = cell.bounds
            return try #require(
                Coordinate(
                    latitude: box.south + (box.north - box.south) * part,
                    longitude: box.west + (box.east - box.west) * part))
        }
        var pages: Set<String> = []
        for part in [0.3, 0.4, 0.7] {
            let site = try TestSite.demo()
            for (number, hint) in ["one", "two", "", "three", "four"].enumerated() {
                try site.leave("hint \(number)", for: "mikko", at: point(part)) { $0.hint = hint }
                site.wait(seconds: 1)
            }
            let mikko = try site.member("mikko")
            try mikko.stand(at: try point(1 - part), accuracy: 8)
            let text = try mikko.get("/").sees("5 notes from a friend").page.text
            let card = text.firstMatch(of: #/(?s)<div class="nearby card".*?<\/div>/#)
            pages.insert(try #require(card?.output.description))
        }
        #expect(pages.count == 1)
        #expect(pages.first?.matches(of: #/nearby-hint/#).count == 3)
    }
}
