import Foundation
import Synchronization
import TestTools
import Testing

@testable import Media

/// What a program made of a file is used again for the same file and the same work alone.
struct ProgramResultsTests {
    private let results = ProgramResults()
    private let scratch = Folder()

    private func run(
        _ text: String, _ arguments: [String] = ["-l"], environment: [String: String] = [:]
    ) throws -> ProgramRun {
        let folder = "\(scratch.path)/\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/source"))
        return ProgramRun(
            program: "count", arguments: arguments, folder: folder, output: "result", limits: ChildProcess.Limits(),
            environment: environment)
    }

    /// What is in the output, after "new" if the program ran for it, else after "kept".
    private func made(of run: ProgramRun, code: Int32 = 0) throws -> String {
        var hasRun = false
        let path = run.folder + "/result"
        let report = try results.report(of: run) {
            hasRun = true
            let source = try String(contentsOfFile: run.folder + "/source", encoding: .utf8)
            try Data(source.utf8).write(to: URL(fileURLWithPath: path))
            return ChildProcess.Report(outcome: .exited(code), output: [7], standardError: "")
        }
        #expect(report.outcome == .exited(code) && report.output == [7])
        return try (hasRun ? "new " : "kept ") + String(contentsOfFile: path, encoding: .utf8)
    }

    @Test func `the same work on the same bytes is done once, anything else anew`() throws {
        #expect(try made(of: run("a")) == "new a")
        #expect(try made(of: run("a")) == "kept a")
        #expect(try made(of: run("b")) == "new b")
        #expect(try made(of: run("a", ["-w"])) == "new a")
        #expect(try made(of: run("a", environment: ["LANG": "fi"])) == "new a")
    }

    @Test func `with another file beside it, it is another work`() throws {
        #expect(try made(of: run("a")) == "new a")
        let beside = try run("a")
        try Data("more".utf8).write(to: URL(fileURLWithPath: beside.folder + "/more"))
        #expect(try made(of: beside) == "new a")
    }

    @Test func `what failed is tried again`() throws {
        for _ in 1...2 { #expect(try made(of: run("a"), code: 1) == "new a") }
        #expect(try made(of: run("a")) == "new a")
        #expect(try made(of: run("a")) == "kept a")
    }

    @Test func `each has a file of its own`() throws {
        let (first, second) = (try run("a"), try run("a"))
        _ = try made(of: first)
        _ = try made(of: second)
        try Data("changed".utf8).write(to: URL(fileURLWithPath: first.folder + "/result"))
        #expect(try String(contentsOfFile: second.folder + "/result", encoding: .utf8) == "a")
        #expect(try made(of: run("a")) == "kept a")
    }

    @Test func `a picture that two sites take is processed once, and stored alike by both`() throws {
        let count = Mutex(0)
        let memo: ProgramMemo = { [results] run, start in
            try results.report(of: run) {
                count.withLock { $0 += 1 }
                return try start()
            }
        }
        let (picture, bytes) = (scratch.path + "/picture.png", SeededBytes())
        try Data(PictureTests.icon).write(to: URL(fileURLWithPath: picture))
        var taken: [[Data?]] = []
        var counts: [Int] = []
        for name in ["one", "two"] {
            let processor = try MediaProcessor(
                folder: "\(scratch.path)/\(name)", isolation: .none, memo: memo, randomBytes: { bytes($0) })
            let prepared = try processor.take(picture, as: .avatar)
            taken.append(prepared.files.map { FileManager.default.contents(atPath: $0.path) })
            counts.append(count.withLock { $0 })
            withExtendedLifetime(prepared) {}
        }
        #expect(taken[0] == taken[1] && !taken[0].isEmpty && !taken[0].contains(nil))
        #expect(counts[0] > 0 && counts[0] == counts[1])
    }
}
