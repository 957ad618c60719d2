import Foundation
import Proximity
import Testing

@testable import Atlas

/// Names of places.
struct GazetteerTests {
    /// A tile in central Helsinki, where a unit of 4,096 is 30 centimetres.
    private static let (column, row) = (9_327, 4_742)
    private static let metresPerUnit = 0.298

    private static let world = (try? Data(contentsOf: packed)).flatMap { World(Array($0)) }
    private static let packed = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Public/basemap/world.bin")

    /// The place at this many units right of and below the tile's corner.
    private func place(_ x: Double, _ y: Double) -> Coordinate {
        let count = Double(1 << 14)
        return WebMercator.place(
            Point(x: (Double(Self.column) + x / 4_096) / count, y: (Double(Self.row) + y / 4_096) / count))
    }

    /// A map with some tiles of zoom 14 and one of zoom 11.
    private func gazetteer(
        _ tiles: [[Int]: TileWriter], far: TileWriter = TileWriter(), world: World? = nil
    ) -> Gazetteer {
        var data = tiles.mapValues { $0.bytes }
        data[[11, Self.column >> 3, Self.row >> 3]] = far.bytes
        let known = data
        let map = Basemap(maximumZoom: 14) { known[[$0, $1, $2]] }
        return Gazetteer(world: world) { try map.names(zoom: $0, x: $1, y: $2) }
    }

    /// A tile with streets across it: name, place, class and subclass.
    private func streets(_ streets: (String, Int, String, String)...) -> TileWriter {
        var tile = TileWriter()
        let features = streets.map { name, y, kind, subclass in
            (
                tags: [("class", kind), ("subclass", subclass), ("name", name)],
                geometry: TileWriter.path([(0, y), (4_096, y)])
            )
        }
        tile.add("transportation_name", features, kind: 2)
        return tile
    }

    private func street(_ name: String, y: Int, class: String = "minor", subclass: String = "") -> TileWriter {
        streets((name, y, `class`, subclass))
    }

    private var here: [Int] { [14, Self.column, Self.row] }

    @Test func `the ground is a park within its edge, else a street within thirty metres`() throws {
        var tile = street("Aleksanterinkatu", y: 2_000)
        func square(x: Int, y: Int, side: Int) -> [UInt64] {
            TileWriter.path([(x, y), (x + side, y), (x + side, y + side), (x, y + side)], isClosed: true)
        }
        tile.add(
            "landcover",
            [
                (tags: [("class", "grass")], geometry: square(x: 1_000, y: 1_900, side: 300)),
                (tags: [("class", "wood")], geometry: square(x: 1_050, y: 1_950, side: 200)),
                (tags: [("class", "sand")], geometry: square(x: 2_500, y: 1_900, side: 300)),
                // A lawn between houses.
                (tags: [("class", "grass")], geometry: square(x: 3_000, y: 1_980, side: 60)),
            ], kind: 3)
        let map = gazetteer([here: tile])
        #expect(try map.ground(of: place(1_020, 1_920)) == .park)
        // A wood within the park, beside a street.
        #expect(try map.ground(of: place(1_100, 2_000)) == .park)
        #expect(try map.ground(of: place(500, 2_000 + 28 / Self.metresPerUnit)) == .street)
        #expect(try map.ground(of: place(500, 2_000 + 33 / Self.metresPerUnit)) == nil)
        #expect(try map.ground(of: place(2_600, 2_000)) == .street && map.ground(of: place(3_030, 2_000)) == .street)
        #expect(try map.ground(of: place(2_600, 3_000)) == nil)
    }

    @Test func `a street names a place within sixty metres`() throws {
        let map = gazetteer([here: street("Aleksanterinkatu", y: 2_000)])
        for metres in [0.0, 20, 58] {
            #expect(try map.name(of: place(2_000, 2_000 + metres / Self.metresPerUnit)).spot == "Aleksanterinkatu")
            #expect(try map.name(of: place(2_000, 2_000 - metres / Self.metresPerUnit)).spot == "Aleksanterinkatu")
        }
        #expect(try map.name(of: place(2_000, 2_000 + 63 / Self.metresPerUnit)).spot == "")
        #expect(try map.name(of: place(2_000, 2_000)).town == nil)
    }

    /// The name of the tile's middle.
    private func name(_ tile: TileWriter) throws -> String {
        try gazetteer([here: tile]).name(of: place(2_000, 2_000)).spot
    }

