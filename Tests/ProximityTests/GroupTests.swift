import Foundation
import Testing

@testable import Proximity

/// A group with a limit of 100 m, given as (second, member, metres north, accuracy), and its events.
private struct Evening {
    var state = GroupState()
    var events: [String] = []

    mutating func step(_ second: Double, _ member: Int64, _ north: Double, _ accuracy: Double, limit: Metres = 100)
        throws
    {
        let now = noon + second
        let fix = try fix(north: north, accuracy: accuracy, at: now)
        let next = state.advanced(by: fix, of: member, limit: limit, now: now, isPlausible: true)
        state = next.state
        note(second, next.transitions)
    }

    mutating func tick(_ second: Double) {
        let next = state.advanced(now: noon + second, limit: 100)
        state = next.state
        note(second, next.transitions)
    }

    private mutating func note(_ second: Double, _ transitions: [GroupTransition]) {
        events += transitions.map { "\(Int(second)) \($0)" }
    }
}

@Suite struct GroupTests {
    @Test func `the centre stays with the majority`() throws {
        let table = try (0..<3).map { try fix(north: Double($0), east: Double($0 % 2)).coordinate }
        for away in [50.0, 500, 5000, 50_000] {
            let centre = try #require(GroupCentre.of(table + [try fix(north: away).coordinate]))
            #expect(centre.distance(to: station) < 3, "\(away)")
        }
        #expect(GroupCentre.of([]) == nil)
        #expect(GroupCentre.of([station]) == station)
        let two = try #require(GroupCentre.of([station, try fix(north: 100).coordinate]))
        #expect(abs(two.distance(to: station).value - 50) < 0.01)
        #expect(GroupCentre.of([station, station, try fix(north: 100).coordinate]) == station)
    }

    @Test func `the centre has the smallest sum of distances`() throws {
        var dice = Dice(41)
        for round in 0..<200 {
            let middle = [station, at(89.9999, 0), at(-17, 179.9999), at(-33.9, 151.2)][round % 4]
            let size = pow(10, dice.number(0...4.5))
            let places = (0..<dice.whole(3..<12)).map { _ in
                middle.destination(bearing: Degrees(dice.number(0...360)), distance: Metres(dice.number(0...size)))
            }
            let centre = try #require(GroupCentre.of(places))
            func sum(_ place: Coordinate) -> Double { places.reduce(0) { $0 + $1.distance(to: place).value } }
            let least = sum(centre)
            for step in [size / 100, size / 10, size] {
                for bearing in stride(from: 0.0, to: 360, by: 30) {
                    let other = centre.destination(bearing: Degrees(bearing), distance: Metres(step))
                    // Within the accuracy of the plane and the distance formula.
                    #expect(sum(other) >= least * (1 - 2e-5) - 0.001)
                }
            }
        }
    }

    @Test(
        arguments: [
            (
                "three at the table, one leaves, and comes back",
                [
                    (0, 1, 0, 5), (0, 2, 3, 5), (0, 3, 6, 5), (60, 3, 90, 5), (120, 3, 140, 5), (125, 3, 150, 5),
                    (131, 3, 160, 5),
                    (300, 3, 400, 5), (400, 1, 1, 5), (400, 2, 2, 5), (500, 3, 95, 5), (520, 3, 80, 5), (600, 3, 4, 5),
                ], ["131 strayed(3)", "600 back(3)"]
            ),
            (
                "two people drift apart and find each other",
                [
                    (0, 1, 0, 5), (0, 2, 10, 5), (60, 1, -40, 5), (65, 2, 75, 5), (70, 1, -60, 5), (76, 2, 100, 5),
                    (90, 1, -20, 5), (120, 2, 60, 5), (131, 1, -20, 5),
                ],
                ["76 apart(1, 2)", "131 together(1, 2)"]
            ),
            (
                "a single wild fix",
                [(0, 1, 0, 5), (0, 2, 0, 5), (0, 3, 0, 5), (60, 3, 2500, 20), (70, 3, 1, 5), (80, 3, 2, 5)],
                []
            ),
            (
                "wild, but unsure of itself",
                [(0, 1, 0, 5), (0, 2, 0, 5), (0, 3, 0, 5), (60, 3, 180, 95), (90, 3, 180, 95), (120, 3, 180, 95)], []
            ),
            (
                "one alone does not stray", [(0, 1, 0, 5), (60, 1, 900, 5), (120, 1, 2000, 5)], []
            ),
            (
                "apart, a third joins one of them, and leaves again",
                [
                    (0, 1, 0, 5), (0, 2, 300, 5), (20, 1, 0, 5), (30, 3, 5, 5), (40, 1, 2, 5), (50, 2, 300, 5),
                    (70, 2, 310, 5),
                    (300, 1, 0, 5), (300, 2, 300, 5), (640, 1, 0, 5), (650, 2, 300, 5), (670, 2, 300, 5),
                    (700, 2, 50, 5), (710, 2, 50, 5),
                ], ["20 apart(1, 2)", "300 back(1)", "640 signalLost(3)", "710 together(1, 2)"]
            ),
        ] as [(String, [(Double, Int64, Double, Double)], [String])])
    func `scenarios of a night out`(name: String, steps: [(Double, Int64, Double, Double)], events: [String]) throws {
        var evening = Evening()
        for (second, member, north, accuracy) in steps { try evening.step(second, member, north, accuracy) }
        #expect(evening.events == events, "\(name)")
    }

