import Foundation
import Testing

@testable import Proximity

/// A star-shaped polygon around a place; radii between a third of `size` and `size`.
private func star(_ centre: Coordinate, size: Metres, using dice: inout Dice) -> Polygon? {
    let corners = dice.whole(3..<12)
    return Polygon(
        (0..<corners).map { k in
            centre.destination(
                bearing: Degrees(Double(k) * 360 / Double(corners)), distance: size * dice.number(0.33...1))
        })
}

/// Difficult places: poles, the antimeridian, corners of the cube; or anywhere.
private func hardPlace(_ dice: inout Dice) -> Coordinate {
    switch dice.whole(0..<6) {
    case 0: at(90, 0).destination(bearing: Degrees(dice.number(0...360)), distance: Metres(dice.number(0...5000)))
    case 1: at(-90, 0).destination(bearing: Degrees(dice.number(0...360)), distance: Metres(dice.number(0...5000)))
    case 2:
        at(dice.number(-80...80), -180).destination(
            bearing: Degrees(dice.number(0...360)), distance: Metres(dice.number(0...5000)))
    case 3:
        at(35.2643896828, 45).destination(
            bearing: Degrees(dice.number(0...360)), distance: Metres(dice.number(0...5000)))
    default: dice.place()
    }
}

@Suite struct RegionTests {
    @Test func `a box around a disc contains the disc`() {
        var dice = Dice(11)
        for _ in 0..<3000 {
            let centre = hardPlace(&dice)
            let radius = Metres(pow(10, dice.number(-1...7.3)))
            let bounds = Bounds(centre: centre, radius: radius)
            for _ in 0..<10 {
                let place = centre.destination(
                    bearing: Degrees(dice.number(0...360)), distance: radius * dice.number(0...1))
                guard centre.distance(to: place) <= radius else { continue }
                #expect(bounds.contains(place), "\(centre) \(radius) \(place)")
            }
        }
        #expect(Bounds(centre: at(0, 0), radius: Metres(.nan)).contains(at(0, 0)))
        #expect(Bounds(centre: at(0, 0), radius: 30_000_000) == .everywhere)
    }

    @Test func `boxes at the antimeridian`() throws {
        let fiji = try #require(Bounds(south: -20, west: 177, north: -15, east: -178))
        #expect(fiji.crossesAntimeridian && fiji.width == 5)
        #expect(fiji.contains(at(-17, 178)) && fiji.contains(at(-17, -179)) && fiji.contains(at(-17, 180)))
        #expect(!fiji.contains(at(-17, 176)) && !fiji.contains(at(-17, -177)))
        let upTo = try #require(Bounds(south: -20, west: 170, north: -15, east: 180))
        #expect(upTo.contains(at(-17, -180)))
        let from = try #require(Bounds(south: -20, west: -180, north: -15, east: -170))
        #expect(upTo.intersects(from) && from.intersects(upTo) && fiji.intersects(from))
        #expect(Bounds(south: 1, west: 0, north: 0, east: 1) == nil)
        #expect(Bounds(south: 0, west: -181, north: 1, east: 1) == nil)
        #expect(Bounds(south: .nan, west: 0, north: 1, east: 1) == nil)
        #expect(abs(fiji.centre.longitude - 179.5) < 1e-9)
    }

