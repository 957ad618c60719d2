import Foundation
import TestTools
import Testing

/// Work on text that others wrote grows as its length does, whatever it says: counted in instructions by callgrind.
struct TextStepsTests {
    private static let valgrind = "/usr/bin/valgrind"
    /// A text of four times the length may take four times the work, and a little for what is sorted.
    private static let maxGrowth = 5.0

    @Test(.enabled(if: Tool.isThere(valgrind)))
    func `what reads text from outside takes steps in proportion to its length`() throws {
        let folder = Folder()
        let counted = try steps(in: folder.path)
        #expect(counted.count > 50)
        for (name, steps) in counted {
            #expect(Double(steps.long) <= TextStepsTests.maxGrowth * Double(steps.short), "\(name): \(steps)")
        }
    }

    /// The instructions that each function takes for a short and a long text.
    private func steps(in folder: String) throws -> [(name: String, steps: (short: Int, long: Int))] {
        // Valgrind cannot read every compiler's debug information.
        let program = folder + "/text-steps"
        #expect(try Tool.run("/usr/bin/strip", ["--strip-debug", "-o", program, Tool.built("text-steps")]).status == 0)
        let run = try Tool.run(
            TextStepsTests.valgrind,
            [
                "--tool=callgrind", "--dump-before=text_steps_mark", "--callgrind-out-file=\(folder)/steps", program,
            ])
        let names = run.output.split(separator: "\n").filter { $0.hasPrefix("read ") }.map { String($0.dropFirst(5)) }
        #expect(run.status == 0)
        // Every second part is what lies between one input and the next.
        let parts = try (0..<names.count).map { try total("\(folder)/steps.\(2 * $0 + 2)") }
        return stride(from: 0, to: names.count, by: 2).map { (names[$0], (parts[$0], parts[$0 + 1])) }
    }

    private func total(_ file: String) throws -> Int {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let line = try #require(text.split(separator: "\n").last { $0.hasPrefix("totals:") })
        return try #require(Int(line.split(separator: " ")[1]))
    }
}
