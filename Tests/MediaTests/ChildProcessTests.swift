import Foundation
import Synchronization
import TestTools
import Testing

@testable import Media

@Suite struct ChildProcessTests {
    let folder: Folder
    let child = ChildProcess(isolation: isolation)
    /// Every isolation that works here.
    static let ways = Isolation.candidates.filter(\.works)

    init() throws { folder = try Folder() }

    private func shell(
        _ script: String, _ limits: ChildProcess.Limits, _ way: Isolation = isolation
    ) throws -> ChildProcess.Report {
        try ChildProcess(isolation: way).run("sh", ["-c", script], in: folder.path, limits: limits)
    }

    @Test(arguments: ways) func `a program's output and exit code are returned`(_ way: Isolation) throws {
        let report = try shell("echo out; echo err >&2; exit 3", ChildProcess.Limits(), way)
        #expect(report.outcome == .exited(3))
        #expect(report.output == Array("out\n".utf8))
        #expect(report.complaint == "err\n")
        #expect(!report.succeeded)
    }

    @Test func `arguments reach a program unchanged, without a shell`() throws {
        let report = try child.run("printf", ["%s|", "$HOME; `id`", "a b"], in: folder.path)
        #expect(String(decoding: report.output, as: UTF8.self) == "$HOME; `id`|a b|")
    }

    @Test(arguments: ways) func `a program that hangs is killed at its time limit`(_ way: Isolation) throws {
        let report = try shell("sleep 600", ChildProcess.Limits(wallSeconds: 0.3), way)
        #expect(report.outcome == .timedOut)
    }

    @Test func `a program that closes its output and hangs is killed too`() throws {
        let report = try shell("exec >&- 2>&-; sleep 600", ChildProcess.Limits(wallSeconds: 0.3))
        #expect(report.outcome == .timedOut)
    }

    @Test func `a program that allocates too much memory fails at its limit`() throws {
        // dd allocates its whole block at once.
        let report = try child.run(
            "dd", ["if=/dev/zero", "of=/dev/null", "bs=1G", "count=1"], in: folder.path,
            limits: ChildProcess.Limits(addressSpace: 256 << 20))
        #expect(report.outcome == .exited(1))
        #expect(report.complaint.contains("memory"))
    }

    @Test(arguments: ways) func `a crash is distinguished from a failure`(_ way: Isolation) throws {
        // No program can start with so small a stack.
        let report = try ChildProcess(isolation: way).run("prlimit", ["--stack=4096", "true"], in: folder.path)
        #expect(report.outcome == .signalled(SIGSEGV) || report.outcome == .signalled(SIGKILL))
    }

    @Test(arguments: ways) func `a program that uses up its processor time is killed`(_ way: Isolation) throws {
        let report = try shell("while :; do :; done", ChildProcess.Limits(cpuSeconds: 1, wallSeconds: 600), way)
        #expect(report.outcome == .signalled(SIGKILL))
    }

    @Test func `a program that writes endlessly is killed`() throws {
        let report = try child.run("yes", [], in: folder.path, limits: ChildProcess.Limits(outputBytes: 10_000))
        #expect(report.outcome == .tooMuchOutput)
        #expect(report.output.count == 10_000)
    }

    @Test func `exactly as much output as allowed is not too much`() throws {
        let report = try child.run(
            "head", ["-c", "10000", "/dev/zero"], in: folder.path, limits: ChildProcess.Limits(outputBytes: 10_000))
        #expect(report.outcome == .exited(0))
        #expect(report.output.count == 10_000)
    }

    @Test func `only the end of standard error is kept`() throws {
        // More than a pipe holds, so it must be read meanwhile.
        let report = try shell("yes complaint | head -c 100000 >&2; echo end >&2", ChildProcess.Limits())
        #expect(report.outcome == .exited(0))
        #expect(report.complaint.utf8.count == 4_096)
        #expect(report.complaint.hasSuffix("end\n"))
    }

    @Test func `a program that writes errors endlessly is killed at its time limit`() throws {
        let report = try shell("yes complaint >&2", ChildProcess.Limits(wallSeconds: 0.5))
        #expect(report.outcome == .timedOut)
        #expect(report.complaint.utf8.count <= 4_096)
    }

