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
    @Test func `a fix keeps what is known`() throws {
        let odd = try Fix(
            coordinate: station, accuracy: -1, time: noon, source: .overland, speed: -1, heading: -1,
            altitude: Metres(.nan), battery: 1.2)
        #expect(odd.isTyped && odd.speed == nil && odd.heading == nil && odd.altitude == nil && odd.battery == 1)
        #expect(try fix(accuracy: 5, source: .typed).isTyped)
        #expect(throws: Fix.Refusal.nullIsland) { try fix(at(0, 0)) }
        #expect(try fix(at(0, 0), source: .typed).coordinate.isNullIsland)
        let forged = Data(
            #"{"coordinate":[0,0],"accuracy":5,"time":{"milliseconds":0},"source":"browser","isMock":false}"#.utf8)
        #expect(throws: Fix.Refusal.nullIsland) { try JSONDecoder().decode(Fix.self, from: forged) }
        let back = try JSONDecoder().decode(Fix.self, from: try JSONEncoder().encode(try fix()))
        #expect(back == (try fix()))
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

    @Test func `each refusal has its reason`() throws {
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
        #expect(reason(try fix(accuracy: 250)) == .inaccurate(accuracy: 250))
        #expect(reason(try fix(), isPlausible: false) == .implausible)
        guard case .tooFar(let distance)? = reason(try fix(north: 100)) else {
            Issue.record("should be too far")
            return
        }
        #expect(abs(distance.value - 100) < 0.01)
    }

    @Test func `a typed position has no slack, a bad gate stays closed`() throws {
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

    @Test func `a jump closes everything until three fixes fit again`() throws {
        var state = Plausibility()
        func step(_ seconds: Double, east: Double, accuracy: Double? = 5) throws -> Bool {
            let (next, verdict) = state.advanced(
                by: try fix(east: east, accuracy: accuracy, at: noon + seconds), now: noon + seconds)
            state = next
            return verdict
        }
        #expect(try step(0, east: 0))
        #expect(try step(10, east: 20))
        #expect(try !step(20, east: 50_000), "5 km/s")
        #expect(try !step(30, east: 50_010))
        #expect(try !step(40, east: 50_020))
        #expect(try step(50, east: 50_030))
        #expect(try step(60, east: 51_000, accuracy: 5))
        #expect(try !step(60, east: 53_000), "two places at one instant")
        #expect(try !step(70, east: 0), "and back")
        #expect(state.fixesNeeded == Plausibility.fixesToRecover)
    }

    @Test func `what neither convinces nor counts as a jump`() throws {
        var (state, verdict) = Plausibility().advanced(by: try fix(), now: noon)
        #expect(verdict)
        // A repeat of the same digits with another accuracy.
        (state, verdict) = state.advanced(by: try fix(accuracy: 9, at: noon + 10), now: noon + 10)
        #expect(!verdict && state.fixesNeeded == 0)
        // The same with the same accuracy: lies still.
        (state, verdict) = state.advanced(by: try fix(at: noon + 20), now: noon + 20)
        #expect(verdict)
        // From the future.
        (state, verdict) = state.advanced(by: try fix(east: 3, at: noon + 400), now: noon + 30)
        #expect(!verdict && state.fixesNeeded == 0 && state.previous?.time == noon + 20)
        // Typed: of a person, not of the device.
        (state, verdict) = state.advanced(by: try fix(east: 900_000, accuracy: nil, at: noon + 40), now: noon + 40)
        #expect(verdict && state.previous?.time == noon + 20)
        // Very coarse: fits, but is no reference that would excuse a jump.
        (state, verdict) = state.advanced(by: try fix(east: 90_000, accuracy: 5e6, at: noon + 50), now: noon + 50)
        #expect(verdict && state.previous?.time == noon + 20)
        (state, verdict) = state.advanced(by: try fix(east: 90_001, at: noon + 60), now: noon + 60)
        #expect(!verdict)
        let coded = try JSONDecoder().decode(Plausibility.self, from: try JSONEncoder().encode(state))
        #expect(coded == state)
    }

    @Test func `an aeroplane is believed, a late batch does no harm`() throws {
        var state = Plausibility()
        for minute in 0..<60 {
            let time = noon + Double(minute * 60)
            let (next, verdict) = state.advanced(by: try fix(east: Double(minute) * 60 * 255, at: time), now: time)
            #expect(verdict)
            state = next
        }
        let late = state.advanced(by: try fix(at: noon), now: noon + 3600)
        #expect(late.isPlausible && late.state == state)
    }
}
