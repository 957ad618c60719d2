import Foundation
import Testing

@testable import Proximity

/// A plane of metres around a place, in which attackers compute.
private struct Local {
    let plane: TangentPlane

    init(_ origin: Coordinate) { plane = TangentPlane(at: Vector(origin)) }

    func coordinate(_ p: SIMD2<Double>) -> Coordinate { plane.vector(p).coordinate }

    func metres(_ place: Coordinate) -> SIMD2<Double> { plane.metres(Vector(place)) }
}

private func length(_ v: SIMD2<Double>) -> Double { (v * v).sum().squareRoot() }

/// The queries of an attacker: a number for any place they pretend to be at.
private typealias Oracle = (SIMD2<Double>) -> Double

private enum Attack {
    static let probes = 1000

    /// Least squares over distances to many places (Gauss and Newton).
    static func multilateration(_ oracle: Oracle, start: SIMD2<Double>, using dice: inout Dice) -> SIMD2<Double> {
        let answers = (0..<probes).map { _ in
            let p = start + SIMD2(dice.number(-4000...4000), dice.number(-4000...4000))
            return (p, oracle(p))
        }
        var guess = answers.reduce(SIMD2.zero) { $0 + $1.0 } / Double(probes)
        for _ in 0..<100 {
            var (a, b, c) = (0.0, 0.0, 0.0)
            var right = SIMD2<Double>.zero
            for (p, distance) in answers {
                let away = guess - p
                let r = max(length(away), 1e-9)
                let u = away / r
                (a, b, c) = (a + u.x * u.x, b + u.x * u.y, c + u.y * u.y)
                right += u * (r - distance)
            }
            let determinant = a * c - b * b
            guard abs(determinant) > 1e-12 else { break }
            let step = SIMD2(c * right.x - b * right.y, a * right.y - b * right.x) / determinant
            guess -= step
            if length(step) < 0.001 { break }
        }
        return guess
    }

    /// Walks outwards on many bearings until the answer changes, bisects each edge and fits a circle through them.
    static func edges(_ oracle: Oracle, _ start: SIMD2<Double>) -> SIMD2<Double> {
        let first = oracle(start)
        var flips: [SIMD2<Double>] = []
        // 24 bearings of about 16 steps and 24 bisections each: a thousand queries.
        for k in 0..<24 {
            let angle = Double(k) * .pi / 12
            let way = SIMD2(cos(angle), sin(angle))
            var far = 500.0
            while far < 12_000 && oracle(start + way * far) == first { far += 500 }
            guard far < 12_000 else { continue }
            var range = (far - 500, far)
            for _ in 0..<24 {
                let middle = (range.0 + range.1) / 2
                if oracle(start + way * middle) == first { range.0 = middle } else { range.1 = middle }
            }
            flips.append(start + way * range.0)
        }
        return circleCentre(flips) ?? start
    }

    /// The centre of the circle that fits best (I. Kåsa, 1976).
    private static func circleCentre(_ points: [SIMD2<Double>]) -> SIMD2<Double>? {
        guard points.count >= 3 else { return nil }
        let mean = points.reduce(SIMD2.zero, +) / Double(points.count)
        var (uu, vv, uv) = (0.0, 0.0, 0.0)
        var right = SIMD2<Double>.zero
        for p in points.map({ $0 - mean }) {
            (uu, vv, uv) = (uu + p.x * p.x, vv + p.y * p.y, uv + p.x * p.y)
            right += p * (p * p).sum() / 2
        }
        let determinant = uu * vv - uv * uv
        guard abs(determinant) > 1e-9 else { return nil }
        return mean + SIMD2(right.x * vv - right.y * uv, right.y * uu - right.x * uv) / determinant
    }

    /// The strongest attack: knows the grid and the rule, and keeps the cells that would have given every answer.
    static func consistency(
        _ oracle: Oracle, model: (SnappedPosition, SIMD2<Double>) -> Double, local: Local, start: SIMD2<Double>,
        using dice: inout Dice
    ) -> SIMD2<Double> {
        let middle = local.coordinate(start)
        var cells = Covering.of(centre: middle, radius: 6000, maxCells: 400, levels: 13...13)
            .compactMap { SnappedPosition(cell: $0) }
        for _ in 0..<probes {
            let p = start + SIMD2(dice.number(-8000...8000), dice.number(-8000...8000))
            let answer = oracle(p)
            cells.removeAll { abs(model($0, p) - answer) > 1e-6 }
        }
        return cells.map { local.metres($0.centre) }.reduce(SIMD2.zero, +) / Double(max(1, cells.count))
    }
}

@Suite struct DisclosureTests {
    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    /// An oracle's name and its answer to a viewer at `viewer` about a person at `target`; `decoy` is a friend whose
    /// place the attacker knows.
    private typealias Rule = @Sendable (SnappedPosition, SnappedPosition, SnappedPosition) -> Double

    private static let rules: [(String, Rule)] = [
        ("distance", { viewer, target, _ in viewer.distance(to: target).value }),
        ("whole kilometres", { viewer, target, _ in (viewer.distance(to: target).value / 1000).rounded(.up) * 1000 }),
        ("order", { viewer, target, decoy in viewer.distance(to: target) < viewer.distance(to: decoy) ? 1 : 0 }),
        ("within 5 km", { viewer, target, _ in viewer.distance(to: target) <= 5000 ? 1 : 0 }),
    ]

