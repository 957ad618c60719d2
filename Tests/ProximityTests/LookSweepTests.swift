import Foundation
import TestTools
import Testing

@testable import Proximity

/// Squares of 5 m seen through the gate of a note, counted in a plane of metres.
private struct SeenGround {
    private var squares = Set<SIMD2<Int32>>()
    static let side = 5.0

    var squareMetres: Double { Double(squares.count) * SeenGround.side * SeenGround.side }

    mutating func add(north: Double, east: Double, reach: Double) {
        let steps = Int((reach / SeenGround.side).rounded(.up))
        let (row, column) = (Int((north / SeenGround.side).rounded()), Int((east / SeenGround.side).rounded()))
        for i in (row - steps)...(row + steps) {
            for j in (column - steps)...(column + steps) {
                let away = hypot(Double(i) * SeenGround.side - north, Double(j) * SeenGround.side - east)
                if away <= reach { squares.insert(SIMD2(Int32(i), Int32(j))) }
            }
        }
    }
}

/// An attacker who invents fixes, to look at as much ground as possible.
private struct Searcher {
    var looker = Looker()
    var ground = SeenGround()
    private var place = 0

    /// Just less than twice the reach of a paid look with the free ones around it.
    static let spacing = 82.0
    static let column = 40

    /// The best place for the next look: beside the last one, back and forth over a square of ground.
    private var next: (north: Double, east: Double) {
        let (row, step) = place.quotientAndRemainder(dividingBy: Searcher.column)
        let east = row.isMultiple(of: 2) ? step : Searcher.column - 1 - step
        return (Double(row) * Searcher.spacing, Double(east) * Searcher.spacing)
    }

    mutating func claim(
        north: Double, east: Double, accuracy: Double?, at time: Timestamp, device: Int, now: Timestamp
    ) throws -> Bool {
        let source = accuracy == nil ? Fix.Source.typed : .browser
        let fix = try fix(north: north, east: east, accuracy: accuracy, at: time, source: source)
        guard looker.look(fix, device: device, now: now) else { return false }
        let reach = Gate(centre: station).reach(accuracy: fix.accuracy)
        ground.add(north: north, east: east, reach: reach.value)
        return true
    }

    /// Tries a device at the next place, and every free look from there.
    mutating func search(_ device: Int, _ now: Timestamp) throws {
        let (north, east) = next
        guard try claim(north: north, east: east, accuracy: 25, at: now, device: device, now: now) else { return }
        place += 1
        for hour in 0..<12 {
            let angle = Double(hour) * .pi / 6
            _ = try claim(
                north: north + 9.99 * cos(angle), east: east + 9.99 * sin(angle), accuracy: 25, at: now, device: device,
                now: now)
        }
    }

    /// A typed position and a batch of old fixes, at places still to come.
    mutating func tryElsewhere(_ device: Int, _ now: Timestamp) throws {
        let (north, east) = next
        for age in stride(from: 110.0, through: 10, by: -50) {
            _ = try claim(north: north + age, east: east, accuracy: 25, at: now - age, device: device, now: now)
        }
        _ = try claim(north: north - 40, east: east, accuracy: nil, at: now, device: device, now: now)
    }
}

@Suite struct LookSweepTests {
    @Test func `an hour of invented fixes looks at five square kilometres at most`() throws {
        var searcher = Searcher()
        for second in 0...3_600 {
            let now = noon + Double(second)
            for device in 1...3 {
                try searcher.search(device, now)
                // Cheaper attempts than a paid look must not see more.
                if second.isMultiple(of: 20) { try searcher.tryElsewhere(device, now) }
            }
            if second.isMultiple(of: 30) { searcher.looker.forget(1 + second / 30 % 3) }
        }
        let area = searcher.ground.squareMetres
        #expect(searcher.looker.paid == 910, "ten, and one every four seconds")
        let whole = Gate(centre: station).reach(accuracy: 25) + LookBucket.freeDistance
        #expect(area <= 910 * .pi * whole.value * whole.value, "\(area / 1e6) km²")
        #expect(area <= 5e6, "\(area / 1e6) km²")
        #expect(area >= 4e6, "the search itself is a good one: \(area / 1e6) km²")
    }

