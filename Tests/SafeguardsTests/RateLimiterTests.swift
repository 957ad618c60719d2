import Testing

@testable import Safeguards

struct RateLimiterTests {
    private let short = Throttle("short", attempts: 2, window: 1_000)
    private let long = Throttle("long", attempts: 3, window: 60_000)

    @Test func `subjects and rules are counted separately, and a refusal counts for none`() {
        let limiter = RateLimiter(maxCount: 10)
        for _ in 0..<2 { #expect(limiter.attempt([(short, "a"), (long, "a")], now: 0) == nil) }
        #expect(limiter.attempt([(short, "b"), (long, "b")], now: 0) == nil)
        #expect(limiter.attempt([(long, "a"), (short, "a")], now: 500) == 1)
        // The refused attempt left the third attempt of the long rule unused.
        #expect(limiter.attempt([(long, "a")], now: 500) == nil)
        #expect(limiter.attempt([(long, "a")], now: 500) == 60)
        #expect(limiter.attempt([(short, "a")], now: 1_000) == nil)
    }

    @Test func `twenty thousand late positions are a day's`() {
        let limiter = RateLimiter(maxCount: 10)
        let daily = Throttle("daily", attempts: 20_000, window: Throttle.day)
        for number in 0..<20_000 {
            #expect(limiter.attempt([(daily, "a")], now: Int64(number)) == nil)
        }
        #expect(limiter.attempt([(daily, "a")], now: 20_000) == 86_380)
        #expect(limiter.attempt([(daily, "a")], now: 86_400_000) == nil)
    }

    @Test func `it never holds more than its most, and forgets the oldest first`() {
        let limiter = RateLimiter(maxCount: 100)
        for number in 0..<10_000 {
            #expect(limiter.attempt([(long, "\(number)"), (short, "\(number)")], now: Int64(number)) == nil)
            #expect(limiter.count <= 100)
        }
        // The last one is still counted.
        for _ in 0..<2 { #expect(limiter.attempt([(long, "9999")], now: 10_000) == nil) }
        #expect(limiter.attempt([(long, "9999")], now: 10_000) == 60)
    }

    @Test func `expired counters are dropped before others`() {
        let limiter = RateLimiter(maxCount: 100)
        for _ in 0..<3 { #expect(limiter.attempt([(long, "kept")], now: 0) == nil) }
        for number in 0..<1_000 { #expect(limiter.attempt([(short, "\(number)")], now: Int64(number) * 50) == nil) }
        #expect(limiter.attempt([(long, "kept")], now: 50_000) == 10)
    }
}