    @Test func `a cell's bounds contain the cell`() {
        var dice = Dice(12)
        for _ in 0..<2000 {
            let place = hardPlace(&dice)
            let cell = CellID(place, level: dice.whole(0..<31))
            #expect(cell.bounds.contains(place), "\(cell.token) \(place)")
            #expect(cell.bounds.contains(cell.centre))
            if let child = cell.children.first { #expect(cell.bounds.intersects(child.bounds)) }
        }
    }

    @Test func `a covering of a box contains the box`() {
        var dice = Dice(13)
        for _ in 0..<400 {
            let centre = hardPlace(&dice)
            let bounds = Bounds(centre: centre, radius: Metres(pow(10, dice.number(0...6.5))))
            let covering = Covering.of(bounds, maxCells: dice.whole(1..<16))
            for _ in 0..<40 {
                let place = Coordinate(
                    wrappingLatitude: dice.number(bounds.south...bounds.north),
                    longitude: bounds.west + dice.number(0...1) * bounds.width)
                #expect(covering.contains(place), "\(bounds) \(place)")
            }
        }
    }

    @Test func `a covering of a polygon contains the polygon`() throws {
        var dice = Dice(14)
        for _ in 0..<200 {
            let centre = hardPlace(&dice)
            let size = Metres(pow(10, dice.number(0.5...5)))
            let polygon = try #require(star(centre, size: size, using: &dice))
            let covering = Covering.of(polygon, maxCells: dice.whole(4..<16))
            let circle = polygon.surroundingCircle
            for _ in 0..<40 {
                let place = centre.destination(
                    bearing: Degrees(dice.number(0...360)), distance: size * dice.number(0...1))
                guard polygon.contains(place) else { continue }
                #expect(covering.contains(place))
                #expect(polygon.bounds.contains(place))
                #expect(circle.centre.distance(to: place) <= circle.radius)
            }
        }
    }

    @Test func `a polygon contains its area without its holes`() throws {
        let market = try #require(Polygon([at(60, 25), at(60, 25.01), at(60.01, 25.01), at(60.01, 25), at(60, 25)]))
        #expect(market.rings[0].count == 4)
        #expect(market.contains(at(60.005, 25.005)) && !market.contains(at(60.005, 25.011)))
        #expect(market.distance(to: at(60.005, 25.005)) == 0)
        #expect(
            abs((market.distance(to: at(60.005, 25.02)) - at(60.005, 25.01).distance(to: at(60.005, 25.02))).value)
                < 0.1)
        let hole = [at(60.004, 25.004), at(60.006, 25.004), at(60.006, 25.006), at(60.004, 25.006)]
        let ring = try #require(Polygon(market.rings[0], holes: [hole]))
        #expect(!ring.contains(at(60.005, 25.005)) && ring.contains(at(60.003, 25.005)))
        #expect(ring.distance(to: at(60.005, 25.005)) > 50)
        #expect(!ring.contains(at(-60, -155)), "the other side of the Earth")
        let round = try JSONDecoder().decode(Polygon.self, from: try JSONEncoder().encode(ring))
        #expect(round == ring && round.contains(at(60.003, 25.005)))
    }

    @Test func `polygons over a pole and across the antimeridian`() throws {
        let pole = try #require(Polygon([at(80, 0), at(80, 90), at(80, 180), at(80, -90)]))
        #expect(pole.contains(at(90, 0)) && pole.contains(at(85, 135)) && !pole.contains(at(79, 0)))
        #expect(pole.bounds.north == 90 && pole.bounds.width == 360)
        let date = try #require(Polygon([at(-1, 179), at(-1, -179), at(1, -179), at(1, 179)]))
        #expect(date.contains(at(0, 180)) && date.contains(at(0.5, -179.5)) && !date.contains(at(0, 0)))
        #expect(date.bounds.crossesAntimeridian && abs(date.bounds.width - 2) < 1e-6)
    }

    @Test func `an invalid area is refused`() {
        #expect(Polygon([at(0, 0), at(1, 1)]) == nil)
        #expect(Polygon([at(0, 0), at(1, 1), at(0, 0), at(1, 1)]) == nil)
        #expect(Polygon([]) == nil)
        #expect(Polygon([at(0, 0), at(0, 120), at(0, -120)]) == nil, "half the Earth or more")
        #expect(Polygon([at(0, 0), at(0, 1), at(1, 1)], holes: [[at(0, 0)]]) == nil)
    }

    @Test func `the distance to a polygon is the distance to its nearest point`() throws {
        var dice = Dice(15)
        for _ in 0..<100 {
            let centre = hardPlace(&dice)
            let polygon = try #require(star(centre, size: 1000, using: &dice))
            let place = centre.destination(
                bearing: Degrees(dice.number(0...360)), distance: Metres(dice.number(0...4000)))
            guard !polygon.contains(place) else { continue }
            let ours = polygon.distance(to: place)
            // Brute force: many points of every edge.
            var least = Metres(.infinity)
            for (a, b) in polygon.edges {
                for k in 0...2000 {
                    let part = Double(k) / 2000
                    least = min(least, place.distance(to: (a * (1 - part) + b * part).unit.coordinate))
                }
            }
            #expect(ours <= least * 1.0001 + 0.001 && ours >= least - 0.5, "\(ours) \(least)")
        }
    }
}
