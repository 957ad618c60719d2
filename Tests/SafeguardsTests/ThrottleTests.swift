import Testing

@testable import Safeguards

/// A counter with a clock that the test sets.
private struct Counter {
    let rule: Throttle
    var state: Throttle.State?
    var now: Int64 = 1_795_248_386_000

    init(_ rule: Throttle) { self.rule = rule }

    /// Nil when allowed, otherwise the seconds to wait.
    mutating func attempt(after milliseconds: Int64 = 0) -> Int? {
        now += milliseconds
        switch rule.attempt(state, now: now) {
        case .allowed(let next):
            state = next
            return nil
        case .refused(let seconds): return seconds
        }
    }
}

struct ThrottleTests {
    @Test func `ten passwords are free, then the delay doubles to fifteen minutes`() {
        var counter = Counter(.password)
        for _ in 0..<10 { #expect(counter.attempt() == nil) }
        for delay in [30, 60, 120, 240, 480, 900, 900, 900] as [Int64] {
            #expect(counter.attempt() == Int(delay))
            #expect(counter.attempt(after: delay * 1_000 - 1) == 1)
            #expect(counter.attempt(after: 1) == nil)
        }
    }

    @Test func `delays are reset after the longest of them, and not before`() {
        for (quiet, expected) in [(15 * 60_000, nil), (15 * 60_000 - 1, 60)] as [(Int64, Int?)] {
            var counter = Counter(.password)
            for _ in 0..<10 { _ = counter.attempt() }
            #expect(counter.attempt(after: 30_000 + quiet) == nil)
            #expect(counter.attempt() == expected)
        }
    }

    @Test func `without delays attempts wait for the window to end`() {
        var counter = Counter(.signup)
        for _ in 0..<10 { #expect(counter.attempt(after: 60_000) == nil) }
        #expect(counter.attempt() == 51 * 60)
        #expect(counter.attempt(after: 51 * 60_000 - 1) == 1)
        for _ in 0..<10 { #expect(counter.attempt(after: 1) == nil) }
        #expect(counter.attempt() == 3_600)
    }

    @Test func `slow attempts never have to wait`() {
        var counter = Counter(.code)
        for _ in 0..<50 {
            for _ in 0..<4 { #expect(counter.attempt(after: 1_000) == nil) }
            counter.now += 3_600_000
        }
        var passwords = Counter(.password)
        for _ in 0..<100 { #expect(passwords.attempt(after: 20_001) == nil) }
    }

    @Test func `a refused attempt changes nothing`() {
        var counter = Counter(.code)
        for _ in 0..<5 { _ = counter.attempt() }
        let state = counter.state
        for second in 0..<9 { #expect(counter.attempt(after: second == 0 ? 0 : 1_000) == 10 - second) }
        #expect(counter.state == state)
        #expect(counter.attempt(after: 2_000) == nil)
    }

    @Test func `a successful attempt does not count`() {
        var counter = Counter(.password)
        for _ in 0..<50 {
            #expect(counter.attempt() == nil)
            counter.state = counter.state.map { counter.rule.returned($0, now: counter.now) }
        }
        for _ in 0..<10 { #expect(counter.attempt() == nil) }
        #expect(counter.attempt() == 30)
        counter.state = counter.state.map { counter.rule.returned($0, now: counter.now) }
        #expect(counter.attempt() == nil)
        #expect(counter.attempt(after: 30_000) == nil)
        #expect(counter.attempt() == 60)
        counter.state = counter.state.map { counter.rule.returned($0, now: counter.now) }
        #expect(counter.attempt() == nil)
        // Failures of other people are kept.
        #expect(counter.attempt() == 60)
        let empty = Throttle.State(count: 0, windowStart: 5, blockedUntil: 5)
        #expect(counter.rule.returned(empty, now: 6) == empty)
    }

    @Test(arguments: Throttle.all)
    func `a clock that was set back blocks nobody for longer than the rule`(_ rule: Throttle) {
        var counter = Counter(rule)
        for _ in 0..<rule.attempts { #expect(counter.attempt() == nil) }
        let first = counter.attempt()
        #expect(first != nil)
        // Stored repeatedly, and never checked while the clock catches up.
        for _ in 0..<3 { #expect(counter.attempt(after: -86_400_000) == nil) }
        for _ in 0..<rule.attempts { _ = counter.attempt() }
        let longest = rule.delays?.upperBound ?? rule.window
        #expect((counter.attempt(after: -1) ?? 0) <= Int(longest / 1_000))
    }

    @Test func `what counts many times is allowed while one is, and delays the next in proportion`() {
        let rule = Throttle("many", attempts: 10, window: 1_000)
        guard case .allowed(let nine) = rule.attempt(nil, times: 9, now: 0) else { return #expect(Bool(false)) }
        #expect(nine.blockedUntil == 0)
        guard case .allowed(let all) = rule.attempt(nine, times: 2_000, now: 500) else { return #expect(Bool(false)) }
        #expect(rule.attempt(all, now: 500) == .refused(retryAfter: 201))
        #expect(rule.attempt(all, times: 50, now: 200_899) == .refused(retryAfter: 1))
        #expect(!rule.isForgotten(all, now: 200_899) && rule.isForgotten(all, now: 200_900))
        guard case .allowed(let next) = rule.attempt(all, now: 200_900) else { return #expect(Bool(false)) }
        #expect(next.count == 1 && next.windowStart == 200_900)
        // No number overflows.
        guard case .allowed(let most) = rule.attempt(nine, times: .max, now: 0) else { return #expect(Bool(false)) }
        #expect(rule.attempt(most, times: .min, now: 1) != .allowed(most))
    }

    @Test func `a wait longer than the rule allows is over`() {
        let state = Throttle.State(count: 16, windowStart: 0, blockedUntil: 10_000_000)
        #expect(Throttle.password.attempt(state, now: 10_000_000 - 900_000) == .refused(retryAfter: 900))
        #expect(
            Throttle.password.attempt(state, now: 10_000_000 - 900_001)
                == .allowed(Throttle.State(count: 1, windowStart: 9_099_999, blockedUntil: 9_099_999)))
    }

    @Test func `the largest count does not overflow`() {
        let state = Throttle.State(count: 1 << 40, windowStart: 0, blockedUntil: 1)
        #expect(
            Throttle.password.attempt(state, now: 1)
                == .allowed(Throttle.State(count: 1 << 40 + 1, windowStart: 0, blockedUntil: 900_001)))
    }

    @Test func `a row can be deleted when it has no effect any more`() {
        var counter = Counter(.positionByDevice)
        _ = counter.attempt()
        #expect(counter.state.map { Throttle.positionByDevice.isForgotten($0, now: counter.now + 999) } == false)
        #expect(counter.state.map { Throttle.positionByDevice.isForgotten($0, now: counter.now + 1_000) } == true)
    }

    @Test(arguments: Throttle.all)
    func `a whole site has ten times the attempts of a household`(_ rule: Throttle) {
        #expect(rule.forSites.attempts == 10 * rule.attempts)
        #expect(rule.forSites.window == rule.window && rule.forSites.delays == rule.delays)
        #expect(!Throttle.all.map(\.name).contains(rule.forSites.name) && rule.forSites.name.count <= 32)
    }

    @Test func `the rules have different names`() {
        #expect(Set(Throttle.all.map(\.name)).count == Throttle.all.count)
        let attempts = [
            10, 10, 60, 30, 3, 20, 5, 60, 60, 3, 60, 10, 300, 5, 300, 60, 50, 60, 20, 2, 10, 20_000, 60, 300, 50,
            20_000, 60_000, 1,
            60, 300, 30, 20, 120, 60, 10, 120, 60, 20,
        ]
        #expect(Throttle.all.map(\.attempts) == attempts)
    }
}

struct AddressKeyTests {
    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("::ffff:c000:207", "192.0.2.7"),
        ("2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64"), ("2001:DB8::9", "2001:db8::/64"), ("::1", "::/64"),
        ("::fffe:192.0.2.7", "::/64"),
    ])
    func `an address counts as itself or as its network`(_ address: String, _ key: String) {
        #expect(AddressKey(address)?.description == key)
    }

    @Test func `addresses in one /64 share a key, in two they do not`() {
        #expect(AddressKey("2001:db8::1") == AddressKey("2001:db8::ffff:ffff:ffff:ffff"))
        #expect(AddressKey("2001:db8::1") != AddressKey("2001:db8:0:1::1"))
        #expect(AddressKey("192.0.2.7") != AddressKey("192.0.2.8"))
    }

    @Test func `households of one /48 share its site, IPv4 has none`() {
        let sites = ["2001:db8:7::1", "2001:db8:7:ffff::1", "2001:db8:8::1"].map { AddressKey($0, .site)?.description }
        #expect(sites == ["2001:db8:7::/48", "2001:db8:7::/48", "2001:db8:8::/48"])
        #expect(AddressKey("192.0.2.7", .site) == nil && AddressKey("::ffff:192.0.2.7", .site) == nil)
    }

    @Test(arguments: ["", "example.org", "192.0.2.7:80", "[::1]", "fe80::1%eth0", "192.0.2", "1.2.3.4.5", "::1 "])
    func `an invalid address has no key`(_ text: String) { #expect(AddressKey(text) == nil) }
}
