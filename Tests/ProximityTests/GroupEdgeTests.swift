import Foundation
import Testing

@testable import Proximity

/// Three members of a group with a limit of 100 m. Two stay at the station, so the centre is there.
private struct Table {
    var state = GroupState()
    var events: [GroupTransition] = []

    /// A fix of each of the two at the station.
    mutating func stay(_ second: Double) throws {
        for member in [1, 2] as [Int64] { try step(second, member, 0) }
    }

    mutating func step(
        _ second: Double, _ member: Int64, _ north: Double, accuracy: Double? = 5, age: Double = 0, limit: Metres = 100,
        isMock: Bool = false, isPlausible: Bool = true
    ) throws {
        let now = noon + second
        let fix = try fix(north: north, accuracy: accuracy, at: now - age, isMock: isMock)
        let next = state.advanced(by: fix, of: member, limit: limit, now: now, isPlausible: isPlausible)
        state = next.state
        events += next.transitions
    }
}

/// Groups exactly at their limits and just beside them.
@Suite struct GroupEdgeTests {
    private let centimetre = 0.01

    private func table(_ second: Double = 0) throws -> Table {
        var table = Table()
        try table.stay(second)
        try table.step(second, 3, 0)
        return table
    }

    @Test func `straying takes two fixes beyond the limit at least 10 s apart`() throws {
        for (seconds, strays) in [(10.0, true), (9.999, false)] {
            var table = try table()
            try table.step(20, 3, 300)
            try table.step(20 + seconds, 3, 300)
            #expect(table.events == (strays ? [.strayed(3)] : []), "\(seconds)")
        }
    }

    @Test func `a fix within the limit between them starts the count again`() throws {
        var table = try table()
        for (second, north) in [(20.0, 300.0), (25, 50), (31, 300), (40.999, 300)] {
            try table.step(second, 3, north)
        }
        #expect(table.events == [])
        try table.step(41, 3, 300)
        #expect(table.events == [.strayed(3)])
    }

    @Test func `a fix from before a silence does not count`() throws {
        for (silence, strays) in [(600.0, true), (600.001, false)] {
            var table = try table()
            // Not far enough to count by itself.
            try table.step(20, 3, 140)
            for second in stride(from: 100.0, through: 600, by: 100) { try table.stay(second) }
            try table.stay(20 + silence)
            try table.step(20 + silence, 3, 140)
            #expect(table.events.contains(.strayed(3)) == strays, "\(silence)")
            try table.step(31 + silence, 3, 140)
            #expect(table.events.filter { $0 == .strayed(3) }.count == 1)
        }
    }

    @Test func `of two members, the other's fix from before a silence does not count either`() throws {
        var table = Table()
        try table.step(0, 1, 0)
        try table.step(20, 2, 300)
        // The other's place of 20 s is still fresh, and their fix was beyond the limit from where this one was at 0 s.
        try table.step(610, 1, 0)
        try table.step(619.999, 1, 0)
        #expect(table.events == [])
        try table.step(620, 1, 0)
        #expect(table.events == [.apart(1, 2)])
    }

    @Test(arguments: [(50.0, 100.0), (100, 100), (300, 300)])
    func `a fix counts to an accuracy of 100 m or the limit`(limit: Double, most: Double) throws {
        for (accuracy, counts) in [(most, true), (most + 0.01, false)] {
            var table = try table()
            let before = table.state
            try table.step(20, 3, 1, accuracy: accuracy, limit: Metres(limit))
            #expect((table.state != before) == counts)
            // A member with only a coarse fix is unknown.
            try table.step(20, 4, 1, accuracy: accuracy, limit: Metres(limit))
            #expect((table.state.condition(of: 4, now: noon + 20) != nil) == counts)
        }
    }

    @Test func `a fix older than the member's newest changes nothing`() throws {
        for (age, counts) in [(10.0, true), (10.001, false)] {
            var table = try table(10)
            try table.step(20, 3, 300, age: age)
            // As the first of two beyond the limit it counts from its own time.
            try table.step(20, 3, 300)
            #expect(table.events == (counts ? [.strayed(3)] : []), "\(age)")
        }
        var late = try table(10)
        let before = late.state
        try late.step(20, 3, 300, age: 10.001)
        #expect(late.state == before)
    }

    @Test func `a fix counts until it is ten minutes old`() throws {
        for (age, counts) in [(600.0, true), (600.001, false)] {
            var table = Table()
            try table.stay(700)
            try table.step(700, 3, 0, age: age)
            #expect((table.state.condition(of: 3, now: noon + 700) != nil) == counts)
        }
    }

