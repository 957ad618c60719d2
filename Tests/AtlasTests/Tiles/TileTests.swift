import Testing

@testable import Atlas

struct TileTests {
    private static let square = TileWriter.path([(0, 0), (4_096, 0), (4_096, 4_096), (0, 4_096)], isClosed: true)

    /// A tile with a park, a street with a name, a house and a suburb.
    private static var town: [UInt8] {
        var tile = TileWriter()
        tile.add(
            "landcover", [("class", "grass")], kind: 3,
            geometry: TileWriter.path([(400, 400), (1_600, 400), (1_600, 1_600), (400, 1_600)], isClosed: true))
        tile.add("water", [("class", "lake")], kind: 3, geometry: square)
        tile.add(
            "transportation", [("class", "primary")], kind: 2, geometry: TileWriter.path([(0, 2_000), (4_096, 2_040)]))
        tile.add(
            "transportation_name", [("class", "primary"), ("name:latin", "Mannerheimintie")], kind: 2,
            geometry: TileWriter.path([(0, 2_000), (4_096, 2_040)]))
        tile.add(
            "place", [("class", "suburb"), ("name", "Töölö")], kind: 1, geometry: TileWriter.path([(3_000, 3_000)]))
        return tile.bytes
    }

    private func svg(_ data: [UInt8]?, zoom: Int = 14, theme: Theme = .light) -> String {
        let map = Basemap(maximumZoom: 14) { z, x, y in z == 14 && x == 100 && y == 100 ? data : nil }
        let (x, y) = (100 << (zoom - 14), 100 << (zoom - 14))
        return (try? map.tile(zoom: zoom, x: x, y: y, theme: theme)) ?? ""
    }

    @Test func `a tile is drawn in the order of the style`() throws {
        let drawn = svg(TileTests.town)
        let grass = try #require(drawn.range(of: Theme.light.mapColours.grass))
        let water = try #require(drawn.range(of: Theme.light.mapColours.water))
        let road = try #require(drawn.range(of: Theme.light.mapColours.major))
        #expect(grass.lowerBound < water.lowerBound && water.lowerBound < road.lowerBound)
        #expect(drawn.contains(">Mannerheimintie</textPath>") && drawn.contains(">Töölö</text>"))
        #expect(drawn.contains("M50 50l150"))
        #expect(!drawn.contains("style=") && !drawn.contains("class="))
    }

    @Test func `an unreadable tile is an error, not a gap in the image`() throws {
        struct Unreadable: Error {}
        let map = Basemap(maximumZoom: 14) { _, x, _ in
            if x == 101 { throw Unreadable() }
            return TileTests.town
        }
        #expect(throws: Unreadable.self) { try map.tile(zoom: 14, x: 101, y: 100, theme: .light) }
        // Its neighbour shares the names of a block with it.
        #expect(throws: Unreadable.self) { try map.tile(zoom: 14, x: 100, y: 100, theme: .light) }
        #expect(throws: Unreadable.self) { try map.names(zoom: 14, x: 101, y: 100) }
        #expect(try map.tile(zoom: 14, x: 104, y: 100, theme: .light)?.contains(">Mannerheimintie<") == true)
    }

    @Test func `light and dark are two images`() {
        #expect(svg(TileTests.town, theme: .dark).contains(Theme.dark.mapColours.water))
        #expect(!svg(TileTests.town, theme: .dark).contains(Theme.light.mapColours.land))
    }

    @Test func `features elsewhere in a tile are skipped, those that cross a close view are drawn`() throws {
        var tile = TileWriter()
        let far = TileWriter.path([(4_000, 4_000), (4_090, 4_090)])
        // Both start and end outside the view of 128 units; one turns within reach of a wide road.
        let crossing = TileWriter.path([(-50, 64), (4_096, 64)])
        let beside = TileWriter.path([(130, 4_096), (130, -50)])
        tile.add("transportation", [([("class", "motorway")], crossing), ([("class", "primary")], beside)], kind: 2)
        tile.add("water", [("class", "lake")], kind: 3, geometry: TileTests.square)
        let drawn = svg(tile.bytes, zoom: 19)
        #expect(drawn.contains("id=\"r\(MapStyle.Line.motorway.rawValue)\""))
        #expect(drawn.contains("id=\"r\(MapStyle.Line.primary.rawValue)\""))
        #expect(drawn.contains(Theme.light.mapColours.water))
        tile.add("boundary", [("admin_level", "2")], kind: 2, geometry: far)
        let opened = try #require(VectorTile(tile.bytes))
        for layer in opened.layers.values.joined() {
            for feature in layer.features {
                let points = opened.geometry(feature).joined()
                let box = try #require(opened.bounds(feature))
                #expect(box.left == points.map(\.x).min() && box.right == points.map(\.x).max())
                #expect(box.top == points.map(\.y).min() && box.bottom == points.map(\.y).max())
            }
        }
        let source = TileSource(
            content: .vector(opened), left: 0, top: 0, size: 512 * 32,
            window: Clipping(left: 0, top: 0, right: 512 * 32, bottom: 512 * 32), cover: nil)
        let view = Frame(zoom: 19, left: 0, top: 0, width: 512, height: 512)
        func shown(_ name: String) -> [Bool] {
            opened.layers[name]?.first.map { layer in
                layer.features.map { source.mayShow($0, layer, in: view) }
            } ?? []
        }
        #expect(shown("transportation") == [true, true] && shown("water") == [true] && shown("boundary") == [false])
    }