    @Test func `a file larger than the limit is not written`() throws {
        let report = try child.run(
            "dd", ["if=/dev/zero", "of=large", "bs=64k", "count=64"], in: folder.path, output: "large",
            limits: ChildProcess.Limits(fileSize: 1 << 20))
        #expect(!report.succeeded)
        #expect(try WorkFolder.byteCount(folder("large")) <= 1 << 20)
    }

    private func follow(
        _ script: String, _ limits: ChildProcess.Limits = ChildProcess.Limits(), _ way: Isolation = isolation,
        reading files: [String] = [], _ follow: @escaping @Sendable (ArraySlice<UInt8>) -> Bool = { _ in true }
    ) throws -> ChildProcess.Report {
        try ChildProcess(isolation: way).run(
            "sh", ["-c", script], making: folder.path, reading: files, limits: limits, follow: follow)
    }

    @Test(arguments: ways) func `a program is followed, whatever it writes, and its output is not kept`(
        _ way: Isolation
    ) throws {
        let seen = Mutex([UInt8]())
        let report = try follow("yes line | head -c 300000; echo end", ChildProcess.Limits(outputBytes: 100), way) {
            bytes in
            seen.withLock { $0 += bytes }
            return true
        }
        #expect(report.succeeded && report.output.isEmpty)
        #expect(seen.withLock { $0.count } == 300_004)
        #expect(seen.withLock { $0.suffix(4) } == Array("end\n".utf8))
    }

    @Test(arguments: ["sleep 600", "yes", "exec >&- 2>&-; sleep 600"])
    func `a program that is followed is stopped, also while it says nothing`(_ script: String) throws {
        let calls = Mutex(0)
        let report = try follow(script) { _ in
            calls.withLock {
                $0 += 1
                return $0 < 5
            }
        }
        #expect(report.outcome == .stopped)
        #expect(calls.withLock { $0 } == 5)
    }

    @Test func `a program that is followed and writes endlessly is killed at its time limit`() throws {
        #expect(try follow("yes", ChildProcess.Limits(wallSeconds: 0.5)).outcome == .timedOut)
    }

    @Test(arguments: ways) func `a program that makes files reads what it is given, and changes its own folder`(
        _ way: Isolation
    ) throws {
        let given = try Folder()
        let file = try given.write("given", Data("text".utf8))
        _ = try given.write("other", Data("secret".utf8))
        let script = """
            cat \(file) > made && echo more >> made && echo x > gone && rm gone && mv made moved
            cat \(given("other")) > stolen; echo y > \(given("planted")); rm \(file); echo z >> \(file); true
            """
        #expect(try follow(script, ChildProcess.Limits(), way, reading: [file]).outcome == .exited(0))
        #expect(FileManager.default.contents(atPath: folder("moved")) == Data("textmore\n".utf8))
        guard way.guardsFiles else { return }
        #expect(try FileManager.default.contentsOfDirectory(atPath: given.path).sorted() == ["given", "other"])
        #expect(FileManager.default.contents(atPath: file) == Data("text".utf8))
        #expect(FileManager.default.contents(atPath: folder("stolen")) == Data())
    }

    @Test(
        .enabled(if: isolation.landlockVersion > 0, "the kernel has no Landlock"),
        arguments: [
            "ln -s /etc/passwd made", "mkfifo made", "mkdir made", "ln /etc/passwd made",
        ])
    func `a program that makes files makes nothing but files`(_ script: String) throws {
        #expect(try !follow(script).succeeded)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test(arguments: ways) func `nothing that a program starts outlives it`(_ way: Isolation) throws {
        // Found by the odd number of seconds, which is in no other command line.
        let mark = "86400.\(getpid())\(ChildProcessTests.ways.firstIndex(of: way) ?? 0)"
        let escape = way.wrapper == .none ? "sleep \(mark) &" : "sleep \(mark) & setsid sleep \(mark) &"
        let report = try shell("\(escape) echo started", ChildProcess.Limits(wallSeconds: 30), way)
        #expect(report.outcome == .exited(0))
        #expect(report.output == Array("started\n".utf8))
        // A killed process still takes a moment to end.
        #expect(try eventually { try processes(mark).isEmpty })
    }

