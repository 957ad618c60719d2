import Foundation
import Testing

@testable import Atlas

/// One town in the words of three schemas.
struct SchemaTests {
    private typealias Tags = [(String, VectorTile.Value)]

    /// What a feature is in each schema: its layer and its tags.
    private struct Thing {
        let shape: VectorTile.Kind
        let at: Int
        let openMapTiles, protomaps, shortbread: (String, Tags)?

        init(
            _ shape: VectorTile.Kind, at: Int, openMapTiles: (String, Tags)?, protomaps: (String, Tags)?,
            shortbread: (String, Tags)?
        ) {
            (self.shape, self.at) = (shape, at)
            (self.openMapTiles, self.protomaps, self.shortbread) = (openMapTiles, protomaps, shortbread)
        }

        var geometry: [UInt64] {
            switch shape {
            case .point: return TileWriter.path([(at, at)])
            case .line: return TileWriter.path([(at, 100), (at + 10, 4_000)])
            default:
                let corners = [(at, at), (at + 300, at), (at + 300, at + 300), (at, at + 300)]
                return TileWriter.path(corners, isClosed: true)
            }
        }
    }

    private static let ground: [Thing] = [
        Thing(
            .polygon, at: 100, openMapTiles: ("landcover", [("class", .text("wood"))]),
            protomaps: ("landuse", [("kind", .text("forest"))]),
            shortbread: ("land", [("kind", .text("forest"))])),
        Thing(
            .polygon, at: 500, openMapTiles: ("landuse", [("class", .text("residential"))]),
            protomaps: ("landuse", [("kind", .text("residential"))]),
            shortbread: ("land", [("kind", .text("residential"))])),
        Thing(
            .polygon, at: 900, openMapTiles: ("landcover", [("class", .text("sand"))]),
            protomaps: ("landuse", [("kind", .text("beach"))]),
            shortbread: ("land", [("kind", .text("beach"))])),
        Thing(
            .polygon, at: 1_300, openMapTiles: ("landuse", [("class", .text("garden"))]),
            protomaps: ("landuse", [("kind", .text("park"))]),
            shortbread: ("land", [("kind", .text("park"))])),
        Thing(
            .polygon, at: 1_700, openMapTiles: ("water", [("class", .text("ocean"))]),
            protomaps: ("water", [("kind", .text("ocean"))]),
            shortbread: ("ocean", [])),
        Thing(
            .polygon, at: 2_100, openMapTiles: ("water", [("class", .text("lake"))]),
            protomaps: ("water", [("kind", .text("lake"))]),
            shortbread: ("water_polygons", [("kind", .text("water"))])),
        Thing(
            .polygon, at: 2_500, openMapTiles: ("building", []),
            protomaps: ("buildings", [("kind", .text("building"))]),
            shortbread: ("buildings", [("dummy", .number(1))])),
        // Not drawn in any of them.
        Thing(
            .polygon, at: 2_900, openMapTiles: nil, protomaps: ("water", [("kind", .text("reef"))]),
            shortbread: ("water_polygons", [("kind", .text("glacier"))])
        ),
        Thing(
            .line, at: 200, openMapTiles: ("waterway", [("class", .text("river"))]),
            protomaps: ("water", [("kind", .text("river"))]),
            shortbread: ("water_lines", [("kind", .text("river"))])),
        Thing(
            .line, at: 210, openMapTiles: nil,
            protomaps: ("water", [("kind", .text("river")), ("layer", .number(-1))]),
            shortbread: ("water_lines", [("kind", .text("river")), ("tunnel", .flag(true))])),
        Thing(
            .line, at: 300, openMapTiles: ("boundary", [("admin_level", .number(4))]),
            protomaps: ("boundaries", [("kind", .text("region")), ("kind_detail", .number(4))]),
            shortbread: ("boundaries", [("admin_level", .number(4)), ("maritime", .flag(false))])),
        Thing(
            .line, at: 310, openMapTiles: nil,
            protomaps: ("boundaries", [("kind", .text("locality")), ("kind_detail", .number(8))]),
            shortbread: ("boundaries", [("admin_level", .number(2)), ("maritime", .flag(true))])),
    ]

