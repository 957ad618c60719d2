import Foundation
import Testing

@testable import Proximity

/// The town of the tests: central Helsinki.
let station = at(60.1719, 24.9414)
let noon = Timestamp(milliseconds: 1_790_000_000_000)

/// A fix by a phone, `metres` away from `place`.
func fix(
    _ place: Coordinate = station, north: Double = 0, east: Double = 0, accuracy: Double? = 5,
    at time: Timestamp = noon,
    source: Fix.Source = .browser, isMock: Bool = false
) throws -> Fix {
    let moved = place.destination(bearing: 0, distance: Metres(north)).destination(bearing: 90, distance: Metres(east))
    return try Fix(
        coordinate: moved, accuracy: accuracy.map { Metres($0) }, time: time, source: source, isMock: isMock)
}

@Suite struct GateTests {
    @Test func `a fix turns unknown values into nil`() throws {
        let odd = try Fix(
            coordinate: station, accuracy: -1, time: noon, source: .overland, speed: -1, heading: -1,
            altitude: Metres(.nan), battery: 1.2)
        #expect(odd.isTyped && odd.speed == nil && odd.heading == nil && odd.altitude == nil && odd.battery == 1)
        #expect(try fix(accuracy: 5, source: .typed).isTyped)
        #expect(throws: Fix.Refusal.nullIsland) { try fix(at(0, 0)) }
        #expect(try fix(at(0, 0), source: .typed).coordinate.isNullIsland)
        let full = try Fix(
            coordinate: station, accuracy: 5, time: noon, source: .overland, isMock: true, speed: 1.5, heading: 90,
            altitude: -3.25, battery: 0.81)
        for stored in [full, odd, try fix()] { #expect(Fix(stored.description) == stored) }
        // A stored fix obeys the same rules.
        #expect(Fix("60 25 5 0 browser 0 - - - -") != nil)
        for wrong in ["0 0 5 0 browser 0 - - - -", "60 25 5 0 radio 0 - - - -", "60 25 5 0 browser 0 - - -", "{}", ""] {
            #expect(Fix(wrong) == nil, "\(wrong)")
        }
    }

    /// distance north, accuracy, age in seconds → open?
    @Test(arguments: [
        (0.0, 5.0, 0.0, true), (6.0, 0.0, 0.0, true), (6.2, 0.0, 0.0, false), (11.0, 5.0, 0.0, true),
        (11.2, 5.0, 0.0, false), (31.0, 25.0, 0.0, true), (31.0, 80.0, 0.0, true), (31.2, 100.0, 0.0, false),
        (0.0, 100.0, 120.0, true), (0.0, 101.0, 0.0, false), (0.0, 5.0, 121.0, false), (0.0, 5.0, -299.0, true),
        (0.0, 5.0, -301.0, false),
    ])
    func `a note's gate`(north: Double, accuracy: Double, age: Double, opens: Bool) throws {
        let decision = Gate(centre: station).decide(
            try fix(north: north, accuracy: accuracy, at: noon - age), now: noon, isPlausible: true, allowsTyped: false)
        #expect(decision.isOpen == opens, "\(decision)")
    }

    @Test func `each closed gate gives its reason`() throws {
        let gate = Gate(centre: station, radius: 10)
        func reason(_ fix: Fix, isPlausible: Bool = true, allowsTyped: Bool = true) -> Reason? {
            if case .closed(let reason) = gate.decide(
                fix, now: noon, isPlausible: isPlausible, allowsTyped: allowsTyped)
            {
                return reason
            }
            return nil
        }
        #expect(reason(try fix(isMock: true)) == .mocked)
        #expect(reason(try fix(accuracy: nil), allowsTyped: false) == .typedNotAllowed)
        #expect(reason(try fix(accuracy: nil)) == nil)
        #expect(reason(try fix(at: noon - 500)) == .stale(seconds: 500))
        // What its device said before does not matter then.
        for isPlausible in [true, false] {
            #expect(reason(try fix(at: noon + 301), isPlausible: isPlausible) == .ahead(seconds: 301))
            #expect(reason(try fix(at: noon + 300), isPlausible: isPlausible) == (isPlausible ? nil : .implausible))
        }
        #expect(reason(try fix(accuracy: 250)) == .inaccurate(accuracy: 250))
        #expect(reason(try fix(), isPlausible: false) == .implausible)
        guard case .tooFar(let distance)? = reason(try fix(north: 100)) else {
            Issue.record("should be too far")
            return
        }
        #expect(abs(distance.value - 100) < 0.01)
    }

    @Test func `a typed position has no slack, an invalid gate stays closed`() throws {
        let typed = try fix(north: 12, accuracy: nil)
        #expect(
            !Gate(centre: station, radius: 11).decide(typed, now: noon, isPlausible: true, allowsTyped: true).isOpen)
        #expect(Gate(centre: station, radius: 13).decide(typed, now: noon, isPlausible: true, allowsTyped: true).isOpen)
        for radius in [Metres(.nan), -1] {
            let there = try fix(accuracy: 0)
            let opens = Gate(centre: station, radius: radius)
                .decide(there, now: noon, isPlausible: true, allowsTyped: true).isOpen
            #expect(opens == (radius == -1))
        }
        #expect(abs(Gate.noteRadius.value - 6.096) < 1e-12)
    }
}