    @Test func `tunnel: twelve minutes without signal is not straying`() throws {
        var evening = Evening()
        for member in 1...3 { try evening.step(0, Int64(member), 0, 5) }
        for second in stride(from: 60.0, through: 720, by: 60) {
            try evening.step(second, 1, 1, 5)
            try evening.step(second, 2, 2, 5)
            evening.tick(second + 30)
        }
        #expect(evening.state.condition(of: 3, now: noon + 720) == .noSignal)
        try evening.step(740, 3, 5, 5)
        #expect(evening.events == ["630 signalLost(3)", "740 signalFound(3)"])
        #expect(evening.state.condition(of: 3, now: noon + 740) == .together)
        #expect(evening.state.condition(of: 9, now: noon) == nil)
        // The same, but the silent member is far away at the next fix: only a second fix makes it straying.
        try evening.step(1500, 1, 0, 5)
        try evening.step(1500, 2, 0, 5)
        try evening.step(1501, 3, 500, 5)
        #expect(!evening.events.contains { $0.contains("strayed") })
        try evening.step(1512, 3, 500, 5)
        #expect(evening.events.last == "1512 strayed(3)")
        // Away before and after a silence is one episode.
        try evening.step(2200, 1, 0, 5)
        try evening.step(2200, 2, 0, 5)
        try evening.step(2201, 3, 900, 5)
        try evening.step(2230, 3, 900, 5)
        #expect(evening.events.filter { $0.contains("strayed") }.count == 1)
        #expect(evening.state.removing(3).condition(of: 3, now: noon) == nil)
        #expect(GroupState(evening.state.description) == evening.state)
        #expect(GroupState("") == GroupState())
        for odd in ["1", "1 60 25 5 0 2 - 0", "1 91 25 5 0 0 - 0", "1 60 25 nan 0 0 - 0", "{}"] {
            #expect(GroupState(odd) == nil, "\(odd)")
        }
    }

    @Test func `members at rest make at most one transition each`() throws {
        var dice = Dice(42)
        for _ in 0..<300 {
            let members = dice.whole(2..<7)
            let places = (0..<members).map { _ in dice.number(-250...250) }
            var evening = Evening()
            // Every member reports before the first check, because the centre moves while members appear.
            for member in 0..<members { try evening.step(0, Int64(member), places[member], 5) }
            evening.events = []
            for second in stride(from: 20.0, to: 900, by: 15) {
                for member in 0..<members {
                    try evening.step(second, Int64(member), places[member], dice.number(0...90))
                }
            }
            for member in 0..<members {
                #expect(evening.events.filter { $0.contains("(\(member))") || $0.contains("apart") }.count <= 1)
            }
        }
    }

    @Test func `a person with two devices never jumps`() throws {
        // The laptop at home reports every minute with Wi-Fi noise; the phone is carried to the bar.
        var dice = Dice(43)
        var carried = CarriedDevice()
        var evening = Evening()
        for minute in 0..<120 {
            let second = Double(minute * 60)
            for friend in [2, 3] { try evening.step(second, Int64(friend), 0, 10) }
            for device in [10, 20] as [Int64] {
                let isLaptop = device == 10
                let north = isLaptop ? 3000 + dice.bell() * 8 : max(0, 3000 - Double(minute) * 150) + dice.bell() * 4
                let accuracy = isLaptop ? 40.0 : 8
                let fix = try fix(north: north, accuracy: accuracy, at: noon + second)
                let (next, isCarried) = carried.advanced(by: fix, of: device, now: fix.time)
                carried = next
                if minute > 1 { #expect(isCarried == !isLaptop) }
                if isCarried && minute > 0 { try evening.step(second, 1, north, accuracy) }
            }
        }
        #expect(evening.events == ["120 strayed(1)", "1260 back(1)"])
        #expect(CarriedDevice(carried.description) == carried && CarriedDevice("- -") == CarriedDevice())
        for odd in ["", "1", "- - 1 91 25 5 0", "- - 1 60 25 5", "{}"] { #expect(CarriedDevice(odd) == nil, "\(odd)") }
        #expect(carried.current == 20 && carried.choosing(10).current == 10 && carried.choosing(nil).current == 20)
        #expect(try !carried.choosing(10).advanced(by: fix(north: -900), of: 20, now: noon).isCarried)
    }

    @Test func `a thousand browsers take no more room than twenty, and the carried device is not forgotten`() throws {
        var carried = CarriedDevice()
        for device in 0..<1_000 as Range<Int64> {
            let fix = try fix(accuracy: 8, at: noon + Double(device))
            let (next, isCarried) = carried.advanced(by: fix, of: device, now: fix.time)
            #expect(isCarried == (device == 0))
            carried = next
            #expect(carried.description.utf8.count < 3_000)
            #expect(CarriedDevice(carried.description) == carried)
        }
        let moved = try fix(north: 900, accuracy: 8, at: noon + 2_000)
        for device in [0, 999] as [Int64] {
            #expect(carried.advanced(by: moved, of: device, now: moved.time).isCarried)
        }
    }
}
