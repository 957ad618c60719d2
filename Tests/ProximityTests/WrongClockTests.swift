import Testing

@testable import Proximity

/// The server's clock was wrong while something was kept, and is set right: nothing stands still, and nothing happens of
/// itself.
@Suite struct WrongClockTests {
    /// How far the clock was ahead; negative: behind.
    static let steps = [7_200.0, 400, -400, -7_200]

    @Test func `a kept time counts up to five minutes ahead`() {
        #expect(!(noon + 300).isFromWrongClock(now: noon) && (noon + 300.001).isFromWrongClock(now: noon))
        #expect(!Timestamp(milliseconds: .min).isFromWrongClock(now: noon))
        let (none, ahead): (Timestamp?, Timestamp?) = (nil, noon + 301)
        #expect(none.known(at: noon) == nil && ahead.known(at: noon) == nil && ahead.known(at: noon + 1) == ahead)
    }

    /// Three members at the station, the third of whom then strays; the clock is wrong by some seconds.
    private func away(_ wrong: Double) throws -> GroupState {
        var state = GroupState()
        for (second, member, north) in [(0.0, 1, 0.0), (0, 2, 0), (0, 3, 0), (20, 3, 900), (30, 3, 900)] {
            let now = noon + wrong + second
            state =
                state.advanced(
                    by: try fix(north: north, accuracy: 5, at: now), of: Int64(member), limit: 100, now: now,
                    isPlausible: true
                ).state
        }
        return state
    }

    @Test(arguments: steps) func `a group goes on with the next fixes`(wrong: Double) throws {
        var state = try away(wrong)
        #expect(state.isAway(3))
        var events: [GroupTransition] = []
        for (second, member, north) in [
            (40.0, 1, 0.0), (40, 2, 0), (45, 3, 900), (55, 3, 900), (70, 3, 0), (80, 3, 0),
        ] {
            let now = noon + second
            let next = state.advanced(
                by: try fix(north: north, accuracy: 5, at: now), of: Int64(member), limit: 100, now: now,
                isPlausible: true)
            state = next.state
            events += next.transitions
            #expect(
                state.condition(of: Int64(member), now: now) != .noSignal && state.fix(of: Int64(member))?.time == now)
        }
        #expect(events.contains(.back(3)) && !state.isAway(3))
        #expect(events.filter { $0 == .strayed(3) }.count == (wrong > 0 ? 1 : 0))
        // Nobody fell silent because a clock was set.
        let isSilenceTold = events.contains(.signalLost(3))
        #expect(isSilenceTold == (wrong < -GroupState.freshness))
    }

    @Test func `places from a wrong clock are nobody's, and no fix of then counts by itself`() throws {
        let state = try away(7_200)
        #expect(state.condition(of: 3, now: noon + 40) == .noSignal && state.centre(now: noon + 40) == nil)
        #expect(state.known(at: noon + 40) == GroupState() && state.known(at: noon + 7_200) == state)
        let (next, transitions) = state.advanced(now: noon + 40, limit: 100)
        #expect(next == GroupState() && transitions.isEmpty)
    }

    @Test(arguments: steps) func `a device is carried by its next movement`(wrong: Double) throws {
        let first = CarriedDevice().advanced(by: try fix(accuracy: 5, at: noon + wrong), of: 1, now: noon + wrong).state
        let both = first.advanced(by: try fix(accuracy: 5, at: noon + wrong), of: 2, now: noon + wrong).state
        #expect(both.current == 1)
        let moved = both.advanced(by: try fix(north: 900, accuracy: 5, at: noon + 60), of: 2, now: noon + 60)
        #expect(moved.isCarried)
    }

    @Test(arguments: steps) func `a fence is entered and left`(wrong: Double) throws {
        let fence = Fence(centre: station, radius: 50)
        var state = FenceState()
        func step(_ now: Timestamp, _ north: Double) throws -> [FenceTransition] {
            let next = state.advanced(
                by: try fix(north: north, accuracy: 5, at: now), at: fence, now: now, isPlausible: true)
            state = next.state
            return next.transitions
        }
        #expect(try step(noon + wrong, 0) == [.entered] && step(noon + wrong + 20, 400).isEmpty)
        #expect(try step(noon + 30, 400) == (wrong < 0 ? [.left] : []))
        if wrong > 0 { #expect(try step(noon + 40, 400) == [.left]) }
        #expect(try step(noon + 50, 0) == [.entered])
    }

    @Test(arguments: steps) func `a look is taken`(wrong: Double) throws {
        let then = noon + wrong
        let (looks, device, _) = Looks(fullAt: then).advanced(
            by: try fix(accuracy: 5, at: then), of: Looks.Device(), now: then, isPlausible: true, allowsTyped: false)
        let next = looks.advanced(
            by: try fix(north: 90, accuracy: 5, at: noon + 10), of: device, now: noon + 10, isPlausible: true,
            allowsTyped: false)
        #expect(next.looks && next.device.newest == noon + 10)
    }

    @Test(arguments: steps) func `a device is compared with what it says after the clock is right`(wrong: Double) throws
    {
        var state = Plausibility()
        func step(_ now: Timestamp, _ north: Double) throws -> Bool {
            let next = state.advanced(by: try fix(north: north, accuracy: 5, at: now), now: now)
            state = next.state
            return next.isPlausible
        }
        #expect(try step(noon + wrong, 0) && step(noon + 10, 0) && step(noon + 20, 100))
        #expect(state.previous?.time == noon + 20)
        // A jump is seen.
        #expect(try !step(noon + 30, 90_000))
    }
}
