import Foundation
import Testing

@testable import Proximity

/// A margin where differences below a centimetre are not distinguishable.
private let centimetre = 0.01

/// Gates exactly at their limits and just beside them.
@Suite struct GateEdgeTests {
    private func opens(
        _ metres: Double, accuracy: Double? = 5, age: Double = 0, radius: Metres = 20, allowsTyped: Bool = true
    ) throws -> Bool {
        Gate(centre: station, radius: radius).decide(
            try fix(north: metres, accuracy: accuracy, at: noon - age), now: noon, isPlausible: true,
            allowsTyped: allowsTyped
        ).isOpen
    }

    @Test func `a fix counts until it is 120 s old, and to 300 s ahead`() throws {
        #expect(try opens(0, age: 120) && !opens(0, age: 120.001))
        #expect(try opens(0, age: -300) && !opens(0, age: -300.001))
    }

    @Test func `a fix counts to an accuracy of 100 m`() throws {
        #expect(try opens(0, accuracy: 100) && !opens(0, accuracy: 100.0001))
    }

    @Test(arguments: [(0.0, 0.0), (5, 5), (24.99, 24.99), (25, 25), (25.01, 25), (100, 25)])
    func `the accuracy extends the reach, by 25 m at most`(accuracy: Double, slack: Double) throws {
        #expect(try opens(20 + slack - centimetre / 4, accuracy: accuracy))
        #expect(try !opens(20 + slack + centimetre / 4, accuracy: accuracy))
        #expect(Gate(centre: station, radius: 20).reach(accuracy: Metres(accuracy)).value == 20 + slack)
    }

    @Test func `without accuracy the radius alone counts`() throws {
        #expect(try opens(20 - centimetre, accuracy: nil) && !opens(20 + centimetre, accuracy: nil))
        #expect(try !opens(0, accuracy: nil, allowsTyped: false))
    }
}

@Suite struct FenceEdgeTests {
    /// The transitions of a device inside a fence after fixes given as (second, metres north, accuracy).
    private func events(
        radius: Metres = 20, _ steps: [(Double, Double, Double)], inside: Bool = true
    ) throws -> [FenceTransition] {
        let fence = Fence(centre: station, radius: radius)
        var state = FenceState()
        if inside {
            state = state.advanced(by: try fix(at: noon - 1), at: fence, now: noon - 1, isPlausible: true).state
        }
        var events: [FenceTransition] = []
        for (second, north, accuracy) in steps {
            let now = noon + second
            let fix = try fix(north: north, accuracy: accuracy, at: now)
            let next = state.advanced(by: fix, at: fence, now: now, isPlausible: true)
            state = next.state
            events += next.transitions
        }
        return events
    }

    @Test func `leaving takes two fixes beyond the line at least 10 s apart`() throws {
        #expect(try events([(0, 90, 5), (10, 90, 5)]) == [.left])
        #expect(try events([(0, 90, 5), (9.999, 90, 5)]) == [])
        #expect(try events([(0, 90, 5), (9.999, 90, 5), (10, 90, 5)]) == [.left])
    }

    @Test(arguments: [(0.0, 25.0), (20, 45), (150, 175), (151, 176.1), (1_000, 1_110)])
    func `the exit line is the wider of the two terms`(radius: Double, line: Double) throws {
        let fence = Fence(centre: station, radius: Metres(radius))
        #expect(abs(fence.exitLine.value - line) < 1e-9)
        for accuracy in [0.0, 30, 100, 400] {
            let beyond = line + accuracy + centimetre
            let within = line + accuracy - centimetre
            #expect(try events(radius: Metres(radius), [(0, beyond, accuracy), (10, beyond, accuracy)]) == [.left])
            #expect(try events(radius: Metres(radius), [(0, within, accuracy), (10, within, accuracy)]) == [])
        }
    }

    @Test func `entering counts the radius plus at most 25 m of accuracy, with a fix of at most 100 m`() throws {
        for (accuracy, slack) in [(0.0, 0.0), (25, 25), (25.01, 25), (100, 25)] {
            let line = 20 + slack
            #expect(try events([(0, line - centimetre / 4, accuracy)], inside: false) == [.entered])
            #expect(try events([(0, line + centimetre / 4, accuracy)], inside: false) == [])
        }
        #expect(try events([(0, 0, 100.01)], inside: false) == [])
    }

    @Test func `a fix counts until it is 120 s old, and older ones than the newest are ignored`() throws {
        let fence = Fence(centre: station, radius: 20)
        func advance(_ state: FenceState, at time: Timestamp, now: Timestamp) throws -> FenceState {
            state.advanced(by: try fix(at: time), at: fence, now: now, isPlausible: true).state
        }
        #expect(try advance(FenceState(), at: noon - 120, now: noon).isInside)
        #expect(try !advance(FenceState(), at: noon - 120.001, now: noon).isInside)
        let outside = FenceState().advanced(
            by: try fix(north: 500, at: noon - 10), at: fence, now: noon, isPlausible: true
        ).state
        #expect(try advance(outside, at: noon - 10, now: noon).isInside)
        #expect(try advance(outside, at: noon - 10.001, now: noon) == outside)
    }
}