    private static let ways: [Thing] = [
        way(400, name: "motorway", subclass: "", kind: "highway", detail: "motorway", shortbread: "motorway"),
        way(500, name: "primary", subclass: "", kind: "major_road", detail: "primary_link", shortbread: "primary"),
        way(600, name: "tertiary", subclass: "", kind: "major_road", detail: "tertiary", shortbread: "tertiary"),
        way(700, name: "minor", subclass: "", kind: "minor_road", detail: "residential", shortbread: "residential"),
        way(800, name: "minor", subclass: "", kind: "other", detail: "living_street", shortbread: "living_street"),
        way(900, name: "service", subclass: "", kind: "minor_road", detail: "service", shortbread: "service"),
        way(1_000, name: "path", subclass: "footway", kind: "path", detail: "sidewalk", shortbread: "footway"),
        way(1_100, name: "path", subclass: "pedestrian", kind: "path", detail: "pedestrian", shortbread: "pedestrian"),
        way(1_200, name: "track", subclass: "", kind: "path", detail: "track", shortbread: "track"),
        way(1_300, name: "rail", subclass: "", kind: "rail", detail: "rail", shortbread: "rail"),
        way(1_400, name: "tram", subclass: "", kind: "rail", detail: "tram", shortbread: "tram"),
        Thing(
            .line, at: 1_500, openMapTiles: ("transportation", [("class", .text("ferry"))]),
            protomaps: ("roads", [("kind", .text("ferry"))]),
            shortbread: ("ferries", [("kind", .text("ferry"))])),
        Thing(
            .line, at: 1_600, openMapTiles: nil,
            protomaps: (
                "roads", [("kind", .text("rail")), ("kind_detail", .text("rail")), ("is_tunnel", .flag(true))]
            ),
            shortbread: ("streets", [("kind", .text("rail")), ("tunnel", .flag(true))])),
    ]

    private static func way(
        _ at: Int, name: String, subclass: String, kind: String, detail: String, shortbread: String
    ) -> Thing {
        let own: Tags = [("class", .text(name))] + (subclass.isEmpty ? [] : [("subclass", .text(subclass))])
        return Thing(
            .line, at: at, openMapTiles: ("transportation", own),
            protomaps: ("roads", [("kind", .text(kind)), ("kind_detail", .text(detail))]),
            shortbread: ("streets", [("kind", .text(shortbread))]))
    }

    private static let names: [Thing] = [
        // Protomaps has one line for the street and its name.
        Thing(
            .line, at: 2_000, openMapTiles: ("transportation", [("class", .text("primary"))]), protomaps: nil,
            shortbread: ("streets", [("kind", .text("primary"))])),
        named(
            .point, at: 1_000, name: "City", own: ("place", "city", ""), protomaps: ("places", "locality", "city"),
            shortbread: ("place_labels", "city")),
        named(
            .point, at: 1_400, name: "Quarter", own: ("place", "suburb", ""),
            protomaps: ("places", "neighbourhood", "suburb"),
            shortbread: ("place_labels", "suburb")),
        named(
            .line, at: 2_000, name: "Long Street", own: ("transportation_name", "primary", ""),
            protomaps: ("roads", "major_road", "primary"),
            shortbread: ("street_labels", "primary")),
        named(
            .point, at: 2_400, name: "Museum", own: ("poi", "museum", "museum"), protomaps: ("pois", "museum", ""),
            shortbread: ("pois", "museum")),
        named(
            .point, at: 2_800, name: "Halt", own: ("poi", "railway", "halt"), protomaps: ("pois", "halt", ""),
            shortbread: ("public_transport", "halt")),
        named(
            .point, at: 3_200, name: "Cup", own: ("poi", "cafe", "cafe"), protomaps: ("pois", "cafe", ""),
            shortbread: ("pois", "cafe")),
        named(
            .point, at: 3_500, name: "Bay", own: ("water_name", "bay", ""), protomaps: ("water", "bay", ""),
            shortbread: ("water_polygons_labels", "water")),
        Thing(
            .point, at: 3_800, openMapTiles: ("housenumber", [("housenumber", .text("12 B"))]),
            protomaps: ("buildings", [("kind", .text("address")), ("addr_housenumber", .text("12 B"))]),
            shortbread: ("addresses", [("housenumber", .text("12 B"))])),
    ]

