import Testing

@testable import Proximity

/// What a group's state tells besides its events.
@Suite struct GroupStateTests {
    /// Three members at 0, 10 and 200 m north, a minute after one another.
    private func state() throws -> GroupState {
        var state = GroupState()
        for (number, north) in [0.0, 10, 200].enumerated() {
            let now = noon + Double(number) * 60
            let fix = try fix(north: north, accuracy: 5, at: now)
            state = state.advanced(by: fix, of: Int64(number + 1), limit: 300, now: now, isPlausible: true).state
        }
        return state
    }

    @Test func `the shown centre leaves out who is hidden, and judges nobody by it`() throws {
        let (state, now) = (try state(), noon + 120)
        let all = try #require(state.centre(now: now))
        #expect(abs(all.distance(to: station).value - 10) < 0.1)
        let seen = try #require(state.centre(now: now, without: [1]))
        #expect(abs(seen.distance(to: station).value - 105) < 0.1)
        #expect(state.centre(now: now, without: [7]) == all)
        #expect(state.centre(now: now, without: [1, 2, 3]) == nil)
    }

    @Test func `the last fix of a member stays through silence and goes with the member`() throws {
        let state = try state()
        let last = try #require(state.fix(of: 3))
        #expect(last.time == noon + 120 && last.accuracy == 5)
        #expect(abs(last.coordinate.distance(to: station).value - 200) < 0.1)
        #expect(state.fix(of: 7) == nil)
        let silent = state.advanced(now: noon + 5_000).state
        #expect(silent.fix(of: 3)?.time == last.time)
        #expect(silent.removing(3).fix(of: 3) == nil)
    }

    @Test func `the next silence is that of the oldest fix, once each`() throws {
        var state = try state()
        #expect(GroupState().nextSilence == nil)
        for number in 0..<3 {
            let next = try #require(state.nextSilence)
            #expect(next == noon + Double(number) * 60 + GroupState.freshness)
            #expect(state.advanced(now: next).transitions.isEmpty)
            let (later, transitions) = state.advanced(now: next + 1)
            #expect(transitions == [.signalLost(Int64(number + 1))])
            state = later
        }
        #expect(state.nextSilence == nil && state.freshCount(noon + 5_000) == 0)
    }
}
