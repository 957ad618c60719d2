import Foundation
import Synchronization
import Testing

/// Random numbers determined by the seed: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The same numbers in every run.
    public init(seed: UInt64) { state = seed }

    /// Different numbers in every run, which `CAIRN_TEST_SEED` repeats. The test's name and the number of generators it
    /// has made so far are part of the seed, so that a test alone gets the same numbers as among the others.
    public init() {
        let test = Test.current.map { "\($0.id)" } ?? ""
        let number = SeededGenerator.made.withLock { made in
            made[test, default: 0] += 1
            return made[test, default: 0]
        }
        state = SeededGenerator.runSeed ^ SeededGenerator.hash(test) &+ number
    }

    /// FNV-1a: Swift's own hashes differ from run to run.
    static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    /// The seed of this run: `CAIRN_TEST_SEED`, or a new one; printed when it is first used.
    public static let runSeed: UInt64 = {
        let given = ProcessInfo.processInfo.environment["CAIRN_TEST_SEED"].flatMap { UInt64($0) }
        let seed = given ?? UInt64.random(in: 0 ... .max)
        print("the same random numbers again: CAIRN_TEST_SEED=\(seed)")
        return seed
    }()

    private static let made = Mutex<[String: UInt64]>([:])

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}

/// Random bytes for code that takes its source of randomness as a parameter; thread-safe.
public final class SeededBytes: Sendable {
    private let generator: Mutex<SeededGenerator>

    /// Takes the bytes from a generator; by default one with a different seed in every run.
    public init(_ generator: SeededGenerator = SeededGenerator()) { self.generator = Mutex(generator) }

    /// This many bytes.
    public func callAsFunction(_ count: Int) -> [UInt8] {
        generator.withLock { generator in
            (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        }
    }
}
