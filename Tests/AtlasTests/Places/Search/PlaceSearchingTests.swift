import Foundation
import Proximity
import Testing

@testable import Atlas

/// Names among the places of a map.
struct PlaceSearchingTests {
    private static let world = (try? Data(contentsOf: packed)).flatMap { World(Array($0)) }
    private static let packed = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Public/basemap/world.bin")
    private static let towns = PlaceBlock(world?.namedPlaces ?? [])

    private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    /// A place so many metres north of the middle of Helsinki.
    private func street(
        _ name: String, _ metres: Double = 0, others: [String] = [], sort: NamedPlace.Sort = .street
    ) throws -> NamedPlace {
        let coordinate = try place(60.17 + metres / 111_200, 24.94)
        return NamedPlace(name: name, others: others, sort: sort, what: "Street", coordinate: coordinate)
    }

    private func names(
        _ text: String, _ places: [NamedPlace], hasTypos: Bool = false, limit: Int = 8
    ) throws -> [String] {
        PlaceSearching([PlaceBlock(places)], near: try place(60.17, 24.94))
            .places(text, limit: limit, hasTypos: hasTypos).map { $0.name }
    }

    @Test(arguments: [
        ("Töölönkatu", "toolonkatu"), ("ÅNGSTRÖM", "angstrom"), ("Łódź", "lodz"), ("Straße", "strasse"),
        ("Smørrebrød", "smorrebrod"), ("L’Aquila", "laquila"), ("Saint-Denis", "saint denis"), ("  A   b. ", "a b"),
        ("İstanbul", "istanbul"), ("Невский", "невскии"), ("東京", "東京"), ("Ｔｏｋｙｏ", "tokyo"), ("!?", ""), ("", ""),
        ("a\u{301}\u{302}\u{303}", "a"), ("ΑΘΗΝΑ", "αθηνα"), ("5th Ave.", "5th ave"),
    ])
    func `names are compared without case, accents and punctuation`(text: String, folded: String) {
        #expect(String(decoding: FoldedName(text).bytes, as: UTF8.self) == folded)
    }

    @Test func `whole names come before beginnings, those before words, the nearest first`() throws {
        let places = [
            try street("Vanha Kallio", 10), try street("Kalliola", 20), try street("Kallio", 3_000),
            try street("Kallion katu", 40), try street("Alakallio", 1), try street("Kalliotie", 15),
        ]
        #expect(try names("kallio", places) == ["Kallio", "Kalliotie", "Kalliola", "Kallion katu", "Vanha Kallio"])
        #expect(try names("kallio", places, limit: 2) == ["Kallio", "Kalliotie"])
        #expect(try names("VANHA kal", places) == ["Vanha Kallio"])
        #expect(try names("kal van", places) == ["Vanha Kallio"])
        #expect(try names("katu", places) == ["Kallion katu"])
        #expect(try names("allio", places).isEmpty)
    }

    @Test func `names in other languages count, and the first one is said`() throws {
        let places = [try street("Mannerheimintie", others: ["Mannerheimvägen"])]
        #expect(try names("mannerheimvagen", places) == ["Mannerheimintie"])
    }

    @Test func `parts of one street are one, streets of one name in two places are two`() throws {
        let parts = try stride(from: 0.0, through: 9_000, by: 1_000).map { try street("Mannerheimintie", $0) }
        #expect(try names("mannerheimintie", parts) == ["Mannerheimintie"])
        #expect(try names("kirkkotie", [try street("Kirkkotie"), try street("Kirkkotie", 8_000)]).count == 2)
        let cafes = [
            try street("R", 0, sort: .spot), try street("R", 20, sort: .spot), try street("R", 200, sort: .spot),
        ]
        #expect(try names("r", cafes).count == 2)
    }

    @Test(arguments: [
        ("manerheimintie", "Mannerheimintie"), ("mannreheimintie", "Mannerheimintie"), ("esplanaadi", "Esplanadi"),
        ("kampi", "Kamppi"), ("xamppi", "Kamppi"), ("mannerhiem", "Mannerheimintie"), ("vahna kirkko", "Vanha kirkko"),
        ("kirkkoo", "Vanha kirkko"),
    ])
    func `one or two mistakes are forgiven in longer words`(text: String, name: String) throws {
        let places = try ["Mannerheimintie", "Esplanadi", "Kamppi", "Vanha kirkko", "Oodi"].map { try street($0) }
        #expect(try names(text, places).isEmpty)
        #expect(try names(text, places, hasTypos: true) == [name])
    }

    @Test func `short words and more mistakes are not forgiven`() throws {
        let places = try ["Mannerheimintie", "Kamppi", "Oodi"].map { try street($0) }
        for text in ["ooid", "kaxxi", "mxnxxrheimintie", "", "?", "zzzzzzzzzzzzzzzzzzzz", "kkkkk"] {
            #expect(try names(text, places, hasTypos: true).isEmpty, "\(text)")
        }
    }

    @Test(arguments: [
        ("helsinki", "Helsinki", "City"), ("SAO PAULO", "São Paulo", "City"), (" Łódź ", "Łódź", "City"),
        ("malmo", "Malmö", "City"), ("new yor", "New York City", "City"), ("janeiro", "Rio de Janeiro", "City"),
        ("finland", "Finland", "Country"), ("lond", "London", "City"), ("porvoo", "Porvoo", "Town"),
    ])
    func `towns and countries of the built-in world`(text: String, name: String, what: String) throws {
        let found = PlaceSearching([PlaceSearchingTests.towns], near: try place(60.17, 24.94)).places(text, limit: 8)
        #expect(found.first?.name == name && found.first?.what == what, "\(found.map { $0.name })")
    }

