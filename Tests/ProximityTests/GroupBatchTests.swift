import Testing

@testable import Proximity

/// What several fixes of one report do to a group.
struct GroupBatchTests {
    /// Three members at the same place, the third a minute ago.
    private func together() throws -> GroupState {
        try (1...3).reduce(GroupState()) { state, member in
            let fix = try fix(north: 0, accuracy: 5, at: noon)
            return state.advanced(by: fix, of: Int64(member), limit: 100, now: noon, isPlausible: true).state
        }
    }

    /// What a report of the third member says, of places 20 s apart and the last of them now.
    private func report(
        _ state: GroupState, _ places: [Double], at end: Double
    ) throws -> (state: GroupState, transitions: [GroupTransition]) {
        let fixes = try places.enumerated().map { number, north in
            let time = noon + end - Double(places.count - 1 - number) * 20
            return (fix: try fix(north: north, accuracy: 5, at: time), isPlausible: true)
        }
        return state.advanced(by: fixes, of: 3, limit: 100, now: noon + end)
    }

    @Test func `only what holds at the end is told, once`() throws {
        let far = try report(together(), [600, 600, 0, 0, 600, 600, 0, 0, 600, 600], at: 220)
        #expect(far.transitions == [.strayed(3)] && far.state.isAway(3))
        let near = try report(together(), [600, 600, 0, 600, 600, 0, 0], at: 160)
        #expect(near.transitions == [] && !near.state.isAway(3))
        let back = try report(far.state, [600, 0, 0, 600, 0, 0], at: 340)
        #expect(back.transitions == [.back(3)] && !back.state.isAway(3))
        let still = try report(far.state, [0, 0, 600, 600], at: 300)
        #expect(still.transitions == [] && still.state.isAway(3))
    }

    @Test func `the state is that after one fix after the other`() throws {
        let places = [600.0, 600, 0, 300, 600]
        var state = try together()
        for (number, north) in places.enumerated() {
            let fix = try fix(north: north, accuracy: 5, at: noon + 120 + Double(number) * 20)
            state = state.advanced(by: fix, of: 3, limit: 100, now: noon + 200, isPlausible: true).state
        }
        #expect(try report(together(), places, at: 200).state == state)
        #expect(try together().advanced(by: [], of: 3, limit: 100, now: noon).state == together())
    }

    @Test func `who falls silent meanwhile is told of as well`() throws {
        let (_, transitions) = try report(together(), [0, 0], at: 700)
        #expect(transitions.contains(.signalLost(1)) && transitions.contains(.signalLost(2)))
        #expect(transitions.count == 2)
    }
}
