import TestTools
import Testing

/// What makes a run repeat another: the numbers of a test follow its name, its arguments and the run's seed.
@Suite(.enabled(if: SeededGenerator.runSeed == 1, "another seed"))
struct SeededNumberTests {
    private func numbers() -> [UInt64] {
        var (first, second) = (SeededGenerator(), SeededGenerator())
        return [first.next(), first.next(), second.next()].map { $0 % 1_000 }
    }

    @Test func `a test has the same numbers in every process`() { #expect(numbers() == [138, 610, 783]) }

    @Test(arguments: [2, 1])
    func `each case has its own, in whatever order they run`(_ argument: Int) {
        #expect(numbers() == [1: [128, 742, 348], 2: [395, 833, 716]][argument])
    }

    @Test func `a sample takes a case by its name alone`() {
        let sample = Sample(oneIn: 3, seed: 1)
        #expect((0..<12).filter { sample.takes("case \($0)") } == [5, 6, 9, 10])
        #expect((0..<9_000).count { Sample(oneIn: 3, seed: 7).takes("case \($0)") } == 2_976)
    }
}
