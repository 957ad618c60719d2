import Foundation
import Proximity
import Testing

@testable import Atlas

/// Where a map ends.
struct EdgeTests {
    private static let square = TileWriter.path([(0, 0), (4_096, 0), (4_096, 4_096), (0, 4_096)], isClosed: true)

    private static func lake(_ name: String = "") -> [UInt8] {
        var tile = TileWriter()
        tile.add("water", [("class", "lake")], kind: 3, geometry: square)
        if !name.isEmpty {
            tile.add(
                "place", [("class", "city"), ("name", name)], kind: 1, geometry: TileWriter.path([(2_048, 2_048)]))
        }
        return tile.bytes
    }

    /// Columns and rows of zoom 14, from the top left corner of tile 100, 100.
    private func bounds(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) throws -> Bounds {
        let northWest = WebMercator.place(Point(x: (100 + left) / 16_384, y: (100 + top) / 16_384))
        let southEast = WebMercator.place(Point(x: (100 + right) / 16_384, y: (100 + bottom) / 16_384))
        return try #require(
            Bounds(
                south: southEast.latitude, west: northWest.longitude, north: northWest.latitude,
                east: southEast.longitude))
    }

    private func map(_ bounds: Bounds, world: World? = nil, name: String = "") -> Basemap {
        Basemap(
            tiles: { zoom, _, _ in zoom == 14 ? [BasemapTile(data: EdgeTests.lake(name), bounds: bounds)] : [] },
            maximumZoom: 14, world: world, areas: [bounds])
    }

    private func tile(_ map: Basemap, _ x: Int, _ y: Int, zoom: Int = 14) throws -> String {
        try #require(try map.tile(zoom: zoom, x: x, y: y, theme: .light))
    }

    /// The ends of a side's shade, in pixels from the corner of tile 14/100/100.
    private func shade(_ svg: String, _ side: String, column: Int) throws -> [Double] {
        let found = try #require(
            svg.firstMatch(
                of: try Regex(
                    "id=\"e\(side)\" gradientUnits=\"userSpaceOnUse\" x1=\"([-0-9.]+)\" y1=\"[-0-9.]+\" x2=\"([-0-9.]+)\""
                )))
        return try [1, 2].map { try #require(Double(found.output[$0].substring ?? "")) + Double(column - 100) * 512 }
    }

    @Test func `a map fades into paper at its edge, at the same place on neighbouring tiles`() throws {
        let map = map(try bounds(-4, -4, 1.1, 4))
        let (left, right) = (try tile(map, 100, 100), try tile(map, 101, 100))
        for svg in [left, right] {
            #expect(svg.contains("<g mask=\"url(#e)\">") && svg.contains(Theme.light.palette.paper))
        }
        let shades = (try shade(left, "r", column: 100), try shade(right, "r", column: 101))
        #expect(shades.0 == shades.1 && shades.0 == [467.2, 563.2])
        // Only one side is near.
        #expect(!left.contains("id=\"el\"") && !left.contains("id=\"et\"") && !left.contains("id=\"eb\""))
    }

    @Test func `the middle of a map does not fade, and a small map fades over a part of its side`() throws {
        #expect(!(try tile(map(try bounds(-4, -4, 4, 4)), 100, 100).contains("mask")))
        let small = try tile(map(try bounds(0.25, 0.25, 0.75, 0.75)), 100, 100)
        #expect(try shade(small, "r", column: 100) == [353.3, 384])
        #expect(["l", "t", "r", "b"].allSatisfy { small.contains("id=\"e\($0)\"") })
        // The world has no edge at the date line.
        let whole = try #require(Bounds(south: -85.0511, west: -180, north: 85.0511, east: 180))
        #expect(!(try tile(map(whole), 0, 0).contains("mask")))
    }

    @Test func `where the detailed map ends, the one under it is seen`() throws {
        let (town, country) = (try bounds(-4, -4, 0.5, 4), try bounds(-40, -40, 40, 40))
        let both = Basemap(
            tiles: { zoom, x, y in
                guard zoom == 14 else { return [] }
                let all = [("Town", town), ("Country", country)].map {
                    BasemapTile(data: EdgeTests.lake($0.0), bounds: $0.1)
                }
                return BasemapTile.fills(town, zoom: zoom, x: x, y: y) ? [all[0]] : all
            }, maximumZoom: 14)
        let edge = try tile(both, 100, 100)
        let under = try #require(edge.range(of: "H512V512H0z"))
        let over = try #require(edge.range(of: "mask=\"url(#m1-e)\""))
        #expect(under.lowerBound < over.lowerBound)
        // Each names what it shows: the town's map ends in the middle of the tile.
        #expect(edge.contains(">Town</text>") && !edge.contains(">Country</text>"))
        for column in [98, 103] { #expect(!(try tile(both, column, 100).contains("mask"))) }
    }

    private static let world =
        (try? Data(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "Public/basemap/world.bin"))).flatMap { World(Array($0)) }

    @Test func `the coarse coast turns into paper on the way to zoom 10`() throws {
        let map = Basemap(maximumZoom: 14, world: EdgeTests.world) { _, _, _ in nil }
        let strengths = try [(7, 72, 37), (8, 145, 74), (9, 291, 148), (10, 582, 296)].map { zoom, x, y in
            let svg = try tile(map, x, y, zoom: zoom)
            return svg.firstMatch(of: /<g opacity="([0-9.]+)">/).map { String($0.1) }
                ?? (svg.contains(Theme.light.mapColours.water) ? "1" : "0")
        }
        #expect(strengths == ["1", "0.75", "0.25", "0"])
    }

    @Test func `a small map is no stamp on the world`() throws {
        let map = Basemap(
            tiles: { _, _, _ in
                [BasemapTile(data: EdgeTests.lake("Smallville"), bounds: try self.bounds(0, 0, 1, 1))]
            }, maximumZoom: 14, world: EdgeTests.world)
        #expect(!(try tile(map, 100 >> 5, 100 >> 5, zoom: 9).contains("Smallville")))
        #expect(try tile(map, 100 >> 3, 100 >> 3, zoom: 11).contains("mask"))
    }

    @Test func `a town on a map is not named by the built-in world too`() throws {
        let helsinki = try #require(EdgeTests.world?.cities.first { $0.name == "Helsinki" }).coordinate
        // The map ends a few steps east of the world's point of the town.
        let bounds = Bounds(
            south: helsinki.latitude - 0.01, west: helsinki.longitude + 0.002, north: helsinki.latitude + 0.01,
            east: helsinki.longitude + 0.03)
        let map = Basemap(
            tiles: { _, _, _ in [] }, maximumZoom: 14, world: EdgeTests.world, areas: [try #require(bounds)])
        #expect(!(try tile(map, 582, 296, zoom: 10).contains(">Helsinki<")))
        #expect(try tile(map, 582, 296, zoom: 10).contains(">Lauttasaari<"))
        #expect(try tile(map, 291, 148, zoom: 9).contains(">Helsinki<"))
    }
}
