import Foundation
import Testing

@testable import Proximity

/// How members of a group may be spread.
enum Layout: String, CaseIterable, Sendable {
    case scattered, nearlyOnLine, onLine, together, twoPlaces

    /// Places in a plane of metres, at most `size` from its middle.
    func points(_ dice: inout Dice, size: Double) -> [SIMD2<Double>] {
        let count = dice.whole(3..<13)
        let angle = dice.number(0 ... .pi)
        let thin = size * pow(10, dice.number(-2.9 ... -1))
        let places = (0..<max(2, count / 2)).map { _ in SIMD2(dice.number(-size...size), dice.number(-size...size)) }
        let points = (0..<count).map { number in
            switch self {
            case .scattered: SIMD2(dice.number(-size...size), dice.number(-size...size))
            case .nearlyOnLine: SIMD2(dice.number(-size...size), dice.bell() * thin)
            case .onLine: SIMD2(dice.number(-size...size), 0)
            case .together: places[dice.whole(0..<places.count)]
            case .twoPlaces: SIMD2((number.isMultiple(of: 2) ? size : -size) + dice.bell() * thin, dice.bell() * thin)
            }
        }
        return points.map { SIMD2($0.x * cos(angle) - $0.y * sin(angle), $0.x * sin(angle) + $0.y * cos(angle)) }
    }
}

/// The minimal sum of distances, found by bisection alone: along one axis, and for every place there along the other.
private struct Halving {
    let points: [SIMD2<Double>]
    private let along: SIMD2<Double>
    private let across: SIMD2<Double>
    private let flat: [(x: Double, y: Double)]

    init(_ points: [SIMD2<Double>]) {
        self.points = points
        let mean = points.reduce(.zero, +) / Double(points.count)
        let spread = points.reduce(into: (xx: 0.0, xy: 0.0, yy: 0.0)) { spread, point in
            let away = point - mean
            spread.xx += away.x * away.x
            spread.xy += away.x * away.y
            spread.yy += away.y * away.y
        }
        // The direction of the largest spread of the points.
        let angle = atan2(2 * spread.xy, spread.xx - spread.yy) / 2
        let along = SIMD2(cos(angle), sin(angle))
        let across = SIMD2(-along.y, along.x)
        (self.along, self.across) = (along, across)
        flat = points.map { (($0 * along).sum(), ($0 * across).sum()) }
    }

    /// The zero of an increasing function.
    private func root(low: Double, high: Double, function: (Double) -> Double) -> Double {
        var (low, high) = (low, high)
        // 60 km halved so often are less than a millionth of a millimetre.
        for _ in 0..<50 {
            let middle = (low + high) / 2
            if function(middle) < 0 { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    /// Plain numbers: without optimization, vectors take many times as long.
    private func pull(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        var sum = (x: 0.0, y: 0.0)
        for point in flat {
            let (right, up) = (x - point.x, y - point.y)
            let distance = (right * right + up * up).squareRoot()
            if distance > 0 { sum = (sum.x + right / distance, sum.y + up / distance) }
        }
        return sum
    }

    var minimum: SIMD2<Double> {
        let (xs, ys) = (flat.map { $0.x }.sorted(), flat.map { $0.y }.sorted())
        func height(_ x: Double) -> Double { root(low: ys[0], high: ys[ys.count - 1]) { pull(x, $0).y } }
        let x = root(low: xs[0], high: xs[xs.count - 1]) { pull($0, height($0)).x }
        return along * x + across * height(x)
    }

    func sum(_ place: SIMD2<Double>) -> Double {
        points.reduce(0) { $0 + (($1 - place) * ($1 - place)).sum().squareRoot() }
    }
}

@Suite struct GroupCentreTests {
    @Test(arguments: Layout.allCases, [30.0, 300, 3_000, 30_000])
    func `the sum of distances is minimal`(layout: Layout, size: Double) throws {
        var dice = Dice(71 + UInt64(size))
        let middles = [station, at(89.9, 0), at(-17, 179.9999), at(-33.9, 151.2)]
        for round in 0..<60 {
            let plane = TangentPlane(at: Vector(middles[round % 4]))
            let places = layout.points(&dice, size: size).map { plane.vector($0).coordinate }
            let centre = try #require(GroupCentre.of(places))
            // In the plane that the centre is defined in.
            let directions = places.map { Vector($0) }
            let own = TangentPlane(at: directions.reduce(Vector(x: 0, y: 0, z: 0)) { $0 + $1 }.unit)
            let halving = Halving(directions.map { own.metres($0) })
            let (ours, best) = (own.metres(Vector(centre)), halving.minimum)
            #expect(halving.sum(ours) <= halving.sum(best) + 1e-6, "\(layout) \(places)")
            if layout == .scattered || layout == .nearlyOnLine {
                let apart = ((ours - best) * (ours - best)).sum().squareRoot()
                #expect(apart < 0.001, "\(layout) \(apart) m apart: \(places)")
            }
        }
    }

    @Test(arguments: Layout.allCases)
    func `the order of the members does not matter`(layout: Layout) throws {
        var dice = Dice(72)
        let plane = TangentPlane(at: Vector(station))
        for _ in 0..<60 {
            let places = layout.points(&dice, size: 500).map { plane.vector($0).coordinate }
            let centre = try #require(GroupCentre.of(places))
            let other = try #require(GroupCentre.of(places.shuffled(using: &dice)))
            #expect(centre.distance(to: other) < 0.001)
        }
    }

    @Test func `of several medians the middle is returned`() throws {
        func place(_ north: Double) throws -> Coordinate { try fix(north: north).coordinate }
        let street = try [0.0, 10, 50, 400].map { try place($0) }
        #expect(try #require(GroupCentre.of(street)).distance(to: try place(30)) < 0.01)
        let pairs = try [0.0, 0, 100, 100].map { try place($0) }
        #expect(try #require(GroupCentre.of(pairs)).distance(to: try place(50)) < 0.01)
        let odd = try [400.0, 0, 10].map { try place($0) }
        #expect(GroupCentre.of(odd) == odd[2])
        #expect(GroupCentre.of([station, station, station]) == station)
    }
}