    /// Puts notes along a way, and counts those that a person misses who moves along it with a fix a second.
    private func misses(_ way: [SIMD2<Double>], speed: Double, accuracy: Double) throws -> (left: Int, missed: Int) {
        var walker = Looker()
        let fixes = Way.stations(way, every: speed)
        // Seven metres from note to note, so that the notes fall on every phase between two looks.
        var notes = Way.stations(way, every: 7).enumerated().map { index, stop in
            stop.place + SIMD2(-stop.along.y, stop.along.x) * (index.isMultiple(of: 2) ? 5 : -5)
        }
        let left = notes.count
        let reach = Gate(centre: station).reach(accuracy: Metres(accuracy)).value
        for (second, stop) in fixes.enumerated() {
            let now = noon + Double(second)
            let fix = try fix(north: stop.place.y, east: stop.place.x, accuracy: accuracy, at: now)
            guard walker.look(fix, now: now) else { continue }
            notes.removeAll { Way.length($0 - stop.place) <= reach }
        }
        return (left, notes.count)
    }

    /// A way with bends, one and a half kilometres long.
    private static let town: [SIMD2<Double>] = [
        SIMD2(0, 0), SIMD2(400, 0), SIMD2(430, 60), SIMD2(430, 420), SIMD2(350, 500), SIMD2(0, 560), SIMD2(-150, 700),
    ]

    @Test(arguments: [(1.4, 5.0), (1.4, 12), (3, 5), (6, 5), (6, 12)])
    func `who walks, runs or cycles by finds every note`(speed: Double, accuracy: Double) throws {
        let (left, missed) = try misses(LookSweepTests.town, speed: speed, accuracy: accuracy)
        #expect(left > 200 && missed == 0)
    }

    // At a bend a note may be as far from the looks on both sides as the travelled distance plus its distance from the
    // way: 9 m + 5 m for a cyclist. A phone with an accuracy of 5 m reaches 11 m, one with 8 m reaches 14 m.
    @Test(arguments: [(1.4, 5.0), (3, 5), (6, 8)])
    func `on recorded ways too`(speed: Double, accuracy: Double) throws {
        try checkFirst(of: Track.computed, speed: speed, accuracy: accuracy)
    }

    @Test(.needsSharedData, arguments: [(1.4, 5.0), (3, 5), (6, 8)])
    func `on real ways too`(speed: Double, accuracy: Double) throws {
        try checkFirst(of: Track.real, speed: speed, accuracy: accuracy)
    }

    /// On the first two kilometres of each track no note is missed.
    private func checkFirst(of tracks: [Track], speed: Double, accuracy: Double) throws {
        for track in try tracks.map({ try $0.fixes() }) {
            let plane = TangentPlane(at: Vector(try #require(track.first).coordinate))
            let (left, missed) = try misses(
                Way.first(2_000, of: track.map { plane.metres(Vector($0.coordinate)) }), speed: speed,
                accuracy: accuracy)
            #expect(left > 200 && missed == 0)
        }
    }
}

/// Polylines in a plane of metres.
private enum Way {
    /// Places at equal steps along a way, and the direction there.
    static func stations(
        _ way: [SIMD2<Double>], every step: Double
    ) -> [(place: SIMD2<Double>, along: SIMD2<Double>)] {
        var stations: [(place: SIMD2<Double>, along: SIMD2<Double>)] = []
        var rest = 0.0
        for (from, to) in zip(way, way.dropFirst()) where from != to {
            let along = (to - from) / length(to - from)
            var gone = rest
            while gone < length(to - from) {
                stations.append((from + along * gone, along))
                gone += step
            }
            rest = gone - length(to - from)
        }
        return stations
    }

    /// The first part of a way.
    static func first(_ metres: Double, of way: [SIMD2<Double>]) -> [SIMD2<Double>] {
        var gone = 0.0
        var taken = Array(way.prefix(1))
        for (from, to) in zip(way, way.dropFirst()) where gone < metres {
            gone += length(to - from)
            taken.append(to)
        }
        return taken
    }

    static func length(_ v: SIMD2<Double>) -> Double { (v * v).sum().squareRoot() }
}