    @Test func `trilateration finds only the cell`() {
        var dice = Dice(51)
        for (name, rule) in DisclosureTests.rules {
            var errors: [[Double]] = [[], [], [], []]
            for trial in 0..<41 {
                // Helsinki, and towns all over the Earth.
                let near = trial % 3 == 0 ? station : at(dice.number(-60...65), dice.number(-180...179))
                let exact = near.destination(
                    bearing: Degrees(dice.number(0...360)), distance: Metres(dice.number(0...3000)))
                let local = Local(near)
                let truth = local.metres(exact)
                let target = SnappedPosition(exact)
                let decoy = SnappedPosition(exact.destination(bearing: Degrees(dice.number(0...360)), distance: 2500))
                let oracle: Oracle = { rule(SnappedPosition(local.coordinate($0)), target, decoy) }
                let start = truth + SIMD2(dice.number(-900...900), dice.number(-900...900))
                let guesses = [
                    Attack.multilateration(oracle, start: start, using: &dice), Attack.edges(oracle, start),
                    Attack.consistency(
                        oracle, model: { rule(SnappedPosition(local.coordinate($1)), $0, decoy) }, local: local,
                        start: start, using: &dice),
                ]
                for (k, guess) in guesses.enumerated() { errors[k].append(length(guess - truth)) }
                errors[3].append(errors[0...2].compactMap(\.last).min() ?? 0)
            }
            let medians = errors.map { Int(DisclosureTests.median($0)) }
            print(
                "attack on \(name): median error \(medians[0]) m by least squares, \(medians[1]) m by edges,",
                "\(medians[2]) m by consistency")
            #expect(medians[0...2].allSatisfy { $0 >= 350 }, "\(name)")
        }
    }

    @Test func `the same attacks defeat rounded distances`() {
        var dice = Dice(52)
        var errors: [[Double]] = [[], [], []]
        for _ in 0..<21 {
            let truth = SIMD2(dice.number(-3000...3000), dice.number(-3000...3000))
            let start = truth + SIMD2(dice.number(-900...900), dice.number(-900...900))
            errors[0].append(length(Attack.multilateration({ length($0 - truth) }, start: start, using: &dice) - truth))
            errors[1].append(
                length(
                    Attack.multilateration({ (length($0 - truth) / 1000).rounded() * 1000 }, start: start, using: &dice)
                        - truth))
            errors[2].append(length(Attack.edges({ length($0 - truth) <= 5000 ? 1 : 0 }, start) - truth))
        }
        let medians = errors.map { DisclosureTests.median($0) }
        print(
            "attack on rounding: \(medians[0]) m exact, \(medians[1]) m rounded to 1 km, \(medians[2]) m by yes or no")
        #expect(medians[0] < 1 && medians[1] < 100 && medians[2] < 10)
    }

    @Test func `nothing depends on the position within the cell`() throws {
        var dice = Dice(53)
        for _ in 0..<200 {
            let place = dice.place()
            let cell = SnappedPosition(place).cell
            let square = cell.bounds
            let other = Coordinate(
                wrappingLatitude: dice.number(square.south...square.north),
                longitude: square.west + dice.number(0...1) * square.width)
            guard cell.contains(CellID(other)) else { continue }
            let (a, b) = (SnappedPosition(place), SnappedPosition(other))
            #expect(a == b && a.hashValue == b.hashValue && a.centre == b.centre && "\(a)" == "\(b)")
            #expect(try JSONEncoder().encode(a) == JSONEncoder().encode(b))
            #expect(a.distance(to: b) == 0)
        }
        #expect(SnappedPosition(cell: CellID(station)) == nil)
        let encoded = try JSONEncoder().encode([CellID(station, level: 12)])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([SnappedPosition].self, from: encoded) }
    }

    @Test func `a person at the edge of a cell does not flap between cells`() throws {
        // A person who lives on the edge of two cells, with a receiver that drifts by 20 m.
        var dice = Dice(54)
        let cell = SnappedPosition(station).cell
        let corners = CellSquare(cell).corners
        let edge = (corners[0] + corners[1]).unit.coordinate
        let inward = edge.initialBearing(to: cell.centre)
        var snapping = Snapping()
        var changes = 0
        for minute in 0..<240 {
            let place = edge.destination(bearing: inward, distance: Metres(dice.bell() * 20))
            let next = snapping.advanced(to: place, at: noon + Double(minute) * 60)
            if next.position != snapping.position { changes += 1 }
            snapping = next
        }
        print("on the edge for four hours: \(changes - 1) changes of cell")
        // Ten minutes on one side can happen by chance; without hysteresis there would be about 120 changes.
        #expect(changes <= 4)
        // A walk over the edge: changes at once at a quarter of a cell beyond, after ten minutes when nearer.
        snapping = Snapping().advanced(to: edge.destination(bearing: inward, distance: 100), at: noon)
        let home = try #require(snapping.position)
        let near = edge.destination(bearing: inward + 180, distance: 60)
        for minute in 0..<10 {
            snapping = snapping.advanced(to: near, at: noon + Double(minute) * 60)
            #expect(snapping.position == home)
        }
        #expect(snapping.advanced(to: near, at: noon + 601).position != home)
        let far = edge.destination(bearing: inward + 180, distance: 400)
        #expect(snapping.advanced(to: far, at: noon + 61).position != home)
        let coded = try JSONDecoder().decode(Snapping.self, from: try JSONEncoder().encode(snapping))
        #expect(coded == snapping)
    }

    @Test func `hints come from own and touching cells`() {
        var dice = Dice(55)
        for _ in 0..<300 {
            let place = dice.place()
            let hidden = place.destination(
                bearing: Degrees(dice.number(0...360)), distance: Metres(dice.number(0...2500)))
            let near = Hint.cells(near: place).contains(hidden)
            #expect(near == Hint.reaches(place, from: hidden))
            let distance = place.distance(to: hidden)
            if distance < 200 { #expect(near) }
            if distance > 2400 { #expect(!near) }
        }
    }
}
