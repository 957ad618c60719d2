import Foundation
import Testing

@testable import Proximity

@Suite struct PlausibilityTests {
    @Test func `the same coordinate with another accuracy is a phone at rest`() throws {
        var (state, verdict) = Plausibility().advanced(by: try fix(), now: noon)
        for (step, accuracy) in [9.0, 5, 60, 3].enumerated() {
            let time = noon + Double(10 * step + 10)
            (state, verdict) = state.advanced(by: try fix(accuracy: accuracy, at: time), now: time)
            #expect(verdict && state.fixesNeeded == 0 && state.previous?.time == time)
        }
    }

    @Test(arguments: [Fix.Source.browser, .typed, .owntracks], [5.0, nil])
    func `a date that cannot be is not believed, whatever the source`(source: Fix.Source, accuracy: Double?) throws {
        let known = Plausibility().advanced(by: try fix(), now: noon).state
        func judge(_ time: Timestamp, now: Timestamp) throws -> Bool {
            let dated = try fix(accuracy: accuracy, at: time, source: source)
            let (state, verdict) = known.advanced(by: dated, now: now)
            if !verdict { #expect(state == known) }
            return verdict
        }
        #expect(try judge(noon + 300, now: noon))
        #expect(try !judge(noon + 300.001, now: noon))
        #expect(try !judge(Timestamp(milliseconds: 4_102_444_800_000), now: noon))
        #expect(try !judge(Timestamp(milliseconds: .max), now: noon))
        let millennium = Timestamp(milliseconds: 946_684_800_000)
        #expect(try judge(millennium, now: noon))
        #expect(try !judge(millennium - 0.001, now: noon))
        #expect(try !judge(Timestamp(milliseconds: 0), now: noon))
        #expect(try !judge(Timestamp(milliseconds: .min), now: noon))
    }

    @Test func `300 metres a second are plausible, more is a jump`() throws {
        let start = try fix()
        let state = Plausibility().advanced(by: start, now: noon).state
        for east in [3_300.0, 5_000, 30_000] {
            let probe = try fix(east: east, accuracy: 7, at: noon)
            // The claimed errors of both fixes are subtracted: the rest is the minimum that the device moved.
            let least = probe.coordinate.distance(to: start.coordinate).value - 5 - 7
            let needed = least / 300
            for (seconds, fits) in [(needed + 0.002, true), (needed - 0.002, false)] {
                let later = try fix(east: east, accuracy: 7, at: noon + seconds)
                #expect(state.advanced(by: later, now: later.time).isPlausible == fits, "\(east) m in \(seconds) s")
                // Backwards in time the limit is the same.
                let earlier = try fix(east: east, accuracy: 7, at: noon - seconds)
                #expect(state.advanced(by: earlier, now: noon).isPlausible == fits)
            }
        }
    }

    @Test func `two places at one instant within both accuracies are plausible`() throws {
        let start = try fix()
        let state = Plausibility().advanced(by: start, now: noon).state
        for (east, fits) in [(11.999, true), (12.001, false)] {
            #expect(state.advanced(by: try fix(east: east, accuracy: 7), now: noon).isPlausible == fits)
        }
    }

    @Test func `a fix of exactly 100 m becomes the reference, a coarser one does not`() throws {
        for (accuracy, isReference) in [(100.0, true), (100.01, false)] {
            let (state, verdict) = Plausibility().advanced(by: try fix(accuracy: accuracy), now: noon)
            #expect(verdict && (state.previous != nil) == isReference)
        }
    }

    @Test func `fixes of one instant count once towards the three`() throws {
        var state = Plausibility().advanced(by: try fix(), now: noon).state
        var verdicts: [Bool] = []
        for (east, second) in [(50_000.0, 10.0), (50_001, 20), (50_001, 20), (50_001, 20), (50_002, 30), (50_003, 40)] {
            let next = state.advanced(by: try fix(east: east, at: noon + second), now: noon + second)
            state = next.state
            verdicts.append(next.isPlausible)
        }
        #expect(verdicts == [false, false, false, false, false, true])
    }

    @Test func `after a jump nothing is plausible until three fixes fit again`() throws {
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

    @Test func `fixes that neither become the reference nor count as a jump`() throws {
        var (state, verdict) = Plausibility().advanced(by: try fix(), now: noon)
        #expect(verdict)
        (state, verdict) = state.advanced(by: try fix(at: noon + 20), now: noon + 20)
        #expect(verdict)
        // From the future.
        (state, verdict) = state.advanced(by: try fix(east: 3, at: noon + 400), now: noon + 30)
        #expect(!verdict && state.fixesNeeded == 0 && state.previous?.time == noon + 20)
        // Typed: from a person, not from the device.
        (state, verdict) = state.advanced(by: try fix(east: 900_000, accuracy: nil, at: noon + 40), now: noon + 40)
        #expect(verdict && state.previous?.time == noon + 20)
        // Very coarse: plausible, but not a reference that would excuse a jump.
        (state, verdict) = state.advanced(by: try fix(east: 90_000, accuracy: 5e6, at: noon + 50), now: noon + 50)
        #expect(verdict && state.previous?.time == noon + 20)
        (state, verdict) = state.advanced(by: try fix(east: 90_001, at: noon + 60), now: noon + 60)
        #expect(!verdict)
        #expect(Plausibility(state.description) == state)
        #expect(Plausibility(Plausibility().description) == Plausibility())
        for odd in ["", "4", "-1", "0 1", "{}"] { #expect(Plausibility(odd) == nil, "\(odd)") }
    }

    @Test func `an aeroplane is plausible, a late batch does no harm`() throws {
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