    @Test func `beyond the map's closest zoom its tiles are enlarged`() {
        let drawn = svg(TileTests.town, zoom: 16)
        // Four times as large, cut at the frame's edge with a margin of two pixels.
        #expect(drawn.contains("M200 514l0-314 314 0 0 314z"))
    }

    @Test func `paper is drawn where there is no map, and no tile outside the world`() throws {
        let nothing = svg(nil)
        #expect(nothing.contains(Theme.light.palette.paper) && !nothing.contains(Theme.light.mapColours.land))
        for (zoom, x, y) in [(-1, 0, 0), (20, 0, 0), (2, 4, 0), (2, 0, 4), (2, -1, 0), (0, 0, 1)] {
            #expect(try Basemap.none.tile(zoom: zoom, x: x, y: y, theme: .light) == nil)
        }
    }

    @Test func `names from data are escaped`() {
        var tile = TileWriter()
        let name = "<script>alert(1)</script>\"&'"
        tile.add("place", [("class", "suburb"), ("name", name)], kind: 1, geometry: TileWriter.path([(2_000, 2_000)]))
        let long = String(repeating: "x", count: 9_999)
        tile.add("poi", [("class", "park"), ("name", long)], kind: 1, geometry: TileWriter.path([(2_000, 3_000)]))
        let drawn = svg(tile.bytes)
        #expect(drawn.contains("&lt;script&gt;") && !drawn.contains("<script") && drawn.utf8.count < 20_000)
    }

