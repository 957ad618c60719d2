import Proximity
import Testing

@testable import App

@Suite struct RelicAgeTests {
    /// A multiple of every step.
    private static let base = Timestamp(seconds: 7 * 86_400 * 2_900)

    private func age(_ lifetime: Relic.Lifetime, left seconds: Double, now: Double) -> RelicAge {
        let appears = Self.base + seconds
        return RelicAge(
            appearsAt: appears, ageStep: lifetime.step, lifetime: lifetime,
            expiresAt: lifetime.seconds.map { appears + $0 }, now: Self.base + now)
    }

    @Test("relics that were left within one step look the same at every moment until the first of them ends")
    func twins() {
        for lifetime in Relic.Lifetime.allCases {
            let step = lifetime.step
            for moment in stride(from: step, to: (lifetime.seconds ?? 40 * step), by: step / 7) {
                let early = age(lifetime, left: 0, now: moment)
                for seconds in [1, step / 3, step - 0.001] {
                    #expect(age(lifetime, left: seconds, now: moment) == early)
                }
            }
        }
    }

    @Test("age and time left are told in quarters of the lifetime")
    func words() {
        let hour = age(.hour, left: 60, now: 1_000)
        #expect(hour.words == "about 15 minutes old")
        #expect(hour.leftWords == "about 45 minutes left")
        #expect(age(.hour, left: 60, now: 60).words == "new")
        #expect(age(.hour, left: 60, now: 60).leftWords == "about an hour left")
        #expect(age(.hour, left: 60, now: 3_630).leftWords == "less than 15 minutes left")
        #expect(age(.day, left: 60, now: 6 * 3_600).leftWords == "about 18 hours left")
        #expect(age(.week, left: 60, now: 84 * 3_600 + 1).words == "about 4 days old")
        #expect(age(.forever, left: 60, now: 86_400 * 3).words == "about 3 days old")
        #expect(age(.forever, left: 60, now: 86_400 * 3).leftWords == "stays")
    }

    @Test("a shorter lifetime that was chosen later makes the time at which it was left no finer")
    func edited() {
        func edited(left seconds: Double) -> RelicAge {
            RelicAge(
                appearsAt: Self.base + seconds, ageStep: Relic.Lifetime.week.step, lifetime: .hour,
                expiresAt: Self.base + 300_000, now: Self.base + 298_000)
        }
        #expect(edited(left: 0) == edited(left: 42 * 3_600 - 1))
    }

    @Test("times before 1970 and far ahead are bounded")
    func extremes() {
        let age = RelicAge(
            appearsAt: Timestamp(milliseconds: .min / 4), ageStep: 900, lifetime: .hour,
            expiresAt: Timestamp(milliseconds: .max / 4), now: Timestamp(milliseconds: 0))
        #expect(age.age > 0 && (age.left ?? 0) > 0)
        #expect(!age.words.isEmpty && !age.leftWords.isEmpty)
    }
}
