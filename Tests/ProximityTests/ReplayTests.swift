import Foundation
import TestTools
import Testing

@testable import Proximity

@Suite struct ReplayTests {
    /// How often a track really visits a fence: visits within `near` with an excursion beyond `far` between them.
    private func visits(_ track: [Fix], _ centre: Coordinate, near: Metres, far: Metres) -> Int {
        var count = 0
        var isAway = true
        for fix in track {
            let distance = centre.distance(to: fix.coordinate)
            if isAway && distance <= near {
                count += 1
                isAway = false
            } else if distance > far {
                isAway = true
            }
        }
        return count
    }

    private func replay(_ track: [Fix], _ fence: Fence) -> [FenceTransition] {
        var state = FenceState()
        var plausibility = Plausibility()
        return track.flatMap { fix in
            let (believed, isPlausible) = plausibility.advanced(by: fix, now: fix.time)
            plausibility = believed
            let next = state.advanced(by: fix, at: fence, now: fix.time, isPlausible: isPlausible)
            state = next.state
            return next.transitions
        }
    }

    /// Fences on the way at every tenth of the track, in four sizes, as recorded and blurred by each fix's own
    /// accuracy.
    private func check(_ name: String, track: [Fix], using dice: inout Dice) throws {
        var (naive, ours, real, fences) = (0, 0, 0, 0)
        for radius in [20, 50, 100, 250] as [Metres] {
            for tenth in 1...9 {
                let centre = track[track.count * tenth / 10].coordinate
                let fence = Fence(centre: centre, radius: radius)
                // The engine may choose any reading of "a visit" between the strictest and the loosest; where the two
                // agree, only one result is correct.
                let worst: Metres = 65
                let least = visits(track, centre, near: radius, far: fence.exitLine + worst * 1.5)
                let most = visits(track, centre, near: radius + Gate.maximumSlack + worst, far: radius)
                for blur in [false, true] {
                    let fixes = blur ? try track.map { try $0.blurred(&dice) } : track
                    let events = replay(fixes, fence)
                    let entered = events.filter { $0 == .entered }.count
                    #expect(zip(events, events.dropFirst()).allSatisfy { $0 != $1 } && events.first != .left)
                    #expect(entered >= least && entered <= most, "\(name) \(radius) at \(tenth): \(entered)")
                    if least == most { #expect(entered == least) }
                    let inside = fixes.map { centre.distance(to: $0.coordinate) <= radius }
                    naive += zip([false] + inside, inside).filter { $0 != $1 }.count
                    ours += events.count
                    real += least
                    fences += 1
                }
            }
        }
        print(
            "\(name): \(fences) fences, at least \(real) visits, \(ours) transitions; naive distance > radius: \(naive)"
        )
        #expect(ours < naive)
    }

    @Test(arguments: Track.computed) func `fences on a track`(track: Track) throws {
        var dice = Dice(track.seed)
        try check(track.testDescription, track: try track.fixes(), using: &dice)
    }

    @Test(.needsSharedData, arguments: Track.real) func `fences on a real track`(track: Track) throws {
        var dice = Dice(track.seed)
        try check(track.testDescription, track: try track.fixes(), using: &dice)
    }

    @Test func `a group on a run alerts once per straying`() throws {
        try checkGroup(try Track.computed[0].fixes())
    }

    @Test(.needsSharedData) func `a group on a real run alerts once per straying`() throws {
        try checkGroup(try Track.real[0].fixes())
    }

    private func checkGroup(_ track: [Fix]) throws {
        var dice = Dice(64)
        let limit: Metres = 150
        var state = GroupState()
        var events: [GroupTransition] = []
        var naive = 0
        var wasFar = false
        // Two run together; the third waits at a crossing, twice, and then catches up at twice their pace.
        var third = 0.0
        for (step, fix) in track.enumerated() {
            let waits = (200..<330).contains(step) || (650..<780).contains(step)
            third = waits ? third : min(Double(step), third + 2)
            for (member, place) in [(1, step), (2, max(0, step - 4)), (3, Int(third))] {
                let seen = track[place]
                let own = try Fix(
                    coordinate: seen.coordinate, accuracy: seen.accuracy, time: fix.time, source: .overland)
                let blurred = try own.blurred(&dice)
                let next = state.advanced(
                    by: blurred, of: Int64(member), limit: limit, now: fix.time, isPlausible: true)
                state = next.state
                events += next.transitions
                if member == 3, let centre = state.centre(now: fix.time) {
                    let isFar = centre.distance(to: blurred.coordinate) > limit
                    if isFar != wasFar { naive += 1 }
                    wasFar = isFar
                }
            }
        }
        print("group: \(events.count) transitions \(events); naive distance > limit: \(naive)")
        #expect(events == [.strayed(3), .back(3), .strayed(3), .back(3)])
    }
}