    @Test(arguments: [
        [UInt8](), [0], [0xFF], [0x1A, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F], Array(repeating: 0xFF, count: 100),
        [0x1F, 0x8B, 8],
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3], Array("<svg onload=alert(1)>".utf8), [0x1A, 0x02, 0x28, 0x00],
    ])
    func `a damaged tile counts as missing`(data: [UInt8]) {
        #expect(svg(data).hasSuffix("</svg>"))
    }

    @Test func `geometry commands that run past the end or never stop draw nothing`() {
        let odd: [[UInt64]] = [
            [9], [9, 2], [1 | 1_000_000 << 3, 0, 0], [2 | 0xFFFF_FFFF << 3] + Array(repeating: 1, count: 50), [7],
            [15, 15],
            [9, UInt64.max, UInt64.max], [4], [9, 0, 0, 18, 2, 2], Array(repeating: 9, count: 3_001),
        ]
        for geometry in odd {
            for kind in 0...4 as ClosedRange<UInt64> {
                var tile = TileWriter()
                tile.add("water", [("class", "lake")], kind: kind, geometry: geometry)
                tile.add("transportation", [("class", "primary")], kind: kind, geometry: geometry)
                tile.add("place", [("class", "city"), ("name", "x")], kind: kind, geometry: geometry)
                #expect(svg(tile.bytes).hasSuffix("</svg>"), "\(geometry.prefix(4))")
            }
        }
    }

    /// A layer of lakes with these numbers of points, one byte a coordinate.
    private func lakes(_ counts: [Int], name: String = "water") -> [UInt8] {
        let features = counts.flatMap { count -> [UInt8] in
            let path = [9, 2, 2] + TileWriter.varint(UInt64(count - 1) << 3 | 2)
            let steps = (1..<count).flatMap { $0 % 2 == 0 ? [2, 4] : [4, 1] as [UInt8] }
            let tags = TileWriter.field(2, [0, 0])
            return TileWriter.field(2, tags + TileWriter.number(3, 3) + TileWriter.field(4, path + steps + [15]))
        }
        let values =
            TileWriter.field(3, Array("class".utf8)) + TileWriter.field(4, TileWriter.field(1, Array("lake".utf8)))
        return TileWriter.field(3, TileWriter.field(1, Array(name.utf8)) + features + values)
    }

    @Test func `only a part of a hostile tile is read`() throws {
        // Far more than the densest town, and all of it is read.
        let dense = try #require(VectorTile(lakes(Array(repeating: 400, count: 500))))
        #expect(try #require(dense.layers["water"]?.first).features.count == 500)
        let hostile = lakes([300_000, 200_000, 200_000, 10]) + lakes([10], name: "landcover")
        let tile = try #require(VectorTile(hostile))
        #expect(try #require(tile.layers["water"]?.first).features.count == 2)
        #expect(try #require(tile.layers["landcover"]?.first).features.isEmpty)
        let drawn = svg(hostile)
        #expect(drawn.hasSuffix("</svg>") && drawn.contains(Theme.light.mapColours.water))
    }

    @Test func `a truncated tile still gives a complete document`() {
        let whole = TileTests.town
        for length in stride(from: 0, to: whole.count, by: 7) {
            #expect(svg(Array(whole[..<length])).hasSuffix("</svg>"))
        }
    }

    @Test func `the two halves of a name on two tiles meet`() throws {
        // A suburb near the edge between two tiles of a block: its name extends into the other.
        var tile = TileWriter()
        tile.add(
            "place", [("class", "suburb"), ("name", "Hämeentie")], kind: 1, geometry: TileWriter.path([(4_000, 2_000)]))
        let bytes = tile.bytes
        let map = Basemap(maximumZoom: 14) { _, x, y in x == 100 && y == 100 ? bytes : nil }
        let left = try #require(try map.tile(zoom: 14, x: 100, y: 100, theme: .light))
        let right = try #require(try map.tile(zoom: 14, x: 101, y: 100, theme: .light))
        #expect(left.contains("<text x=\"500\""))
        #expect(right.contains("<text x=\"-12\""))
    }

    @Test func `a street in pieces has its name once, along its whole length`() throws {
        var tile = TileWriter()
        // Seven pieces, one of them reversed; none is as long as the name.
        let pieces = (0..<7).map { [(600 + $0 * 300, 2_000), (900 + $0 * 300, 2_000)] }
        let ways = pieces.enumerated().map { $0.offset == 3 ? $0.element.reversed() : $0.element }
        tile.add(
            "transportation_name", [("class", "primary"), ("name", "Mannerheimintie")], kind: 2,
            geometry: ways.reduce(into: (commands: [UInt64](), pen: (0, 0))) { state, way in
                for (index, point) in way.enumerated() {
                    state.commands += [
                        index == 0 ? 9 : 10, TileWriter.zigzag(point.0 - state.pen.0),
                        TileWriter.zigzag(point.1 - state.pen.1),
                    ]
                    state.pen = point
                }
            }.commands)
        let drawn = svg(tile.bytes)
        #expect(drawn.matches(of: /Mannerheimintie/).count == 1)
    }

    @Test(
        arguments: [
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1], "image/png"),
            ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"),
            (Array("RIFF....WEBPVP8 ".utf8), "image/webp"),
        ] as [([UInt8], String)])
    func `an image tile is shown unchanged`(data: [UInt8], type: String) {
        let drawn = svg(data, zoom: 15)
        #expect(drawn.contains("<image x=\"0\" y=\"0\" width=\"1024\" height=\"1024\""))
        #expect(drawn.contains("href=\"data:\(type);base64,"))
    }

    @Test func `clipping keeps exactly what is inside`() {
        let clip = Clipping(left: 0, top: 0, right: 10, bottom: 10)
        #expect(clip.line([Point(x: -5, y: 5), Point(x: 15, y: 5)]) == [[Point(x: 0, y: 5), Point(x: 10, y: 5)]])
        #expect(clip.line([Point(x: -5, y: -5), Point(x: -1, y: 20)]) == [])
        let zigzag = [Point(x: 5, y: 5), Point(x: 20, y: 5), Point(x: 20, y: 8), Point(x: 5, y: 8)]
        #expect(clip.line(zigzag).count == 2)
        let ring = clip.ring([Point(x: -5, y: -5), Point(x: 15, y: -5), Point(x: 15, y: 15), Point(x: -5, y: 15)])
        #expect(Set(ring) == [Point(x: 0, y: 0), Point(x: 10, y: 0), Point(x: 10, y: 10), Point(x: 0, y: 10)])
        #expect(clip.ring([Point(x: 20, y: 20), Point(x: 30, y: 20), Point(x: 30, y: 30)]).isEmpty)
    }

    @Test func `simplifying removes details below half a pixel`() {
        let line = [Point(x: 0, y: 0), Point(x: 5, y: 0.3), Point(x: 10, y: 0), Point(x: 10, y: 10)]
        #expect(Simplifying.simplified(line, tolerance: 0.5) == [line[0], line[2], line[3]])
        #expect(Simplifying.simplified(line, tolerance: 0.1) == line)
        var path = PathText()
        path.add(line: line)
        path.add(ring: [Point(x: 1, y: 1), Point(x: 1.01, y: 1), Point(x: 1, y: 1.01)])
        #expect(path.text == "M0 0l10 0 0 10")
    }
}
