import Foundation

/// Some of many cases, chosen by the run's seed and each case's own name, never by the others. `CAIRN_TEST_ALL=1` takes all.
public struct Sample: Sendable {
    private let count: UInt64
    private let seed: UInt64

    /// One in `count` cases.
    public init(oneIn count: Int) { self.init(oneIn: Sample.takesAll ? 1 : count, seed: SeededGenerator.runSeed) }

    /// One in `count` cases, with another seed than the run's.
    public init(oneIn count: Int, seed: UInt64) { (self.count, self.seed) = (UInt64(max(1, count)), seed) }

    /// Whether this run takes a case. The same for the same name and seed.
    public func takes(_ name: String) -> Bool {
        guard count > 1 else { return true }
        var generator = SeededGenerator(seed: seed ^ SeededGenerator.hash(name))
        return generator.next() % count == 0
    }

    /// The case that the run's seed and its own name choose, or all if all are wanted.
    public static func one<Case>(of cases: [Case], named name: (Case) -> String) -> [Case] {
        guard !takesAll else { return cases }
        let numbered = cases.map { one in
            var generator = SeededGenerator(seed: SeededGenerator.runSeed ^ SeededGenerator.hash(name(one)))
            return (one, generator.next())
        }
        return numbered.min { $0.1 < $1.1 }.map { [$0.0] } ?? []
    }

    /// Whether every case is wanted.
    public static let takesAll = ProcessInfo.processInfo.environment["CAIRN_TEST_ALL"] == "1"
}