    private static func named(
        _ shape: VectorTile.Kind, at: Int, name: String, own: (String, String, String),
        protomaps: (String, String, String), shortbread: (String, String)
    ) -> Thing {
        let text: Tags = [("name", .text(name))]
        let subclass: Tags = own.2.isEmpty ? [] : [("subclass", .text(own.2))]
        let detail: Tags = protomaps.2.isEmpty ? [] : [("kind_detail", .text(protomaps.2))]
        let key = shortbread.0 == "pois" ? (shortbread.1 == "cafe" ? "amenity" : "tourism") : "kind"
        return Thing(
            shape, at: at, openMapTiles: (own.0, text + [("class", .text(own.1))] + subclass),
            protomaps: (protomaps.0, text + [("kind", .text(protomaps.1)), ("pgf:name", .text("x"))] + detail),
            shortbread: (shortbread.0, text + [(key, .text(shortbread.1)), ("name_en", .text(""))]))
    }

    private static func tile(_ side: (Thing) -> (String, Tags)?) -> [UInt8] {
        var (order, layers) = ([String](), [String: [TileWriter.Feature]]())
        for thing in ground + ways + names {
            guard let (layer, tags) = side(thing) else { continue }
            if layers[layer] == nil { order.append(layer) }
            layers[layer, default: []].append(.init(kind: thing.shape.rawValue, tags: tags, geometry: thing.geometry))
        }
        var writer = TileWriter()
        for layer in order { writer.add(layer, layers[layer] ?? []) }
        return writer.bytes
    }

    private static let tiles: [(TileSchema, [UInt8])] = [
        (.openMapTiles, tile { $0.openMapTiles }), (.protomaps, tile { $0.protomaps }),
        (.shortbread, tile { $0.shortbread }),
    ]

    @Test(arguments: Theme.allCases) func `one town is drawn alike in three schemas`(theme: Theme) throws {
        for zoom in [12, 14, 15, 16, 17, 18] {
            let drawn = try SchemaTests.tiles.map { schema, data in
                let tile = BasemapTile(data: data, bounds: .everywhere, schema: schema)
                let map = Basemap(tiles: { $0 == zoom && $1 == 1 && $2 == 1 ? [tile] : [] }, maximumZoom: zoom)
                return try #require(try map.tile(zoom: zoom, x: 1, y: 1, theme: theme))
            }
            #expect(drawn[0] == drawn[1], "Protomaps at zoom \(zoom)")
            #expect(drawn[0] == drawn[2], "Shortbread at zoom \(zoom)")
            #expect(drawn[0].count > 1_500)
        }
    }

    @Test func `names, places to search and the sea are the same`() throws {
        let found = try SchemaTests.tiles.map { schema, data in
            let tile = BasemapTile(data: data, bounds: .everywhere, schema: schema)
            let map = Basemap(tiles: { _, _, _ in [tile] }, maximumZoom: 14)
            let names = try #require(try map.names(zoom: 14, x: 1, y: 1))
            let places = try #require(try map.namedPlaces(zoom: 14, x: 1, y: 1))
            return (
                names.things.map { "\($0.name) \($0.kind)" }.sorted(), names.seas.count, names.knowsWater,
                Set(places.map { $0.name })
            )
        }
        for other in found.dropFirst() {
            #expect(other.0 == found[0].0 && other.1 == 1 && other.2)
            #expect(other.3 == found[0].3)
        }
        #expect(found[0].3.isSuperset(of: ["City", "Quarter", "Long Street", "Museum", "Halt", "Cup"]))
    }

    @Test func `a map's layers tell its schema`() {
        for (schema, data) in SchemaTests.tiles {
            #expect(TileSchema.of(layers: TileSchema.layers(of: data))?.name == schema.name)
        }
        // Tilezen, and Protomaps before version 4.
        #expect(TileSchema.of(layers: ["boundaries", "buildings", "earth", "roads", "transit", "water"]) == nil)
        #expect(TileSchema.of(layers: ["earth", "natural", "physical_line", "roads"]) == nil)
        #expect(TileSchema.of(layers: ["contours"]) == nil && TileSchema.of(layers: []) == nil)
    }

    @Test func `a capital is as large as its population`() throws {
        for (population, name) in [(2_000_000.0, "city"), (20_000, "town"), (900, "village")] {
            var writer = TileWriter()
            let tags: Tags = [("kind", .text("capital")), ("population", .number(population)), ("name", .text("Here"))]
            writer.add("place_labels", [.init(kind: 1, tags: tags, geometry: TileWriter.path([(2_000, 2_000)]))])
            let tile = try #require(VectorTile(writer.bytes, schema: .shortbread))
            let layer = try #require(tile.layers["place"]?.first)
            #expect(tile.properties(layer.features[0], layer)["class"] == name)
        }
    }
}