    @Test func `a member has a signal for ten minutes`() throws {
        let state = try table().state
        #expect(state.condition(of: 3, now: noon + 600) == .together)
        #expect(state.condition(of: 3, now: noon + 600.001) == .noSignal)
        #expect(state.advanced(now: noon + 600, limit: 300).transitions == [])
        #expect(
            state.advanced(now: noon + 600.001, limit: 300).transitions == [
                .signalLost(1), .signalLost(2), .signalLost(3),
            ])
        #expect(state.centre(now: noon + 600) != nil && state.centre(now: noon + 600.001) == nil)
    }

    @Test func `lost and found in one step is not reported`() throws {
        var table = try table()
        for second in [300.0, 601, 700] { try table.stay(second) }
        table.events = []
        var silent = try self.table()
        try silent.step(650, 3, 0)
        #expect(silent.events == [.signalLost(1), .signalLost(2)])
        try table.step(701, 3, 0)
        #expect(table.events == [.signalFound(3)])
    }

    @Test func `mocked, typed and implausible fixes are ignored`() throws {
        var table = try table()
        let before = table.state
        try table.step(20, 3, 300, isMock: true)
        try table.step(20, 3, 300, accuracy: nil)
        try table.step(20, 3, 300, isPlausible: false)
        #expect(table.state == before && table.events == [])
    }

    @Test func `strayed is beyond the limit by more than the accuracy, back is within nine tenths`() throws {
        for accuracy in [0.0, 5, 60] {
            for (beside, strays) in [(centimetre, true), (-centimetre, false)] {
                var table = try table()
                for second in [20.0, 30] { try table.step(second, 3, 100 + accuracy + beside, accuracy: accuracy) }
                #expect(table.events == (strays ? [.strayed(3)] : []), "\(accuracy) \(beside)")
            }
        }
        for (north, isBack) in [(90 - centimetre, true), (90 + centimetre, false)] {
            var table = try table()
            for second in [20.0, 30] { try table.step(second, 3, 300) }
            for second in [40.0, 50] { try table.step(second, 3, north) }
            #expect(table.events == [.strayed(3)] + (isBack ? [.back(3)] : []), "\(north)")
        }
    }

    @Test func `being back takes two fixes near the others at least 10 s apart, none between them farther`() throws {
        for (seconds, isBack) in [(10.0, true), (9.999, false)] {
            var table = try table()
            for second in [20.0, 30] { try table.step(second, 3, 300) }
            try table.step(40, 3, 0)
            try table.step(40 + seconds, 3, 0)
            #expect(table.events == [.strayed(3)] + (isBack ? [.back(3)] : []), "\(seconds)")
        }
        var table = try table()
        for (second, north) in [(20.0, 300.0), (30, 300), (40, 0), (45, 200), (50, 0), (59.999, 0)] {
            try table.step(second, 3, north)
        }
        #expect(table.events == [.strayed(3)])
        try table.step(60, 3, 0)
        #expect(table.events == [.strayed(3), .back(3)])
    }

    @Test func `near in a pair proves nothing about straying from three`() throws {
        var table = Table()
        try table.step(0, 1, 0)
        try table.step(0, 2, 300)
        try table.step(10, 2, 300)
        #expect(table.events == [.apart(1, 2)])
        // One fix near each other, then a third comes: the first one beyond the limit is only the first.
        try table.step(20, 2, 0)
        for member in [3, 4] as [Int64] { try table.step(25, member, 0) }
        try table.step(30, 1, 0)
        try table.step(40, 1, 0)
        #expect(table.events == [.apart(1, 2), .back(1)])
        try table.step(50, 1, 300)
        #expect(table.events.count == 2)
    }

    @Test func `of two members, both accuracies are subtracted`() throws {
        for (beside, isApart) in [(centimetre, true), (-centimetre, false)] {
            var table = Table()
            try table.step(0, 1, 0, accuracy: 30)
            for second in [20.0, 30] { try table.step(second, 2, 150 + beside, accuracy: 20) }
            #expect(table.events == (isApart ? [.apart(1, 2)] : []), "\(beside)")
        }
    }

    @Test func `a fix dated ahead counts as taken now`() throws {
        var table = try table()
        try table.step(20, 3, 300, age: -200)
        try table.step(25, 3, 300)
        #expect(table.events == [])
        try table.step(30, 3, 300)
        #expect(table.events == [.strayed(3)])
    }
}
