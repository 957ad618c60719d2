import Proximity
import TestTools
import Testing

@testable import Atlas

struct PinTests {
    private let square = Coordinate(latitude: 60.1700, longitude: 24.9500)!

    private func counts(_ places: [Coordinate], level: Int) -> [CellCount] {
        CellCount.merged(
            places.map {
                let point = GridPoint($0)
                return CellCount(cell: GridCell(point, level: 18), count: 1, sum: (point.x, point.y))
            }, level: level)
    }

    private func randomPlaces(_ count: Int, _ seed: UInt64) -> [Coordinate] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            Coordinate(
                latitude: .random(in: -85...85, using: &generator),
                longitude: .random(in: -180..<180, using: &generator))!
        }
    }

    @Test func `a square's number contains level, row and column`() {
        for place in randomPlaces(200, 1) {
            for level in 0...20 {
                let cell = GridCell(GridPoint(place), level: level)
                #expect(GridCell(number: cell.number) == cell)
                #expect((0..<Int64(1) << level).contains(cell.x) && (0..<Int64(1) << level).contains(cell.y))
                #expect(PinGrid.everything(level: level).contains(cell.number))
            }
        }
    }

    @Test func `larger squares add up the smaller ones`() {
        let places = randomPlaces(1_000, 2)
        for level in [0, 3, 9, 17] {
            let merged = counts(places, level: level)
            #expect(merged.reduce(0) { $0 + $1.count } == 1_000)
            #expect(Set(merged.map { $0.cell }).count == merged.count)
            let sum = merged.reduce(Int64(0)) { $0 + $1.sum.x }
            #expect(sum == places.reduce(0) { $0 + GridPoint($1).x })
        }
    }

    @Test(arguments: [(0.0, 0.0, 1.0), (60.17, 24.95, 14.3), (-17.5, 179.99, 5), (84, -180, 7.9), (-85, 10, 3)])
    func `a frame's squares are those that overlap it`(latitude: Double, longitude: Double, zoom: Double) {
        let centre = Coordinate(latitude: latitude, longitude: longitude)!
        let viewport = Viewport(centre: centre, zoom: zoom, width: 700, height: 500)
        let grid = PinGrid(viewport, things: 10_000)
        let ranges = grid.ranges(level: min(18, grid.level))
        #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound || ranges.count > 1 })
        for x in stride(from: 1.0, to: 700, by: 33) {
            for y in stride(from: 1.0, to: 500, by: 33) {
                let place = viewport.coordinate(at: Point(x: x, y: y))
                let number = GridCell(GridPoint(place), level: min(18, grid.level)).number
                #expect(ranges.contains { $0.contains(number) }, "\(x) \(y)")
            }
        }
        let outside = viewport.coordinate(at: Point(x: 350 + 512 * 3, y: 250))
        if zoom > 3 {
            let number = GridCell(GridPoint(outside), level: min(18, grid.level)).number
            #expect(!ranges.contains { $0.contains(number) })
        }
    }

    @Test func `a cluster is at the middle of its things and shows their number`() {
        let places = (0..<300).map { square.destination(bearing: Degrees(Double($0)), distance: Metres(Double($0))) }
        let viewport = Viewport(centre: square, zoom: 9, width: 600, height: 600)
        let clusters = counts(places, level: 11).map { PinCluster(kind: .relic, count: $0) }
        let drawn = PinGrouping.groups([], clusters: clusters, in: viewport)
        let apart = PinGrouping.groups(
            places.map { PinPlace(kind: .relic, coordinate: $0) }, in: viewport)
        #expect(drawn.map { $0.count } == [300] && apart.map { $0.count } == [300])
        #expect(abs(drawn[0].point.x - apart[0].point.x) < 0.1 && abs(drawn[0].point.y - apart[0].point.y) < 0.1)
    }

    @Test func `clusters do not overlap`() {
        var generator = SeededGenerator(seed: 7)
        let pins = (0..<400).map { _ in
            let distance = Metres(Double.random(in: 0..<4_000, using: &generator))
            let bearing = Degrees(Double.random(in: 0..<360, using: &generator))
            return PinPlace(kind: .note, coordinate: square.destination(bearing: bearing, distance: distance))
        }
        let viewport = Viewport(centre: square, zoom: 13, width: 1_600, height: 1_200)
        let points = PinGrouping.groups(pins, in: viewport).map { $0.point }
        let near = points.indices.reduce(0) { sum, index in
            sum + points[..<index].filter { abs($0.x - points[index].x) < 20 && abs($0.y - points[index].y) < 20 }.count
        }
        #expect(near == 0)
    }

    @Test func `pins at one place stand around it, and each is a link`() {
        let pins = (1...7).map { Pin(kind: .note, coordinate: square, title: "\($0)", href: "/notes/\($0)") }
        func svg(_ zoom: Double) -> String {
            MapDrawing(viewport: Viewport(centre: square, zoom: zoom, width: 400, height: 400), pins: pins).svg()
        }
        let near = svg(17)
        #expect(pins.allSatisfy { near.contains("href=\"\($0.href!)\"") } && near.contains("pin-legs"))
        #expect(!svg(12).contains("/notes/1") && svg(12).contains(">7</text>"))
        let offsets = PinFan.offsets(PinFan.most)
        for (index, offset) in offsets.enumerated() {
            #expect(
                offsets[..<index].allSatisfy {
                    ($0.x - offset.x) * ($0.x - offset.x) + ($0.y - offset.y) * ($0.y - offset.y) > 34 * 34
                })
        }
    }

    @Test func `of more pins at one place than fit around it each owner's are shown, and the number of the others`() {
        // One person left many before the others came.
        let owners = Array(repeating: 1, count: 36) + [2, 3, 3, 4]
        let pins = owners.enumerated().map { number, owner in
            Pin(kind: .relic, coordinate: square, title: "", owner: Int64(owner), href: "/relics/\(number)/")
        }
        func svg(_ pins: [Pin], _ zoom: Double) -> String {
            MapDrawing(viewport: Viewport(centre: square, zoom: zoom, width: 900, height: 900), pins: pins).svg()
        }
        let near = svg(pins, 17)
        for number in 0..<40 { #expect(near.contains("/relics/\(number)/\"") == (number < 26 || number >= 36)) }
        #expect(near.contains("<title>Another 10 relics here</title>") && near.contains(">10</text>"))
        #expect(svg(Array(pins.prefix(32)), 17).contains("<title>Another 2 relics here</title>"))
        let few = svg(Array(pins.prefix(31)), 17)
        #expect(!few.contains("pin-count") && (0..<31).allSatisfy { few.contains("/relics/\($0)/\"") })
        #expect(svg(pins, 15).contains(">40</text>") && !svg(pins, 15).contains("/relics/0/"))
    }

    @Test func `at the closest zoom no group stays closed`() {
        let zoom = Viewport.zooms.upperBound
        let viewport = Viewport(centre: square, zoom: zoom, width: 900, height: 900)
        // A row in which each is near to the next.
        let pins = (0..<4).map { number in
            let place = viewport.coordinate(at: Point(x: 400 + Double(number) * 21, y: 450))
            return Pin(kind: .note, coordinate: place, title: "", href: "/notes/\(number)/")
        }
        let svg = MapDrawing(viewport: viewport, pins: pins).svg()
        #expect(pins.allSatisfy { svg.contains("href=\"\($0.href!)\"") } && !svg.contains("pin-count"))
    }

    @Test func `a portrait is a round image, and only from this site`() {
        let viewport = Viewport(centre: square, zoom: 15, width: 400, height: 300)
        func svg(_ portrait: String) -> String {
            MapDrawing(
                viewport: viewport,
                pins: [Pin(kind: .person, coordinate: square, title: "Aino", label: "A", portrait: portrait)]
            ).svg()
        }
        #expect(svg("/media/x/small").contains("<image href=\"/media/x/small\""))
        #expect(svg("/media/x/small").contains("url(#pin-round)") && !svg("/media/x/small").contains(">A</text>"))
        #expect(!svg("https://evil.example/x").contains("evil") && svg("//evil.example").contains(">A</text>"))
    }

    @Test(arguments: [
        (0, "0", "0"), (999, "999", "999"), (1_000, "1,000", "1k"), (1_234, "1,234", "1.2k"), (9_960, "9,960", "10k"),
        (999_499, "999,499", "999k"), (999_500, "999,500", "1M"), (1_250_000, "1,250,000", "1.3M"),
    ])
    func `counts are short on the map and whole elsewhere`(count: Int, whole: String, short: String) {
        #expect(CountText.whole(count) == whole && CountText.short(count) == short)
    }
}
