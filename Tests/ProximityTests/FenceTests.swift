import Foundation
import Testing

@testable import Proximity

/// A walk past a fence, given as (second, metres north of its centre, accuracy), and its events.
private struct Walk {
    var state = FenceState()
    var events: [String] = []
    var plausibility = Plausibility()

    mutating func step(_ second: Double, north: Double, accuracy: Double? = 5, fence: Fence) throws {
        let now = noon + second
        let fix = try fix(north: north, accuracy: accuracy, at: now)
        let (next, isPlausible) = plausibility.advanced(by: fix, now: now)
        plausibility = next
        let (state, transitions) = state.advanced(by: fix, at: fence, now: now, isPlausible: isPlausible)
        self.state = state
        events += transitions.map { "\(Int(second)) \($0.rawValue)" }
    }
}

@Suite struct FenceTests {
    private let bar = Fence(centre: station, radius: 20)

    /// second, metres north, accuracy → events
    @Test(
        arguments: [
            (
                "goes in, stays, goes home", [(0, 300, 5), (60, 10, 5), (600, 4, 12), (1200, 80, 5), (1211, 95, 5)],
                ["60 entered", "1211 left"]
            ),
            (
                "walks past the bar twice in a minute",
                [
                    (0, 60, 5), (10, 40, 5), (15, 22, 5), (20, 10, 5), (30, -8, 5), (40, -24, 5), (45, 2, 5),
                    (60, 35, 5),
                ],
                ["15 entered"]
            ),
            (
                "phone jumps 3 km and back in a second", [(0, 0, 5), (10, 3000, 5), (11, 0, 5), (60, 1, 5)],
                ["0 entered"]
            ),
            (
                "phone drifts 3 km off and back in half a minute", [(0, 0, 5), (30, 3000, 50), (60, 0, 5), (90, 1, 5)],
                ["0 entered"]
            ),
            (
                "tunnel: no signal for 12 minutes, out on the other side",
                [(0, 0, 5), (720, 9000, 30), (725, 9010, 10), (731, 9020, 10)], ["0 entered", "731 left"]
            ),
            (
                "tunnel: no signal for 12 minutes, still there", [(0, 0, 5), (720, 6, 30)], ["0 entered"]
            ),
            (
                "a burst of bad fixes within ten seconds",
                [(0, 0, 5), (20, 90, 5), (22, 95, 5), (29, 90, 5), (31, 3, 5)],
                ["0 entered"]
            ),
            (
                "beyond, back at the door, beyond", [(0, 0, 5), (20, 90, 5), (25, 30, 5), (31, 90, 5), (40, 95, 5)],
                ["0 entered"]
            ),
            (
                "a coarse fix that may still be inside is no leaving", [(0, 0, 5), (60, 100, 90), (120, 100, 90)],
                ["0 entered"]
            ),
            (
                "a coarse fix that cannot be inside is", [(0, 0, 5), (60, 900, 400), (120, 900, 400)],
                ["0 entered", "120 left"]
            ),
            ("a coarse fix does not enter", [(0, 0, 150), (10, 0, 101)], []),
            ("accuracy helps in by 25 m at most", [(0, 46, 60), (10, 44, 60)], ["10 entered"]),
        ] as [(String, [(Double, Double, Double)], [String])])
    func `scenarios at a bar`(name: String, steps: [(Double, Double, Double)], events: [String]) throws {
        var walk = Walk()
        for (second, north, accuracy) in steps { try walk.step(second, north: north, accuracy: accuracy, fence: bar) }
        #expect(walk.events == events, "\(name)")
    }

    @Test func `a phone at rest makes at most one transition`() throws {
        var dice = Dice(31)
        for _ in 0..<3000 {
            let fence = Fence(centre: station, radius: Metres(pow(10, dice.number(0...4))))
            let line = fence.exitLine.value
            let north = dice.number(0...(line * 1.5))
            var state = FenceState()
            var events = 0
            var second = 0.0
            for _ in 0..<30 {
                second += dice.number(0...60)
                let fix = try fix(north: north, accuracy: pow(10, dice.number(-1...3)), at: noon + second)
                let next = state.advanced(by: fix, at: fence, now: noon + second, isPlausible: true)
                state = next.state
                events += next.transitions.count
            }
            #expect(events <= 1, "\(north) of \(fence.radius)")
        }
    }

