import Foundation
import TestTools
import Testing

@testable import App

/// Crash notes, tested with another program that crashes.
struct CrashNoteTests {
    private static let probe = URL(filePath: Tool.built("crash-probe"))

    /// The note after the probe has crashed, and its exit status.
    private func crash(
        _ way: String, environment: [String: String] = [:], signal: Int32? = nil
    ) throws -> (note: String, status: Int32, reason: Process.TerminationReason) {
        let file = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString).note").path
        defer { unlink(file) }
        let process = Process()
        let output = Pipe()
        process.executableURL = CrashNoteTests.probe
        process.arguments = [way, file, "\(Int.max)"]
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
            .merging(environment) { $1 }
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        if let signal {
            _ = output.fileHandleForReading.availableData
            kill(process.processIdentifier, signal)
        }
        process.waitUntilExit()
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        return (try String(contentsOfFile: file, encoding: .utf8), process.terminationStatus, process.terminationReason)
    }

    @Test(arguments: [
        ("trap", SIGILL, "SIGILL"), ("overflow", SIGSEGV, "SIGSEGV"), ("null", SIGSEGV, "SIGSEGV"),
        ("abort", SIGABRT, "SIGABRT"),
    ])
    func `a crash leaves what its thread and the others were doing`(way: String, signal: Int32, name: String) throws {
        // A trap is another instruction on another processor.
        let isTrap = way == "trap"
        let (note, status, reason) = try crash(way)
        #expect(reason == .uncaughtSignal && (status == signal || isTrap && status == SIGTRAP))
        let lines = note.split(separator: "\n").map { String($0) }
        let first = try #require(lines.first)
        #expect(first.hasPrefix("\(name) at ") || isTrap && first.hasPrefix("SIGTRAP at "))
        #expect(Int(first.split(separator: " ").last ?? "") ?? 0 > 1_700_000_000)
        // abort(3) is the C library's, which keeps no track of frames.
        let code = lines.count > 1 ? lines[1] : ""
        #expect(code.wholeMatch(of: #/code( [0-9a-f]+)*/#) != nil && (way == "abort" || code != "code"))
        #expect(
            Set(lines.dropFirst(2)) == [
                "crashed in GET /notes/{id}, number 41", "at work on GET /bystander/{id}, number 7",
            ])
    }

    @Test func `the addresses in a note name the functions`() throws {
        let note = try crash("trap").note
        let code = try #require(note.split(separator: "\n").first { $0.hasPrefix("code ") })
        let addresses = code.split(separator: " ").dropFirst().map { String($0) }
        let named = try Tool.run("/usr/bin/addr2line", ["-f", "-e", CrashNoteTests.probe.path] + addresses).output
        let functions = named.split(separator: "\n").map { String($0) }
        #expect(functions.first?.contains("Probe") == true, "\(named)")
    }

    @Test(arguments: [(SIGILL, "SIGILL"), (SIGTRAP, "SIGTRAP"), (SIGBUS, "SIGBUS"), (SIGFPE, "SIGFPE")])
    func `a signal from outside is noted with all current work and ends the process`(
        signal: Int32, name: String
    ) throws {
        let (note, status, reason) = try crash("wait", signal: signal)
        #expect(reason == .uncaughtSignal && status == signal && note.hasPrefix("\(name) at "))
        for work in ["GET /notes/{id}, number 41", "GET /bystander/{id}, number 7"] { #expect(note.contains(work)) }
        #expect(!note.contains("/done") && !note.contains("/first"))
    }

    @Test func `Swift's own backtracer still runs`() throws {
        let report = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString).log").path
        defer { unlink(report) }
        let (note, _, reason) = try crash(
            "trap", environment: ["SWIFT_BACKTRACE": "enable=yes,output-to=\(report),interactive=no,color=no"])
        #expect(reason == .uncaughtSignal && note.contains("crashed in GET /notes/{id}, number 41"))
        #expect(try String(contentsOfFile: report, encoding: .utf8).contains("crash-probe"))
    }

    @Test func `the next start logs the crash in one line, once`() throws {
        let site = try TestSite.empty()
        let lines = LogLines()
        let note =
            "SIGILL at 1795262400\ncode 1149810 20ab\ncrashed in GET /notes/{id}, number 41\nat work on GET /, number 3\n"
        try Data(note.utf8).write(to: URL(filePath: site.folder + "/crash.note"))
        #expect(CrashNote.take(in: site.folder, lines.logger))
        let told = lines.all.withLock { $0 }
        #expect(told.count == 1 && told.first?.contains("\n") == false)
        #expect(
            told.first?.contains(
                "SIGILL at 1795262400; code 1149810 20ab; crashed in GET /notes/{id}, number 41; at work on GET /, "
                    + "number 3") == true)
        #expect(!CrashNote.take(in: site.folder, lines.logger))
        #expect(lines.all.withLock { $0.count } == 1)
    }
}
