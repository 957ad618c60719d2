import Crypto
import Foundation
import Media
import Synchronization

/// What programs made of uploads in this process. The tests send the same few files hundreds of times: a program runs on each
/// once, and what it wrote is written again. What failed is tried again, so that time-outs and full disks stay what they are.
final class ProgramResults: Sendable {
    private struct Kept {
        let report: ChildProcess.Report
        /// What it wrote; nil if it writes nothing.
        let output: Data?
    }

    private struct State {
        var results: [[UInt8]: Kept] = [:]
        var byteCount = 0
    }

    /// Those of all sites of this process.
    static let shared = ProgramResults()

    /// Bytes of all results together; what comes after is not kept.
    private static let maxBytes = 64 << 20
    /// Bytes of the files that a program reads: reading more again takes longer than most programs.
    private static let maxInput = 16 << 20

    private let state = Mutex(State())

    /// What came of a run.
    func report(of run: ProgramRun, _ start: () throws -> ChildProcess.Report) throws -> ChildProcess.Report {
        guard let key = ProgramResults.key(run) else { return try start() }
        if let known = state.withLock({ $0.results[key] }), ProgramResults.write(known.output, of: run) {
            return known.report
        }
        let report = try start()
        if report.succeeded { keep(report, of: run, under: key) }
        return report
    }

    private func keep(_ report: ChildProcess.Report, of run: ProgramRun, under key: [UInt8]) {
        var output: Data?
        if let name = run.output {
            guard let data = FileManager.default.contents(atPath: "\(run.folder)/\(name)") else { return }
            output = data
        }
        let byteCount = report.output.count + (output?.count ?? 0)
        let result = Kept(report: report, output: output)
        state.withLock { state in
            guard state.results[key] == nil, state.byteCount + byteCount <= ProgramResults.maxBytes else { return }
            state.results[key] = result
            state.byteCount += byteCount
        }
    }

    /// False if it cannot be written: then the program runs, and says so in its own words.
    private static func write(_ output: Data?, of run: ProgramRun) -> Bool {
        guard let output else { return run.output == nil }
        guard let name = run.output else { return false }
        let url = URL(fileURLWithPath: "\(run.folder)/\(name)")
        guard (try? output.write(to: url)) != nil else { return false }
        return chmod(url.path, 0o600) == 0
    }

    /// A digest of the program, of all that it is told, and of every file that it could read. nil where that is too much, or
    /// no plain file.
    private static func key(_ run: ProgramRun) -> [UInt8]? {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: run.folder) else { return nil }
        let digest = SHA256()
        let variables = run.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let told = "\([run.program] + run.arguments)\(variables)\(run.limits)\(run.output ?? "")"
        digest.update(Array(told.utf8))
        var total = 0
        for name in names.sorted() where name != run.output {
            let path = "\(run.folder)/\(name)"
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            total += Int(status.st_size)
            guard total <= maxInput, let data = FileManager.default.contents(atPath: path) else { return nil }
            digest.update(Array("\(name.debugDescription) \(data.count)\n".utf8))
            digest.update(data)
        }
        return digest.finalize()
    }
}
