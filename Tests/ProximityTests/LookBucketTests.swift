import Foundation
import Testing

@testable import Proximity

/// An account and its devices in use.
struct Looker {
    var looks = LookBucket(fullAt: noon)
    var devices: [Int: LookBucket.Device] = [:]
    var plausibility: [Int: Plausibility] = [:]
    /// How many looks were paid for.
    private(set) var paid = 0

    /// Whether a fix looks.
    mutating func look(_ fix: Fix, device: Int = 1, now: Timestamp, allowsTyped: Bool = true) -> Bool {
        let (believed, isPlausible) = (plausibility[device] ?? Plausibility()).advanced(by: fix, now: now)
        plausibility[device] = believed
        let before = looks
        let (state, known, result) = looks.advanced(
            by: fix, of: devices[device] ?? LookBucket.Device(), now: now, isPlausible: isPlausible,
            allowsTyped: allowsTyped
        )
        (looks, devices[device]) = (state, known)
        if state != before { paid += 1 }
        return result
    }

    /// Deletes the places of a device but keeps its newest time.
    mutating func forget(_ device: Int) {
        devices[device]?.paidPlace = nil
        plausibility[device] = nil
    }
}

@Suite struct LooksTests {
    /// A typed position, which no speed limits, so far away that no other look is near.
    private func elsewhere(_ number: Int, at time: Timestamp = noon) throws -> Fix {
        try fix(north: 100 * Double(number + 1), accuracy: nil, at: time, source: .typed)
    }

    @Test func `an account has ten looks and gains one every four seconds`() throws {
        var looker = Looker()
        var number = 0
        func count(_ tries: Int, at second: Double) throws -> Int {
            try (0..<tries).filter { _ in
                number += 1
                return looker.look(try elsewhere(number, at: noon + second), now: noon + second)
            }.count
        }
        #expect(try count(15, at: 0) == 10)
        #expect(try count(3, at: 3.999) == 0)
        #expect(try count(3, at: 4) == 1)
        #expect(try count(3, at: 7.999) == 0)
        #expect(try count(3, at: 12) == 2)
        #expect(try count(15, at: 51.999) == 9)
        #expect(try count(15, at: 10_000) == 10, "no more are saved")
        #expect(looker.paid == 32)
    }

    @Test func `a look within ten metres of the last paid one is free`() throws {
        var looker = Looker(looks: LookBucket(fullAt: noon + 36))
        func look(north: Double = 0, east: Double = 0, device: Int = 1) throws -> Bool {
            let typed = try fix(north: north, east: east, accuracy: nil, source: .typed)
            return looker.look(typed, device: device, now: noon)
        }
        #expect(try look())
        #expect(looker.paid == 1)
        #expect(try look(north: 9.99))
        // Near the last free look, but not near the paid one.
        #expect(try !look(north: 10.01))
        #expect(try !look(north: 9.99, east: 9.99))
        #expect(try look(east: 9.99))
        #expect(try !look(device: 2), "another device has paid for nothing")
        looker.forget(1)
        #expect(try !look(), "forgetting gives nothing back")
        #expect(looker.paid == 1)
    }

    @Test func `a fix older than the newest of its device does not look`() throws {
        var looker = Looker()
        #expect(try looker.look(elsewhere(1, at: noon - 10), now: noon))
        #expect(try !looker.look(elsewhere(2, at: noon - 10.001), now: noon))
        #expect(try looker.look(elsewhere(3, at: noon - 10), now: noon))
        #expect(try looker.look(elsewhere(4, at: noon - 11), device: 2, now: noon))
        // A fix dated ahead of now does not block correctly dated ones.
        #expect(try looker.look(elsewhere(5, at: noon + 299), now: noon))
        #expect(try looker.look(elsewhere(6, at: noon), now: noon))
        #expect(try looker.look(elsewhere(7, at: noon + 1), now: noon + 1))
        looker.forget(1)
        #expect(try !looker.look(elsewhere(8, at: noon), now: noon + 1), "when it was there is not forgotten")
        #expect(looker.paid == 6)
    }

    @Test func `a fix that does not count costs no look`() throws {
        var looker = Looker()
        #expect(try !looker.look(fix(isMock: true), now: noon))
        #expect(try !looker.look(fix(at: noon - 120.001), now: noon))
        #expect(try !looker.look(fix(accuracy: 100.01), now: noon))
        #expect(try !looker.look(elsewhere(1), now: noon, allowsTyped: false))
        #expect(try !looker.look(elsewhere(2, at: noon + 300.001), now: noon))
        #expect(looker.paid == 0)
        #expect(try looker.look(fix(), now: noon))
        #expect(try !looker.look(fix(east: 90_000), now: noon), "a jump")
        #expect(looker.paid == 1)
    }

    @Test func `a clock that was ahead costs no looks`() throws {
        var looker = Looker(looks: LookBucket(fullAt: noon + 40.001))
        #expect(try looker.look(elsewhere(1), now: noon))
        looker.looks = LookBucket(fullAt: noon + 40)
        #expect(try !looker.look(elsewhere(2, at: noon + 3.999), now: noon + 3.999))
        #expect(try looker.look(elsewhere(3, at: noon + 4), now: noon + 4))
    }
}
