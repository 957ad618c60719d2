import Foundation
import PMTiles
import Proximity
import TestTools
import Testing

@testable import App
@testable import Atlas

/// The streets on which the people of the demo world walk, and how they walk there.
struct DemoStreetTests {
    private let streets = DemoStreets.helsinki
    private static let basemap = TestSite.publicFolder + "/basemap/helsinki.mbtiles"

    /// Metres in a plane that is flat enough for the middle of a town.
    private static func metres(_ latitude: Double, _ longitude: Double) -> SIMD2<Double> {
        SIMD2(longitude * cos(60.17 * .pi / 180), latitude) * 111_320
    }

    private static func metres(_ place: Coordinate) -> SIMD2<Double> { metres(place.latitude, place.longitude) }

    private struct Segment {
        let start, end: SIMD2<Double>

        func distance(to point: SIMD2<Double>) -> Double {
            let (way, from) = (end - start, point - start)
            let length = (way * way).sum()
            let part = length > 0 ? min(1, max(0, (way * from).sum() / length)) : 0
            let apart = from - way * part
            return (apart * apart).sum().squareRoot()
        }

        func isNear(_ other: Segment) -> Bool {
            func gap(_ axis: Int) -> Double {
                max(
                    min(start[axis], end[axis]) - max(other.start[axis], other.end[axis]),
                    min(other.start[axis], other.end[axis]) - max(start[axis], end[axis]))
            }
            return max(gap(0), gap(1)) < 15
        }
    }

    /// The streets and paths of the bundled map, without tunnels.
    private static func mapped() throws -> [Segment] {
        let file = try BasemapFile(path: basemap)
        let classes: Set<String> = ["path", "minor", "track", "service", "tertiary", "secondary", "primary"]
        var segments: [Segment] = []
        for (x, y) in [(9_326, 4_741), (9_326, 4_742), (9_327, 4_741), (9_327, 4_742)] {
            guard let bytes = try file.tile(TilePosition(zoom: 14, x: x, y: y))?.data, let tile = VectorTile(bytes),
                let layer = tile.layers["transportation"]?.first
            else { continue }
            for feature in layer.features where feature.kind == .line {
                let properties = tile.properties(feature, layer)
                guard classes.contains(properties["class"]), !properties.isTunnel else { continue }
                for line in tile.geometry(feature) {
                    let points = line.map { point -> SIMD2<Double> in
                        let east = (Double(x) + point.x / Double(layer.extent)) / 16_384
                        let south = (Double(y) + point.y / Double(layer.extent)) / 16_384
                        let latitude = atan(sinh(.pi * (1 - 2 * south))) * 180 / .pi
                        return metres(latitude, east * 360 - 180)
                    }
                    for (start, end) in zip(points, points.dropFirst()) {
                        segments.append(Segment(start: start, end: end))
                    }
                }
            }
        }
        return segments
    }

    @Test func `they lie in the bundled map, and one gets from each of them to all others`() throws {
        let bounds = try BasemapFile(path: DemoStreetTests.basemap).bounds
        #expect(streets.places.count > 100)
        for place in streets.places { #expect(bounds.contains(place), "\(place)") }
        #expect(streets.distances(from: 0).allSatisfy { $0.isFinite })
        let ways = streets.ways.flatMap { $0 }
        #expect(ways.allSatisfy { 10...330 ~= $0.length })
    }

    @Test func `each of them runs along a street or a path of the bundled map`() throws {
        let mapped = try DemoStreetTests.mapped()
        #expect(mapped.count > 3_000)
        for (number, place) in streets.places.enumerated() {
            for way in streets.ways[number] where way.place > number {
                let own = Segment(
                    start: DemoStreetTests.metres(place), end: DemoStreetTests.metres(streets.places[way.place]))
                let near = mapped.filter { $0.isNear(own) }
                let steps = Int(way.length / 15) + 1
                for step in 0...steps {
                    let point = own.start + (own.end - own.start) * (Double(step) / Double(steps))
                    let distance = near.map { $0.distance(to: point) }.min() ?? .infinity
                    #expect(distance < 11, "\(place) to \(streets.places[way.place])")
                }
            }
        }
    }

    private static let limit = Metres(Double(GroupDemo.limit))

    @Test func `wherever streets are, the others have somewhere to go, and are within the limit of each other`() {
        var idle = 0
        for place in streets.places {
            let range = DemoRange(streets, around: place, limit: DemoStreetTests.limit)
            if range.places.count < 2 { idle += 1 }
            #expect(range.radius <= range.farthest && range.radius + range.farthest <= DemoStreetTests.limit.value)
        }
        #expect(idle * 10 < streets.places.count, "\(idle) of \(streets.places.count)")
    }

    @Test func `somebody strolls at a walking pace, stands now and then and keeps near the others`() throws {
        var generator = SeededGenerator()
        let range = DemoRange(streets, around: DemoCast.centre, limit: DemoStreetTests.limit)
        var walker = DemoWalker(at: range.place, pace: 1.3)
        var (places, legs) = ([walker.coordinate(on: streets)], [Double]())
        for _ in 0..<480 {
            walker.advance(30, on: streets, in: range) { Int.random(in: 0..<$0, using: &generator) }
            let place = walker.coordinate(on: streets)
            legs.append(place.distance(to: places[places.count - 1]).value)
            places.append(place)
            #expect(range.distances[walker.place] <= range.radius)
        }
        // 1.3 m/s, with a centimetre for the flat sum.
        #expect(legs.allSatisfy { $0 <= 30 * 1.3 + 0.1 })
        #expect(legs.contains { $0 > 38 } && legs.contains { $0 < 1 })
        #expect(legs.reduce(0, +) > 5_000)
        #expect(Set(places).count > 100)
    }

    @Test func `who is away from the others walks to them, along streets`() throws {
        var generator = SeededGenerator()
        let range = DemoRange(streets, around: DemoCast.Place.esplanadi.coordinate, limit: DemoStreetTests.limit)
        let far = try #require(range.distances.indices.filter { range.distances[$0] > 400 }.first)
        var walker = DemoWalker(at: far, pace: 1.3)
        for _ in 0..<80 { walker.advance(30, on: streets, in: range) { Int.random(in: 0..<$0, using: &generator) } }
        #expect(range.distances[walker.place] <= range.radius)
    }

    @Test func `a group that keeps very close together stands at one place`() {
        var generator = SeededGenerator()
        let range = DemoRange(streets, around: DemoCast.centre, limit: 50)
        #expect(range.places == [range.place])
        var walker = DemoWalker(at: range.place, pace: 1.3)
        walker.advance(600, on: streets, in: range) { Int.random(in: 0..<$0, using: &generator) }
        #expect(walker.coordinate(on: streets) == streets.places[range.place])
    }
}
