import Database
import Foundation
import Proximity
import Testing

@testable import App

/// What a person learns of notes that wait around them.
struct NearbyNotesTests {
    /// A place whose cell and neighbours hold no note of the demo world.
    private static let place = DemoCast.Place.oodi.coordinate.destination(bearing: 0, distance: 20_000)
    private static let cell = CellID(place, level: Hint.level)

    /// Mikko, who stands somewhere, with notes that wait for him.
    private func world(_ notes: [(author: String, at: Coordinate)], standing: Coordinate = place) throws -> Visitor {
        let site = try TestSite.demo()
        for (number, note) in notes.enumerated() {
            try site.leaveNote("near \(number)", from: note.author, for: "mikko", at: note.at)
        }
        let mikko = try site.member("mikko")
        try mikko.stand(at: standing).sees(#""events":[]"#)
        return mikko
    }

    /// A point of a cell, from its south-western (0, 0) to its north-eastern corner (1, 1).
    private func point(of cell: CellID, _ east: Double, _ north: Double) throws -> Coordinate {
        let bounds = cell.bounds
        let place = Coordinate(
            latitude: bounds.south + (bounds.north - bounds.south) * north,
            longitude: bounds.west + (bounds.east - bounds.west) * east)
        let inside = try #require(place)
        #expect(CellID(inside, level: Hint.level) == cell)
        return inside
    }

    @Test func `the home page counts notes and friends and says where, without a name or a word`() throws {
        let near = try NearbyNotesTests.north(of: NearbyNotesTests.cell)
        let mikko = try world([("aino_k", near.centre), ("aino_k", near.centre)])
        try mikko.get("/").sees("2 notes from a friend, within about a kilometre").seesNot("from aino_k")
        #expect(mikko.page.text.contains("map-halo"))
        try mikko.get("/archive?view=map")
        #expect(!mikko.page.text.contains("map-halo"))
        try mikko.get("/settings").fill("units", "imperial").submit("/settings/preferences")
        try mikko.get("/").sees("within about half a mile")
    }

    @Test func `the answer is the same wherever in their cells the notes lie and the viewer is`() throws {
        let (own, other) = (NearbyNotesTests.cell, try NearbyNotesTests.north(of: NearbyNotesTests.cell))
        let spots = [(0.5, 0.5), (0.4, 0.62), (0.6, 0.4)]
        var pages: Set<String> = []
        for (east, north) in spots {
            let mikko = try world([("aino_k", point(of: other, east, north)), ("leena", point(of: other, north, east))])
            // The same view of the map; the token and the ids are random.
            for path in ["/?lat=60.3&lon=24.9&z=13", "/map?lat=60.3&lon=24.9&z=13"] {
                pages.insert("\(path.prefix(4))\(try mikko.get(path).page.still)")
            }
        }
        #expect(pages.count == 2)
        var moved: Set<String> = []
        for (east, north) in spots {
            let mikko = try world([("aino_k", other.centre)], standing: point(of: own, east, north))
            let text = try mikko.get("/?lat=60.3&lon=24.9&z=13").page.still
            // The viewer's own dot and the link to it show where they are.
            moved.insert(
                text.replacing(#/<circle class="map-accuracy[^>]*>/#, with: "")
                    .replacing(#/<g class="map-you".*?<\/g>/#, with: "")
                    .replacing(#/<a class="button-round map-you-here"[^>]*>/#, with: ""))
        }
        #expect(moved.count == 1)
    }

    @Test func `the viewer's place is the last stored one, only while it is fresh, never one in the request`() throws {
        let mikko = try world([("aino_k", NearbyNotesTests.cell.centre)])
        try mikko.get("/").sees("One note from a friend")
        let far = NearbyNotesTests.place.destination(bearing: 90, distance: 30_000)
        try mikko.get("/?lat=\(far.latitude)&lon=\(far.longitude)&z=15").sees("One note from a friend")
        mikko.site.wait(seconds: Hint.memory + 1)
        try mikko.get("/").seesNot("from a friend")
        let aino = try mikko.site.member("jonas")
        try mikko.site.leaveNote("other", from: "mikko", for: "jonas", at: NearbyNotesTests.place)
        try aino.get("/?lat=\(NearbyNotesTests.place.latitude)&lon=\(NearbyNotesTests.place.longitude)&z=15")
            .seesNot("from a friend")
    }

    @Test func `a pause hides nothing of it from oneself`() throws {
        let mikko = try world([("aino_k", NearbyNotesTests.cell.centre)])
        try mikko.get("/you").fill("minutes", "60").submit("/settings/pause")
        try mikko.get("/").sees("One note from a friend")
    }

    @Test func `what does not wait any more is not counted`() throws {
        let mikko = try world([("aino_k", NearbyNotesTests.cell.centre)])
        let aino = try mikko.site.member("aino_k")
        func expectNothing() throws {
            try mikko.get("/").seesNot("from a friend")
            #expect(!mikko.page.text.contains("map-halo"))
        }
        let note = try #require(aino.get("/notes").page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        try aino.get(note).submit("\(note)/delete")
        try expectNothing()
        try aino.submit("\(note)/restore").sees("Your note is back.")
        try mikko.get("/").sees("One note from a friend")
        let id = try mikko.site.account("aino_k")
        try mikko.site.suspend(id)
        try expectNothing()
        try mikko.site.unsuspend(id)
        try mikko.get("/").sees("One note from a friend")
        try mikko.get("/people/aino_k").submit("/people/aino_k/block")
        try expectNothing()
        try mikko.get("/friends/blocked").submit("/people/aino_k/unblock")
        try expectNothing()
    }

    @Test func `at most nine cells are asked for`() {
        for place in [NearbyNotesTests.place] + DemoCast.Place.allCases.map(\.coordinate) {
            #expect((1...9).contains(Hint.cells(near: place).count))
        }
    }

    @Test(arguments: [
        ([], 1, "somewhere right around you"), ([CompassPoint.north], 0, "within about a kilometre north"),
        ([.north, .east], 1, "right around you and within about a kilometre north and east"),
        ([.north, .east, .south], 0, "within about a kilometre around you"),
    ])
    func `directions are counted from cell to cell`(points: [CompassPoint], own: Int, words: String) throws {
        // On a cell whose sides run north and east nearly.
        let middle = CellID(try #require(Coordinate(latitude: 1, longitude: 1)), level: Hint.level)
        let cells = points.compactMap { point in
            middle.neighbours.first { CompassPoint(middle.centre.initialBearing(to: $0.centre)) == point }
        }
        #expect(cells.count == points.count)
        let all = cells + Array(repeating: middle, count: own)
        let notes = all.map { NoteQueries.Hinted(author: ID(rawValue: 1), cell: $0) }
        let nearby = try #require(NearbyNotes(notes, around: middle))
        #expect(NearbyNotesPart(nearby, .metric).place == words)
        #expect(nearby.areas.count == all.count)
    }

    private static func north(of cell: CellID) throws -> CellID {
        try #require(cell.neighbours.max { $0.centre.latitude < $1.centre.latitude })
    }
}
