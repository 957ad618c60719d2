import Foundation

/// Some of many cases, chosen by the run's seed, so that each has its turn over some runs. `CAIRN_TEST_ALL=1` takes all.
public struct Sample: Sendable {
    private let count: UInt64
    private let seed: UInt64

    /// One in `count` cases.
    public init(oneIn count: Int) { self.init(oneIn: Sample.takesAll ? 1 : count, seed: SeededGenerator.runSeed) }

    init(oneIn count: Int, seed: UInt64) { (self.count, self.seed) = (UInt64(max(1, count)), seed) }

    /// Whether this run takes a case. The same for the same name within a run.
    public func takes(_ name: String) -> Bool {
        guard count > 1 else { return true }
        var generator = SeededGenerator(seed: seed ^ SeededGenerator.hash(name))
        return generator.next() % count == 0
    }

    /// Whether every case is wanted.
    public static let takesAll = ProcessInfo.processInfo.environment["CAIRN_TEST_ALL"] == "1"
}
