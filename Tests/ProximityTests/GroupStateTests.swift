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

    @Test func `a state without somebody knows nothing of them, nor who was away`() throws {
        let (state, now) = (try state(), noon + 120)
        let all = try #require(state.centre(now: now))
        #expect(abs(all.distance(to: station).value - 10) < 0.1)
        let seen = try #require(state.unjudged(without: [1]).centre(now: now))
        #expect(abs(seen.distance(to: station).value - 105) < 0.1)
        #expect(state.unjudged(without: [7]).centre(now: now) == all)
        #expect(state.unjudged(without: [1, 2, 3]) == GroupState())
        let far = try fix(north: 900, accuracy: 5, at: now)
        let later = try fix(north: 900, accuracy: 5, at: now + 10)
        let away = state.advanced(by: far, of: 3, limit: 300, now: now, isPlausible: true).state
            .advanced(by: later, of: 3, limit: 300, now: now + 10, isPlausible: true).state
        #expect(away.isAway(3) && !away.unjudged(without: []).isAway(3) && away.removing(1).isAway(3))
    }

    @Test func `the last fix of a member stays through silence and goes with the member`() throws {
        let state = try state()
        let last = try #require(state.fix(of: 3))
        #expect(last.time == noon + 120 && last.accuracy == 5)
        #expect(abs(last.coordinate.distance(to: station).value - 200) < 0.1)
        #expect(state.fix(of: 7) == nil)
        let silent = state.advanced(now: noon + 5_000, limit: 300).state
        #expect(silent.fix(of: 3)?.time == last.time)
        #expect(silent.removing(3).fix(of: 3) == nil)
    }

    @Test func `the next silence is that of the oldest fix, once each`() throws {
        var state = try state()
        #expect(GroupState().nextChange == nil)
        for number in 0..<3 {
            let next = try #require(state.nextChange)
            #expect(next == noon + Double(number) * 60 + GroupState.freshness)
            #expect(state.advanced(now: next, limit: 300).transitions.isEmpty)
            let (later, transitions) = state.advanced(now: next + 1, limit: 300)
            #expect(transitions == [.signalLost(Int64(number + 1))])
            state = later
        }
        #expect(state.nextChange == nil && state.freshCount(noon + 5_000) == 0)
    }

    /// What the state says when the others last spoke at some second and one fix of the third came at second 100: at once,
    /// and until 31 s later.
    private func single(
        north: Double, accuracy: Double = 5, age: Double = 0, others: Double = 90, members: Int64 = 3
    ) throws -> (at: [GroupTransition], before: [GroupTransition], after: [GroupTransition]) {
        var state = GroupState()
        for member in 1..<members {
            let fix = try fix(north: Double(member), accuracy: 5, at: noon + others)
            state = state.advanced(by: fix, of: member, limit: 100, now: noon + others, isPlausible: true).state
        }
        let far = try fix(north: north, accuracy: accuracy, at: noon + 100 - age)
        let (next, at) = state.advanced(by: far, of: members, limit: 100, now: noon + 100, isPlausible: true)
        let (later, before) = next.advanced(now: noon + 129.9, limit: 100)
        return (at, before, later.advanced(now: noon + 130, limit: 100).transitions)
    }

    @Test func `one fix far beyond the limit counts half a minute later when no other comes`() throws {
        let far = try single(north: 170)
        #expect(far.at.isEmpty && far.before.isEmpty && far.after == [.strayed(3)])
        #expect(try single(north: 180, members: 2).after == [.apart(1, 2)])
        // Not far enough, unsure of itself, old when it came, or measured from where the others were long ago.
        for (north, accuracy, age, others) in [
            (155.0, 5.0, 0.0, 90.0), (170, 20, 0, 90), (170, 5, 61, 30), (170, 5, 0, 5),
        ] {
            #expect(try single(north: north, accuracy: accuracy, age: age, others: others).after.isEmpty)
        }
        #expect(try single(north: 170, age: 59, others: 41).after == [.strayed(3)])
        #expect(try single(north: 900, members: 1).after.isEmpty)
    }

    @Test func `another fix decides instead of the one that waits`() throws {
        var state = GroupState()
        func step(_ second: Double, _ member: Int64, _ north: Double) throws -> [GroupTransition] {
            let fix = try fix(north: north, accuracy: 5, at: noon + second)
            let (next, transitions) = state.advanced(
                by: fix, of: member, limit: 100, now: noon + second, isPlausible: true)
            state = next
            return transitions
        }
        for member in 1...3 { #expect(try step(0, Int64(member), 0).isEmpty) }
        #expect(try step(20, 3, 500).isEmpty && state.nextChange == noon + 50)
        #expect(GroupState(state.description) == state)
        #expect(try step(28, 3, 20).isEmpty)
        #expect(state.advanced(now: noon + 51, limit: 100).transitions.isEmpty)
        // By the second fix, once.
        #expect(try step(60, 3, 500).isEmpty && step(70, 3, 500) == [.strayed(3)])
        #expect(state.advanced(now: noon + 101, limit: 100).transitions.isEmpty)
        // The clock of the server may run late: the half minute is over.
        #expect(try step(80, 3, 0).isEmpty && step(90, 3, 0) == [.back(3)])
        #expect(try step(90, 1, 0).isEmpty && step(90, 2, 0).isEmpty && step(100, 3, 500).isEmpty)
        #expect(try step(131, 3, 0) == [.strayed(3)] && step(141, 3, 0) == [.back(3)])
    }
}
