import Foundation
import Proximity
import Testing

@testable import Atlas

struct LabelTests {
    private func name(_ layer: String, _ tags: [(String, String)]) throws -> String {
        var tile = TileWriter()
        tile.add(layer, tags, kind: 1, geometry: TileWriter.path([(2_000, 2_000)]))
        let opened = try #require(VectorTile(tile.bytes)?.layers[layer]?.first)
        let parsed = try #require(VectorTile(tile.bytes))
        return parsed.properties(opened.features[0], opened).name
    }

    @Test func `a name is written in one language`() throws {
        let athens = [("name", "Αθήνα"), ("name:latin", "Athína"), ("name:en", "Athens")]
        #expect(try name("place", athens) == "Athens")
        // Streets are called what their signs say.
        #expect(try name("transportation_name", [("name", "Ερμού"), ("name:latin", "Ermou")]) == "Ερμού")
        #expect(try name("transportation_name", [("name:latin", "Aleksanterinkatu")]) == "Aleksanterinkatu")
        #expect(try name("place", [("name", "Bruxelles - Brussel")]) == "Bruxelles")
        #expect(try name("transportation_name", [("name", "Rue Neuve / Nieuwstraat")]) == "Rue Neuve")
        #expect(try name("place", [("name", "中環 Central"), ("name:latin", "Central")]) == "Central")
        #expect(try name("poi", [("name", "Monaco - Monte Carlo")]) == "Monaco - Monte Carlo")
        #expect(try name("place", [("name", " - ")]) == " - " && name("place", [("class", "city")]).isEmpty)
    }

    /// A tile of zoom 14 with points of one layer, seen from a zoom.
    private func svg(
        _ layer: String, _ points: [(tags: [(String, String)], at: (Int, Int))], zoom: Int = 14, theme: Theme = .light
    ) throws -> String {
        var tile = TileWriter()
        tile.add(layer, points.map { (tags: $0.tags, geometry: TileWriter.path([$0.at])) }, kind: 1)
        let bytes = tile.bytes
        let map = Basemap(maximumZoom: 14) { z, x, y in z == 14 && x == 100 && y == 100 ? bytes : nil }
        let at = 100 << (zoom - 14)
        return try #require(try map.tile(zoom: zoom, x: at, y: at, theme: theme))
    }

    private static let cafe = [("class", "cafe"), ("subclass", "cafe"), ("name", "Ekberg")]
    private static let tram = [("class", "railway"), ("subclass", "tram_stop"), ("name", "Erottaja")]
    private static let view = [("class", "attraction"), ("subclass", "viewpoint")]

    @Test(arguments: Theme.allCases)
    func `stops, cafés and viewpoints have symbols on close views`(theme: Theme) throws {
        let points = [(LabelTests.cafe, (200, 200)), (LabelTests.tram, (500, 500)), (LabelTests.view, (800, 200))]
        let far = try svg("poi", points, zoom: 15, theme: theme)
        #expect(!far.contains("<use href=\"#s-"))
        let near = try svg("poi", points, zoom: 16, theme: theme)
        for symbol in ["cafe", "tram", "view"] {
            #expect(near.contains("<g id=\"s-\(symbol)\"") && near.contains("<use href=\"#s-\(symbol)\""), "\(symbol)")
        }
        #expect(!near.contains("Ekberg") && !near.contains("s-metro"))
        #expect(try svg("poi", points, zoom: 17, theme: theme).contains(">Ekberg</text>"))
    }

    @Test func `symbols keep a distance, and stand without a name where there is no room`() throws {
        let row = (0..<20).map { (LabelTests.cafe, (100 + $0 * 20, 500)) }
        #expect(try svg("poi", row, zoom: 16).matches(of: /<use href="#s-cafe"/).count < 4)
        let close = [
            (LabelTests.tram, (500, 500)),
            ([("class", "museum"), ("subclass", "museum"), ("name", "Amos")], (500, 522)),
        ]
        let drawn = try svg("poi", close, zoom: 17)
        #expect(drawn.contains("#s-tram") && drawn.contains(">Amos<") && !drawn.contains(">Erottaja<"))
        // The two platforms of a stop are one stop.
        let platforms = [(LabelTests.tram, (500, 500)), (LabelTests.tram, (510, 500))]
        #expect(try svg("poi", platforms, zoom: 17).matches(of: /<use href="#s-tram"/).count == 1)
    }

    @Test func `a town has one name, however far apart its points are`() throws {
        let points = [("city", (200, 200)), ("suburb", (3_900, 3_900))].map { kind, at in
            ([("class", kind), ("name", "Espoo")], at)
        }
        #expect(try svg("place", points).matches(of: />Espoo</).count == 1)
    }

    private static let world =
        (try? Data(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Public/basemap/world.bin")))
        .flatMap { World(Array($0)) }

    private func world(_ zoom: Int, _ x: Int, _ y: Int) throws -> String {
        let map = Basemap(maximumZoom: 14, world: LabelTests.world) { _, _, _ in nil }
        return try #require(try map.tile(zoom: zoom, x: x, y: y, theme: .light))
    }

    private func size(_ name: String, _ svg: String) throws -> Double {
        let found = try #require(svg.firstMatch(of: try Regex("font-size=\"([0-9.]+)\"[^>]*>\(name)<")))
        return try #require(Double(found.output[1].substring ?? ""))
    }

    @Test func `countries are larger than towns, and large countries larger than small ones`() throws {
        let near = try world(3, 4, 2)
        #expect(try size("Poland", near) > size("Berlin", near))
        #expect(near.contains("font-weight=\"700\"") && near.contains("letter-spacing"))
        #expect(try size("Brazil", world(3, 2, 4)) > size("Poland", near))
        #expect(try size("Poland", world(4, 9, 5)) > size("Poland", near))
    }

    @Test func `a name at the edge of two blocks is moved, not left out`() throws {
        // The meridian of Greenwich is such an edge.
        #expect(try world(2, 1, 1).contains(">United Kingdom<") && world(6, 31, 21).contains(">London<"))
    }

    @Test func `no name is smaller than eleven pixels on the screen`() throws {
        let smallest = try [world(2, 2, 1), world(5, 18, 9), world(9, 291, 148), world(10, 582, 296)].flatMap { svg in
            svg.matches(of: /font-size="([0-9.]+)"/).compactMap { Double($0.1) }
        }.min()
        #expect(try #require(smallest) * MapDrawing.smallest >= 11)
        for zoom in [9.5, 13.87, 14, 14.9, 18.99, 19] {
            let scale = exp2(zoom - Double(MapDrawing.tileZoom(zoom)))
            #expect(scale >= MapDrawing.smallest && scale < 2 && MapDrawing.tileZoom(zoom) <= 19)
        }
    }
}
