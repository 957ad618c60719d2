import Proximity
import Testing

@testable import Atlas

struct CoverTests {
    private static let square = TileWriter.path([(0, 0), (4_096, 0), (4_096, 4_096), (0, 4_096)], isClosed: true)
    private static let buffered = TileWriter.path(
        [(-64, -64), (4_160, -64), (4_160, 4_160), (-64, 4_160)], isClosed: true)

    private static func lake(_ geometry: [UInt64]) -> [UInt8] {
        var tile = TileWriter()
        tile.add("water", [("class", "lake")], kind: 3, geometry: geometry)
        return tile.bytes
    }

    /// The western half of tile 14/100/100, or all of it, as the area that a map covers.
    private static func bounds(_ part: Double) -> Bounds {
        let northWest = WebMercator.place(Point(x: 100.0 / 16_384, y: 100.0 / 16_384))
        let southEast = WebMercator.place(Point(x: (100 + part) / 16_384, y: 101.0 / 16_384))
        return Bounds(
            south: southEast.latitude, west: northWest.longitude, north: northWest.latitude, east: southEast.longitude
        ) ?? .everywhere
    }

    private func map(_ data: [UInt8], zoom: Int = 14, bounds: Bounds, world: World? = nil) -> Basemap {
        Basemap(
            tiles: { z, x, y in
                z == zoom && x == 100 >> (14 - zoom) && y == 100 >> (14 - zoom)
                    ? [BasemapTile(data: data, bounds: bounds)] : []
            }, maximumZoom: 14, world: world)
    }

    private func water(_ svg: String) -> Substring? {
        svg.firstMatch(of: /<path fill="#B9D5E2" d="([^"]*)"/)?.1
    }

    @Test func `paper is drawn beyond the area that a map covers`() throws {
        let svg = try #require(
            try map(CoverTests.lake(CoverTests.square), bounds: CoverTests.bounds(0.5))
                .tile(zoom: 14, x: 100, y: 100, theme: .light))
        #expect(water(svg) == "M0 0l256 0 0 512-256 0z")
        #expect(svg.contains("fill=\"\(Theme.light.mapColours.land)\" d=\"M0 0H256V512H0z\""))
    }

    @Test func `buffers of neighbouring tiles add up, and do not cancel each other`() throws {
        let lake = CoverTests.lake(CoverTests.buffered)
        let map = Basemap(maximumZoom: 14) { _, x, y in (100...101).contains(x) && y == 100 ? lake : nil }
        let middle = WebMercator.place(Point(x: 101.0 / 16_384, y: 100.5 / 16_384))
        let svg = try map.markup(Viewport(centre: middle, zoom: 14, width: 200, height: 100), .light)
        let path = try #require(water(svg))
        #expect(!svg.contains("fill=\"\(Theme.light.mapColours.water)\" fill-rule"))
        // Two rings, each at most half a pixel across the edge.
        #expect(path == "M-2 102l0-104 102.5 0 0 104zM99.5 102l0-104 102.5 0 0 104z")
    }

    @Test func `a missing tile is replaced by the one that contains it`() throws {
        let lake = CoverTests.lake(CoverTests.square)
        let far = map(lake, zoom: 12, bounds: .everywhere)
        #expect(try water(far.tile(zoom: 14, x: 100, y: 100, theme: .light) ?? "") != nil)
        #expect(try water(far.tile(zoom: 14, x: 104, y: 100, theme: .light) ?? "") == nil)
        // Not beyond the bounds that the map itself states.
        let small = map(lake, zoom: 12, bounds: CoverTests.bounds(1))
        #expect(try water(small.tile(zoom: 14, x: 100, y: 100, theme: .light) ?? "") != nil)
        #expect(try water(small.tile(zoom: 14, x: 101, y: 100, theme: .light) ?? "") == nil)
    }

    @Test func `the area of a tile`() {
        #expect(BasemapTile.area(zoom: 0, x: 0, y: 0).width == 360)
        let east = BasemapTile.area(zoom: 1, x: 1, y: 0)
        #expect(east.west == 0 && east.east == 180 && abs(east.south) < 1e-9 && abs(east.north - 85.051) < 0.001)
    }

    @Test func `an image is cut to the requested area`() throws {
        let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]
        let svg = try #require(
            try map(picture, bounds: CoverTests.bounds(0.5)).tile(zoom: 14, x: 100, y: 100, theme: .light))
        #expect(svg.contains("<clipPath id=\"p0\"><path d=\"M0 0H256V512H0z\"/></clipPath>"))
        #expect(svg.contains("clip-path=\"url(#p0)\" href=\"data:image/jpeg;base64,"))
    }

    @Test func `a line of forty thousand zigzags is drawn with bounded work`() throws {
        let zigzag = (0..<40_000).map { ($0 % 4_096, $0 % 2 == 0 ? 0 : 4_096 - $0 / 10) }
        var tile = TileWriter()
        tile.add("transportation", [("class", "primary")], kind: 2, geometry: TileWriter.path(zigzag))
        let svg = try map(tile.bytes, bounds: .everywhere).tile(zoom: 14, x: 100, y: 100, theme: .light)
        #expect(svg?.hasSuffix("</svg>") == true)
        let line = (0..<10_000).map { Point(x: Double($0), y: 0) }
        #expect(Simplifying.simplified(line, tolerance: 0.5).count < 30)
        #expect(Simplifying.simplified(line, tolerance: 0.5).last == line.last)
    }
}