    @Test func `the nearer street wins, a street before a path, a square is a street`() throws {
        #expect(try name(streets(("Far", 2_100, "minor", ""), ("Near", 1_950, "minor", ""))) == "Near")
        #expect(try name(streets(("Near", 1_950, "minor", ""), ("Path", 1_970, "path", "footway"))) == "Near")
        #expect(try name(streets(("Near", 1_950, "minor", ""), ("Path", 1_990, "path", "footway"))) == "Path")
        #expect(try name(streets(("Near", 1_950, "minor", ""), ("Square", 1_970, "path", "pedestrian"))) == "Square")
        for kind in ["rail", "ferry", "aerialway", ""] {
            #expect(
                try gazetteer([here: street("Line", y: 2_000, class: kind)]).name(of: place(2_000, 2_000)).spot == "")
        }
    }

    @Test(arguments: [
        ("museum", "museum", "Ateneum"), ("park", "park", "Ateneum"), ("tourism", "museum", "Ateneum"),
        ("library", "library", "Ateneum"), ("library", "books", "Kaivokatu"), ("shop", "shoes", "Kaivokatu"),
        ("bus", "bus_stop", "Kaivokatu"), ("railway", "tram_stop", "Kaivokatu"), ("railway", "station", "Ateneum"),
    ])
    func `a building or a park names a place, a shop does not`(class: String, subclass: String, name: String) throws {
        var tile = street("Kaivokatu", y: 2_080)
        tile.add(
            "poi", [("class", `class`), ("subclass", subclass), ("name", "Ateneum")], kind: 1,
            geometry: TileWriter.path([(2_000, 1_930)]))
        #expect(try gazetteer([here: tile]).name(of: place(2_000, 2_000)).spot == name)
    }

    @Test func `a street of the next tile is found near the edge, on every side`() throws {
        let sides = [(1, 0, 4_090.0, 2_000.0), (-1, 0, 6, 2_000), (0, 1, 2_000, 4_090), (0, -1, 2_000, 6)]
        for (column, row, x, y) in sides {
            var tile = TileWriter()
            // Along all four edges, slightly inside, and only in the neighbour.
            tile.add(
                "transportation_name", [("class", "minor"), ("name", "Over There")], kind: 2,
                geometry: TileWriter.path([(20, 20), (4_076, 20), (4_076, 4_076), (20, 4_076), (20, 20)]))
            let map = gazetteer([[14, Self.column + column, Self.row + row]: tile])
            #expect(try map.name(of: place(x, y)).spot == "Over There")
            #expect(try map.name(of: place(2_000, 2_000)).spot == "")
        }
    }

    @Test func `names are the same as on the map`() throws {
        var tile = TileWriter()
        tile.add(
            "transportation_name",
            [("class", "minor"), ("name", "Невский проспект"), ("name:latin", "Nevskij prospekt")], kind: 2,
            geometry: TileWriter.path([(0, 2_000), (4_096, 2_000)]))
        #expect(try gazetteer([here: tile]).name(of: place(2_000, 2_000)).spot == "Невский проспект")
        let long = String(repeating: "x", count: 9_999)
        #expect(try gazetteer([here: street(long, y: 2_000)]).name(of: place(2_000, 2_000)).spot.count == 60)
        #expect(try gazetteer([here: street("Улица", y: 2_000)]).name(of: place(2_000, 2_000)).spot == "Улица")
    }

    /// A settlement in the middle of the tile of zoom 11 that contains the other.
    private func settlement(_ kind: String, _ name: String, eastward metres: Double = 0) -> TileWriter {
        var tile = TileWriter()
        // Eight tiles wide: a unit is 2.4 metres.
        let x = (Double(Self.column % 8) + 0.5) / 8 * 4_096 + metres / (Self.metresPerUnit * 8)
        let y = (Double(Self.row % 8) + 0.5) / 8 * 4_096
        tile.add("place", [("class", kind), ("name", name)], kind: 1, geometry: TileWriter.path([(Int(x), Int(y))]))
        return tile
    }

    @Test(arguments: [
        ("city", 9_000.0, PlaceName.Relation.inside), ("city", 11_000, .near), ("town", 3_900, .inside),
        ("town", 4_200, .near), ("village", 1_400, .inside), ("village", 1_700, .near),
    ])
    func `a settlement extends as far as its kind`(kind: String, metres: Double, relation: PlaceName.Relation) throws {
        let town = try gazetteer([:], far: settlement(kind, "Loviisa", eastward: metres)).town(of: place(2_048, 2_048))
        #expect(try #require(town).relation == relation && town?.name == "Loviisa")
        #expect(abs(try #require(town).distance.value - metres) < 0.02 * metres)
    }

    @Test func `suburbs and hamlets are not towns, but name a place without a street`() throws {
        let map = gazetteer([here: settlementTile("suburb")], far: settlement("suburb", "Kluuvi"))
        #expect(try map.name(of: place(2_048, 2_048)) == PlaceName(spot: "Kluuvi", town: nil))
        #expect(try map.name(of: place(2_048, 2_048 + 750 / Self.metresPerUnit)).spot == "")
    }

    @Test func `the nearest quarter is the part of a town, up to some hundred metres`() throws {
        func quarter(_ kind: String, metres: Double) throws -> String? {
            try gazetteer([here: settlementTile(kind)]).quarter(of: place(2_048, 2_048 + metres / Self.metresPerUnit))
        }
        for kind in ["suburb", "quarter", "neighbourhood", "hamlet", "island"] {
            #expect(try quarter(kind, metres: 690) == "Kluuvi" && quarter(kind, metres: 710) == nil)
        }
        for kind in ["isolated_dwelling", "islet", "town", "city"] { #expect(try quarter(kind, metres: 0) == nil) }
        var tile = TileWriter()
        tile.add(
            "place",
            [("Kluuvi", 2_048), ("Kaisaniemi", 0)].map { name, y in
                (tags: [("class", "suburb"), ("name", name)], geometry: TileWriter.path([(2_048, y)]))
            }, kind: 1)
        #expect(try gazetteer([here: tile]).quarter(of: place(2_048, 900)) == "Kaisaniemi")
        #expect(try gazetteer([here: tile]).quarter(of: place(2_048, 1_100)) == "Kluuvi")
        #expect(try gazetteer([here: street("Aleksanterinkatu", y: 2_048)]).quarter(of: place(2_048, 2_048)) == nil)
    }

    private func settlementTile(_ kind: String) -> TileWriter {
        var tile = TileWriter()
        tile.add("place", [("class", kind), ("name", "Kluuvi")], kind: 1, geometry: TileWriter.path([(2_048, 2_048)]))
        return tile
    }

    @Test(arguments: [
        (60.17, 24.94, "Helsinki", PlaceName.Relation.inside), (60.42, 25.75, "Porvoo", .near),
        (59.55, 22.6, "Raseborg", .atSea), (48.8566, 2.3522, "Paris", .inside),
    ])
    func `without a map the cities of the built-in world name a place`(
        latitude: Double, longitude: Double, name: String, relation: PlaceName.Relation
    ) throws {
        let world: World = try #require(Self.world)
        let map = Gazetteer(world: world) { _, _, _ in nil }
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let town = try map.name(of: place).town
        #expect(town?.name == name && town?.relation == relation, "\(String(describing: town))")
        #expect(try map.name(of: place).spot == "")
    }

    @Test(arguments: [(-40.0, -120.0), (90, 0), (-90, 180), (0, -160), (85.2, 179.99), (72.5, -40)])
    func `far from everything there is no name`(latitude: Double, longitude: Double) throws {
        let world: World = try #require(Self.world)
        let map = Gazetteer(world: world) { _, _, _ in nil }
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(try map.name(of: place) == PlaceName(spot: "", town: nil))
    }

    @Test func `the coast of the basemap overrides the built-in world`() throws {
        // A place that is sea in the built-in world.
        let world: World = try #require(Self.world)
        let out = try #require(Coordinate(latitude: 59.55, longitude: 22.6))
        let point = WebMercator.project(out)
        let tile = [14, Int(point.x * 16_384), Int(point.y * 16_384)]
        var land = TileWriter()
        land.add(
            "water", [("class", "lake")], kind: 3,
            geometry: TileWriter.path([(0, 0), (9, 0), (9, 9)], isClosed: true))
        #expect(try gazetteer([tile: land], world: world).town(of: out)?.relation == .near)
        var sea = TileWriter()
        sea.add(
            "water", [("class", "ocean")], kind: 3,
            geometry: TileWriter.path([(-64, -64), (4_160, -64), (4_160, 4_160), (-64, 4_160)], isClosed: true))
        #expect(try gazetteer([tile: sea], world: world).town(of: out)?.relation == .atSea)
    }

    @Test func `a street across the date line is equally near from both sides`() throws {
        var tile = TileWriter()
        tile.add(
            "transportation_name", [("class", "minor"), ("name", "Queen Elizabeth Drive")], kind: 2,
            geometry: TileWriter.path([(0, 0), (0, 4_096)]))
        let bytes = tile.bytes
        let map = Basemap(maximumZoom: 14) { zoom, x, y in zoom == 14 && x == 0 ? bytes : nil }
        let gazetteer = Gazetteer(world: nil) { try map.names(zoom: $0, x: $1, y: $2) }
        for longitude in [-179.9998, 179.9998] {
            let place = try #require(Coordinate(latitude: -16.8, longitude: longitude))
            #expect(try gazetteer.name(of: place).spot == "Queen Elizabeth Drive")
        }
    }
}
