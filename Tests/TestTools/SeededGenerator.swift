import Foundation
import Synchronization
import Testing

/// Random numbers determined by the seed: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The same numbers in every run.
    public init(seed: UInt64) { state = seed }

    /// The same numbers for the same run's seed, test and arguments: alone as among all others, in any order. A second one in
    /// a test has others. What tests share must not use it, but a seed of its own.
    public init() {
        let owner = SeededGenerator.currentCase
        let number = SeededGenerator.made.withLock { made in
            made[owner, default: 0] += 1
            return made[owner, default: 0]
        }
        state = SeededGenerator.runSeed ^ SeededGenerator.hash(owner) &+ number
    }

    /// The test that runs, with its arguments. Not its line, which changes with every line above it.
    private static var currentCase: String {
        guard let test = Test.current else { return "" }
        let name = "\(test.sourceLocation.fileID) \(test.name)"
        // Swift Testing tells the arguments in its description alone. Addresses in it differ from process to process.
        guard let description = Test.Case.current.map({ "\($0)" }),
            let arguments = description.range(of: "parameterized(arguments:")
        else { return name }
        return name + description[arguments.upperBound...].replacing(/(\$|0x)[0-9a-f]{6,}/, with: "")
    }

    /// FNV-1a of the text: Swift's own hashes differ from run to run.
    public static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    /// The seed of this run, which `bin/test --seed` sets: otherwise every run has the same.
    public static let runSeed = ProcessInfo.processInfo.environment["CAIRN_TEST_SEED"].flatMap { UInt64($0) } ?? 1

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

    /// Takes the bytes from a generator; by default those of the running test.
    public init(_ generator: SeededGenerator = SeededGenerator()) { self.generator = Mutex(generator) }

    /// This many bytes.
    public func callAsFunction(_ count: Int) -> [UInt8] {
        generator.withLock { generator in
            (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        }
    }
}
