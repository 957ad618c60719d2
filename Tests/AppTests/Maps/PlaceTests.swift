import Atlas
import Foundation
import Proximity
import Testing

@testable import App

/// Place names, where the exact place may be shown.
struct PlaceTests {
    private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    private static let names: [(DemoCast.Place, String)] = [
        (.senateSquare, "Senaatintori, Helsinki"), (.esplanadi, "Esplanadinpuisto, Helsinki"),
        (.railwaySquare, "Rautatientori, Helsinki"), (.kamppiChapel, "Lasipalatsinaukio, Helsinki"),
        (.oodi, "Helsingin keskustakirjasto Oodi, Helsinki"), (.kaisaniemi, "Kaisaniemen puisto, Helsinki"),
        (.oldChurchPark, "Vanha kirkkopuisto, Helsinki"), (.ateneum, "Ateneum, Helsinki"),
        (.university, "Yliopistonkatu, Helsinki"),
    ]

    @Test func `the places of the demo world have their usual names`() throws {
        let places = PlaceFormatter(try TestSite.demo().app.basemaps.places, .metric)
        for (place, name) in PlaceTests.names { #expect(places.words(place.coordinate) == name) }
        #expect(places.phrase(DemoCast.Place.oodi.coordinate) == "at Helsingin keskustakirjasto Oodi, Helsinki")
    }

    @Test func `the names of a list are the same as each alone, known before or not`() throws {
        let book = try TestSite.demo().app.basemaps.places
        let list = PlaceTests.names.map { $0.0.coordinate }
        _ = book.name(of: list[2])
        for _ in 1...2 {
            let places = PlaceFormatter(book, .metric, for: list + list)
            for (place, name) in PlaceTests.names { #expect(places.words(place.coordinate) == name) }
        }
        #expect(book.names(of: Set(list)).count == Set(list).count && book.names(of: []).isEmpty)
        // A place that is not of the list.
        #expect(PlaceFormatter(book, .metric, for: [list[0]]).words(list[1]) == PlaceTests.names[1].1)
    }

    @Test func `without a map, places are named by larger towns, and far from them by degrees`() throws {
        let places = PlaceFormatter(try TestSite.empty().app.basemaps.places, .metric)
        #expect(places.words(try place(60.1695, 24.9524)) == "Helsinki")
        #expect(places.words(try place(60.42, 25.75)) == "Near Porvoo")
        #expect(places.words(try place(-40, -120)) == "-40.0, -120.0")
        #expect(places.phrase(try place(60.1695, 24.9524)) == "in Helsinki")
        #expect(places.phrase(try place(60.42, 25.75)) == "near Porvoo")
        #expect(places.phrase(try place(-40, -120)) == "at -40.0, -120.0")
        #expect(places.both(try place(-40, -120)) == (words: "-40.0, -120.0", degrees: ""))
        #expect(places.both(try place(60.1695, 24.9524)) == (words: "Helsinki", degrees: "60.1695, 24.9524"))
    }

    private static let parts: [(Double, Double, String?)] = [
        (60.1695, 24.9524, "in Keskusta"), (60.1699, 24.9320, "in Helsinki"), (60.1787, 24.9515, "in Hakaniemi"),
        (60.1841, 24.9500, "in Helsinki"), (60.1574, 24.9527, "in Helsinki"), (60.1812, 24.9255, "in Helsinki"),
        (60.1454, 24.9881, "in Helsinki"), (60.42, 25.75, "near Porvoo"), (59.55, 22.6, "at sea, off Raseborg"),
        (-40, -120, nil),
    ]

    @Test(arguments: parts)
    func `a part of a town is named for the middle of a cell, never a street`(
        latitude: Double, longitude: Double, name: String?
    ) throws {
        let places = try TestSite.demo().app.basemaps.places
        let leaf = CellID(try place(latitude, longitude))
        #expect(places.partOfTown(of: leaf) == name)
        for level in [13, 14, 20] { #expect(places.partOfTown(of: leaf.parent(level)) == name) }
        let range = leaf.parent(SnappedPosition.level).range
        #expect(places.partOfTown(of: range.lowerBound) == name && places.partOfTown(of: range.upperBound) == name)
    }

    @Test func `a name is built from what is known, in the reader's units`() throws {
        let book = try TestSite.empty().app.basemaps.places
        func words(_ spot: String, town: PlaceName.Town?, units: DistanceFormat = .metric) -> String? {
            PlaceFormatter(book, units).words(PlaceName(spot: spot, town: town))
        }
        func town(_ relation: PlaceName.Relation) -> PlaceName.Town {
            PlaceName.Town(name: "hanko", relation: relation, distance: 40_000)
        }
        #expect(words("", town: nil) == nil)
        #expect(words("Kirkkotie", town: nil) == "Kirkkotie")
        #expect(words("Kirkkotie", town: town(.near)) == "Kirkkotie, near hanko")
        #expect(words("", town: town(.near)) == "Near hanko")
        #expect(words("", town: town(.inside)) == "Hanko")
        #expect(words("", town: town(.atSea)) == "At sea, 40 km from hanko")
        #expect(words("", town: town(.atSea), units: .imperial) == "At sea, 25 mi from hanko")
        #expect(words("hanko", town: town(.inside)) == "hanko")
    }

    @Test func `lists, cards and notes show the place, and the note's page also its degrees`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/archive").sees("Senaatintori, Helsinki", "Kaisaniemen puisto, Helsinki").seesNot("60.1695")
        let note = try #require(aino.page.links.last { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        try aino.get("/archive?view=map").sees("Senaatintori, Helsinki").seesNot("60.1695, ")
        try aino.get("\(note)/card").sees("Senaatintori, Helsinki").seesNot("60.1695")
        try aino.get(note).sees("Senaatintori, Helsinki", "60.1695, 24.9524", "opens within")
        try aino.get("/notes").sees("Ateneum, Helsinki", "Vanha kirkkopuisto, Helsinki").seesNot("60.1701")
    }

    @Test func `choosing a point on the map shows its name`() throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.get("/notes/new").seesNot("Ateneum")
        let form = try #require(aino.page.forms.first { $0.action == "/notes" })
        let kept = form.fields.filter { $0.name != "lat" && $0.name != "lon" }
        try aino.post("/notes/new", kept + [("lat", "60.1701"), ("lon", "24.94425")]).gets(200)
        aino.sees("Ateneum, Helsinki")
        try aino.post("/notes/new", kept + [("lat", "91"), ("lon", "24.94425")]).gets(200).seesNot("Helsinki")
    }

    @Test func `the name of a place is as secret as the place`() throws {
        let site = try TestSite.demo()
        let noor = try site.member("noor_h")
        // Aino's note in the park waits for her, unfound.
        for path in ["/", "/archive", "/archive?view=map", "/notes", "/people/aino_k", "/settings/visibility"] {
            try noor.get(path).gets(200).seesNot("Vanha kirkkopuisto", "Annankatu")
        }
        let note = try #require(
            try site.member("aino_k").get("/notes").page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        try noor.get("\(note)/card").gets(404).seesNot("Vanha kirkkopuisto")
        try noor.stand(at: try place(60.1656, 24.9392)).sees("note.found").seesNot("Vanha kirkkopuisto")
        try noor.get("\(note)/card").gets(200).sees("Vanha kirkkopuisto, Helsinki")
    }

    @Test func `a cache returns recent values and has a limit`() {
        let recent = LRUCache<Int, Int?>(limit: 100)
        var made = 0
        func ask(_ key: Int) -> Int? {
            recent.value(key) {
                made += 1
                return key < 0 ? nil : key * 2
            }
        }
        #expect(ask(-1) == nil && ask(-1) == nil && ask(4) == 8 && ask(4) == 8 && made == 2)
        for key in 0..<1_000 {
            _ = ask(key)
            // A value in regular use stays.
            #expect(ask(-1) == nil)
            #expect(recent.count <= 100)
        }
        #expect(made == 1_001)
        let heavy = LRUCache<Int, [Int]>(limit: 100) { $0.count }
        for key in 0..<50 { _ = heavy.value(key) { Array(repeating: key, count: 30) } }
        #expect(heavy.count <= 3)
        _ = heavy.value(99) { Array(repeating: 0, count: 1_000) }
        #expect(heavy.count <= 1)
    }
}
