import Foundation
import TestTools
import Testing

@testable import Media

@Suite struct IsolationTests {
    let scene: HostileScene
    /// Every isolation that works here.
    static let ways = Isolation.candidates.filter(\.works)

    init() throws { scene = try HostileScene() }

    @Test func `a program without any isolation could do all that is tried here`() throws {
        let attempts = try scene.attemptBare()
        // Some systems forbid these to everybody, and some file systems do not support the last ones.
        let yama = (try? String(contentsOfFile: "/proc/sys/kernel/yama/ptrace_scope", encoding: .utf8)) ?? "0\n"
        let tracing = yama == "0\n" ? [] : ["trace", "read its memory"]
        let optional = Set(["kernel", "attributes", "make a file without a name"] + tracing)
        let refused = attempts.filter { !$0.isDone && optional.isDisjoint(with: [$0.about, $0.name]) }
        #expect(refused.map(\.line) == [])
        #expect(attempts.count > 40)
    }

    @Test(.enabled(if: isolation.guardsFiles, "the kernel has no Landlock, and bwrap does not work"))
    func `a decoder that a file has taken over reads its folder and writes its result, and nothing else`() throws {
        let attempts = try scene.attempt(isolation)
        #expect(attempts.filter { $0.isDone && isGuarded($0.about, isolation) }.map(\.line) == [])
        #expect(attempts.filter { $0.about == "own" && !$0.isDone }.map(\.line) == [])
        #expect(try scene.isUnharmed())
    }

    @Test(arguments: ways) func `each way of isolation keeps what it says`(_ way: Isolation) throws {
        let attempts = try scene.attempt(way)
        #expect(attempts.count > 40)
        #expect(attempts.filter { $0.isDone && isGuarded($0.about, way) }.map(\.line) == [])
        #expect(attempts.filter { $0.about == "own" && !$0.isDone }.map(\.line) == [])
    }

    /// Whether attempts of this kind must fail.
    private func isGuarded(_ about: String, _ way: Isolation) -> Bool {
        let hidesFiles = way.wrapper == .bubblewrap
        return switch about {
        case "files": way.guardsFiles
        case "metadata", "sockets": way.filtersCalls || hidesFiles
        case "network": way.guardsNetwork
        case "processes": way.guardsProcesses
        case "limits": way.filtersCalls || way.wrapper != .none
        case "kernel", "attributes": way.filtersCalls
        case "privileges": true
        default: false
        }
    }

    @Test func `gaps of an isolation are reported`() {
        #expect(Isolation.none.gaps.count == 4)
        #expect("\(Isolation.none)" == "limits alone")
        let best = Isolation(wrapper: .unshare, landlockVersion: 7, filtersCalls: true)
        #expect(best.gaps.isEmpty)
        #expect("\(best)" == "unshare, Landlock 7, a filter of system calls")
        let container = Isolation(wrapper: .none, landlockVersion: 4, filtersCalls: true)
        #expect(container.gaps.count == 2 && container.gaps[0].contains("signal"))
        #expect(Isolation(wrapper: .unshare, landlockVersion: 0, filtersCalls: true).gaps.count == 1)
        #expect(Isolation(wrapper: .bubblewrap, landlockVersion: 0, filtersCalls: false).gaps.isEmpty)
    }

    @Test(.enabled(if: isolation.landlockVersion > 0, "the kernel has no Landlock"), arguments: [15, 16])
    func `a program that the kernel does not isolate does not run`(_ restrictions: Int) throws {
        let way = Isolation(wrapper: .none, landlockVersion: isolation.landlockVersion, filtersCalls: false)
        let access = FileAccess(folders: ["/"], programs: [], workFolder: "/", output: nil)
        let report = Result {
            try BackgroundThread.run(nice: 0) { () throws(MediaFault) in
                // The kernel accepts 16 of them from a thread and all its descendants.
                for _ in 0..<restrictions { try way.restrictThread(access) }
                return try ChildProcess(isolation: way).run("true", [], in: "/")
            }
        }
        if restrictions < 16 {
            #expect(try report.get().succeeded)
        } else {
            #expect(throws: MediaFault.self) { try report.get() }
        }
    }

    @Test(arguments: [
        "rm result; ln -s ../../secret result", "rm result; mkfifo result", "rm result",
        "rm result; ln ../../secret result", "rm result; mkdir result",
    ])
    func `a result that a program put something else in the place of is not read`(_ script: String) throws {
        #expect(throws: MediaFault.self) {
            try ChildProcess(isolation: .none).run("sh", ["-c", script], in: scene.job, output: "result")
        }
    }

    @Test func `an output that is there as a link is not followed`() throws {
        try FileManager.default.createSymbolicLink(
            atPath: scene.job + "/link", withDestinationPath: scene.data + "/database")
        #expect(throws: MediaFault.self) {
            try ChildProcess(isolation: .none).run("true", [], in: scene.job, output: "link")
        }
    }

    @Test func `a workshop among the system's libraries is reported`() throws {
        #expect(FileAccess.isExposed("/usr/lib", searchPath: []))
        #expect(FileAccess.isExposed("/usr/bin", searchPath: ChildProcess.systemFolders))
        #expect(!FileAccess.isExposed(scene.job, searchPath: ChildProcess.systemFolders))
        #expect(FileAccess.isExposed(scene.job, searchPath: [scene.data]))
        #expect(try makeWorkshop(scene.folder).gaps.isEmpty)
    }
}