    /// The ids of processes with a word in their command line.
    private func processes(_ word: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { process in
            guard Int(process) != nil else { return false }
            let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
            return String(decoding: line, as: UTF8.self).contains(word)
        }
    }

    @Test(arguments: ways) func `a program runs with lower priority`(_ way: Isolation) throws {
        let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
        let report = try shell("nice; chrt -p $$; nproc", ChildProcess.Limits(nice: 7), way)
        let lines = String(decoding: report.output, as: UTF8.self).split(separator: "\n")
        #expect(lines.first == "\(min(19, own + 7))")
        #expect(lines.contains { $0.hasSuffix("SCHED_BATCH") })
        let left = max(1, try allowedProcessors() - 1)
        #expect(lines.last == "\(left)")
        // The calling thread keeps its own priority.
        #expect(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) == own)
    }

    @Test func `a program that spares no processor may use all`() throws {
        let report = try ChildProcess(isolation: .none, sparesProcessor: false).run("nproc", [], in: "/")
        let all = try allowedProcessors()
        #expect(String(decoding: report.output, as: UTF8.self) == "\(all)\n")
    }

    @Test func `the processors counted are those this process may use`() throws {
        // A quota may allow fewer.
        #expect((1...(try allowedProcessors())).contains(ChildProcess.processors))
    }

    /// The kernel's number for this process, without its control group's quota.
    private func allowedProcessors() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let mask = try #require(status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") })
        let digits = mask.dropFirst("Cpus_allowed:".count).compactMap(\.hexDigitValue)
        return digits.reduce(0) { $0 + $1.nonzeroBitCount }
    }

    @Test func `a quota of a control group counts as processors`() {
        #expect(Processors.processors("max 100000\n") == nil)
        #expect(Processors.processors("100000 100000\n") == 1 && Processors.processors("150000 100000\n") == 2)
        #expect(Processors.processors("5000 100000\n") == 1 && Processors.processors("") == nil)
    }

    @Test func `free memory is that of the machine, or of the container where that has less`() {
        let text = "MemTotal:  2000 kB\nMemFree: 10 kB\nMemAvailable:    1500 kB\nBuffers: 3 kB\n"
        #expect(SystemMemory.available(ofMachine: text) == 1_536_000 && SystemMemory.available(ofMachine: "") == 0)
        #expect(SystemMemory.available(limit: "max\n", used: "5\n") == .max)
        #expect(SystemMemory.available(limit: "900\n", used: "500\n") == 400)
        #expect(SystemMemory.available(limit: "900\n", used: "1000\n") == 0)
        #expect(SystemMemory.available > 1 << 20)
    }

    @Test func `a missing program is named`() throws {
        #expect(try child.run("no-such-program", [], in: folder.path).outcome == .notFound("no-such-program"))
        let bare = ChildProcess(isolation: .none, searchPath: [folder.path])
        #expect(try bare.run("true", [], in: folder.path).outcome == .notFound("true"))
    }

    @Test func `a program gets only its own environment, no descriptor and no input`() throws {
        let descriptor = open("/dev/zero", O_RDONLY)
        defer { close(descriptor) }
        let descriptors = "for n in $(seq 0 63); do (: <&$n) 2>/dev/null && echo $n; done"
        let report = try child.run(
            "sh", ["-c", "env; echo; \(descriptors); cat"], in: folder.path, environment: ["MORE": "set"])
        let parts = String(decoding: report.output, as: UTF8.self).components(separatedBy: "\n\n")
        let names = parts[0].split(separator: "\n").compactMap { $0.split(separator: "=").first }
        let meant: Set<Substring> = ["PATH", "LANG", "VIPS_BLOCK_UNTRUSTED", "VIPS_CONCURRENCY", "MORE"]
        // Variables that a shell and its wrapper set themselves.
        #expect(Set(names).subtracting(["PWD", "OLDPWD", "SHLVL", "_"]) == meant)
        #expect(parts[0].contains("LANG=C\n") && parts[0].contains("VIPS_BLOCK_UNTRUSTED=1\n"))
        #expect(parts[1] == "0\n1\n2\n")
    }
}