    @Test func `a phone at rest by a polygon makes at most one transition`() throws {
        let yard = try #require(Polygon([(0.0, 0.0), (60, 0), (60, 80), (0, 80)].map { try place($0.0, $0.1) }))
        let fence = Fence(yard)
        #expect(fence.radius == 0 && fence.exitLine == 25)
        var dice = Dice(32)
        for _ in 0..<500 {
            let (north, east) = (dice.number(-80...140), dice.number(-80...160))
            var state = FenceState()
            var events: [FenceTransition] = []
            for second in stride(from: 0.0, to: 300, by: 11) {
                let fix = try fix(north: north, east: east, accuracy: dice.number(0...120), at: noon + second)
                let next = state.advanced(by: fix, at: fence, now: noon + second, isPlausible: true)
                state = next.state
                events += next.transitions
            }
            #expect(events.count <= 1)
            if yard.contains(try place(north, east)) { #expect(state.isInside) }
        }
    }

    private func place(_ north: Double, _ east: Double) throws -> Coordinate {
        try fix(north: north, east: east).coordinate
    }

    @Test func `fixes that do not count change nothing`() throws {
        var state = FenceState()
        func apply(_ fix: Fix, _ second: Double, isPlausible: Bool = true) -> Bool {
            let next = state.advanced(by: fix, at: bar, now: noon + second, isPlausible: isPlausible)
            let changed = next.state != state
            state = next.state
            return changed
        }
        #expect(try !apply(fix(isMock: true), 0))
        #expect(try !apply(fix(accuracy: nil), 0))
        #expect(try !apply(fix(), 121))
        #expect(try !apply(fix(), 0, isPlausible: false))
        #expect(try apply(fix(at: noon + 100), 0), "a clock ahead counts as now")
        #expect(state.isInside && state.seen == noon)
        #expect(try !apply(fix(north: 500, at: noon - 1), 1), "older than the newest")
        let coded = try JSONDecoder().decode(FenceState.self, from: try JSONEncoder().encode(state))
        #expect(coded == state)
        let fence = try JSONDecoder().decode(Fence.self, from: try JSONEncoder().encode(bar))
        #expect(fence == bar)
    }

    @Test func `two devices have separate states`() throws {
        // A laptop at home, a phone in the bar: separate states, and neither jumps.
        let home = station.destination(bearing: 90, distance: 2000)
        var states = [Int: (FenceState, Plausibility)]()
        var events: [String] = []
        for minute in 0..<60 {
            let now = noon + Double(minute * 60)
            for (device, place) in [(1, home), (2, station)] {
                let fix = try fix(place, north: Double(minute % 3), accuracy: 15, at: now)
                let (state, plausibility) = states[device] ?? (FenceState(), Plausibility())
                let (believed, isPlausible) = plausibility.advanced(by: fix, now: now)
                #expect(isPlausible)
                let next = state.advanced(by: fix, at: bar, now: now, isPlausible: isPlausible)
                states[device] = (next.state, believed)
                events += next.transitions.map { "\(device) \($0.rawValue)" }
            }
        }
        #expect(events == ["2 entered"])
    }

    @Test func `beyond the reach of a fence nothing happens`() throws {
        var dice = Dice(25)
        for _ in 0..<2_000 {
            let fence = Fence(
                centre: station.destination(
                    bearing: Degrees(dice.number(0...360)), distance: Metres(dice.number(0...9000))),
                radius: Metres(dice.number(5...900)))
            let fix = try fix(
                north: dice.number(-9000...9000), east: dice.number(-9000...9000), accuracy: dice.number(0...100))
            guard fix.coordinate.distance(to: fence.reach.centre) > fence.reach.radius else { continue }
            #expect(FenceState().advanced(by: fix, at: fence, now: noon, isPlausible: true).transitions.isEmpty)
        }
    }
}