    @Test func `the nearer of two towns of one name comes first`() throws {
        let near = [try place(48.9, 2.3): 40.0...50, try place(33.5, -95.5): 33.0...34]
        for (place, latitudes) in near {
            let found = PlaceSearching([PlaceSearchingTests.towns], near: place).places("paris", limit: 8)
            #expect(latitudes.contains(try #require(found.first).coordinate.latitude))
        }
        #expect(PlaceSearchingTests.world?.country(around: try place(60.2, 24.7)) == "FI")
        #expect(PlaceSearchingTests.world?.country(around: try place(-40, -120)) == nil)
    }

    @Test func `a search is bounded, whatever is typed`() throws {
        let searching = PlaceSearching([PlaceSearchingTests.towns], near: try place(90, 0))
        let texts = [
            "", "%", "\u{0}", "a", "aa", String(repeating: "a ", count: 500), String(repeating: "\u{301}", count: 500),
            String(repeating: "ab", count: 5_000),
        ]
        for text in texts {
            for hasTypos in [false, true] {
                #expect(searching.places(text, limit: 8, hasTypos: hasTypos).count <= 8)
            }
        }
        #expect(searching.places("paris", limit: 0).isEmpty && searching.places("paris", limit: -1).isEmpty)
    }

    @Test func `a district names what is in it`() throws {
        let searching = PlaceSearching(
            [PlaceBlock([try street("Kallio", 1_000, sort: .district), try street("Kluuvi", 100, sort: .district)])],
            near: try place(0, 0))
        #expect(searching.district(of: try place(60.17, 24.94)) == "Kluuvi")
        #expect(searching.district(of: try place(60.18, 24.94)) == "Kallio")
        #expect(searching.district(of: try place(61, 24.94)) == "")
    }

    @Test func `a place is a line of text and back`() throws {
        let place = NamedPlace(
            name: "Töölönkatu", others: ["Tölögatan"], sort: .street, what: "Street",
            coordinate: try place(60.1801234, -24.92))
        #expect(NamedPlace(line: Array(place.line.utf8)[...]) == place)
        for line in ["", "x", "street\tStreet\t1\t2", "star\tStar\t1\t2\tSirius", "street\tStreet\t9999999999\t2\tA"] {
            #expect(NamedPlace(line: Array(line.utf8)[...]) == nil)
        }
    }

    @Test func `a tile tells its places, with their kinds and languages`() throws {
        var tile = TileWriter()
        let across = TileWriter.path([(0, 2_000), (2_000, 2_000), (4_000, 2_000)])
        tile.add(
            "transportation_name",
            [
                (
                    [("class", "minor"), ("name", "Töölönkatu"), ("name:sv", "Tölögatan"), ("name:fi", "Töölönkatu")],
                    across
                ),
                ([("class", "minor"), ("name", "Töölönkatu")], TileWriter.path([(4_000, 2_000), (4_090, 2_000)])),
                ([("class", "path"), ("subclass", "pedestrian"), ("name", "Senaatintori")], across),
                ([("class", "rail"), ("name", "Päärata")], across), ([("class", "minor")], across),
            ], kind: 2)
        let spot = TileWriter.path([(1_000, 1_000)])
        tile.add(
            "poi",
            [
                ([("class", "cafe"), ("subclass", "cafe"), ("name", "Ekberg")], spot),
                ([("class", "bus"), ("subclass", "bus_stop"), ("name", "Erottaja")], spot),
                ([("class", "railway"), ("subclass", "station"), ("name", "Pasila")], spot),
                ([("class", "shop"), ("subclass", "fishing_tackle"), ("name", "Bad\tName\n")], spot),
                ([("class", "shop"), ("subclass", "yes"), ("name", "Kirjokanta")], spot),
                ([("class", "cafe"), ("name", "Next tile")], TileWriter.path([(-5, 10)])),
            ], kind: 1)
        tile.add("place", [("class", "suburb"), ("name", "Kluuvi")], kind: 1, geometry: spot)
        tile.add("water_name", [("class", "lake"), ("name", "Bodominjärvi")], kind: 1, geometry: spot)
        let bytes = tile.bytes
        let map = Basemap(maximumZoom: 14) { _, _, _ in bytes }
        let found = try #require(try map.namedPlaces(zoom: 14, x: 9_327, y: 4_742))
        #expect(
            found.map { "\($0.name): \($0.what)" } == [
                "Kluuvi: District", "Töölönkatu: Street", "Senaatintori: Square", "Bodominjärvi: Lake", "Ekberg: Café",
                "Pasila: Station", "BadName: Fishing tackle", "Kirjokanta: Shop",
            ])
        let street = try #require(found.first { $0.name == "Töölönkatu" })
        #expect(street.others == ["Tölögatan"])
        let whole = BasemapTile.area(zoom: 14, x: 9_327, y: 4_742)
        #expect(found.allSatisfy { whole.contains($0.coordinate) })
        #expect(abs(street.coordinate.latitude - (whole.south + whole.north) / 2) < 1e-3)
    }

    @Test func `a hostile tile tells a bounded number of places`() throws {
        var tile = TileWriter()
        let spot = TileWriter.path([(1_000, 1_000)])
        let name = "A" + String(repeating: "\u{301}", count: 200)
        tile.add("poi", (0..<30_000).map { ([("class", "cafe"), ("name", "\($0)\(name)")], spot) }, kind: 1)
        let found = TilePlaces(try #require(VectorTile(tile.bytes)), zoom: 14, x: 0, y: 0).places
        #expect(found.count <= 10_000 && found.allSatisfy { $0.name.unicodeScalars.count <= 80 })
    }
}
