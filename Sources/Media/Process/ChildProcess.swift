import Foundation

/// Runs one program at a time under limits, for work on files that nobody may trust.
///
/// The call blocks until the program has ended; what it started is killed then. No shell is involved. The program gets
/// no standard input, no descriptor of this process, and none of its environment. As far as the isolation goes, it reads
/// its folder and the system's programs and libraries alone, and writes one file.
public struct ChildProcess: Sendable {
    /// What a program may use. A program that wants more fails or is killed.
    public struct Limits: Sendable {
        /// Bytes of address space (RLIMIT_AS).
        public var addressSpace: Int
        /// Seconds of processor time, then SIGKILL.
        public var cpuSeconds: Int
        /// Bytes of the largest file that it may write.
        public var fileSize: Int
        /// Open descriptors.
        public var openFiles: Int
        /// Seconds by the clock, then SIGKILL to all of its process group.
        public var wallSeconds: Double
        /// How far it stands back behind this process, 0…19.
        public var nice: Int32
        /// Bytes of standard output that are kept; one more ends the program.
        public var outputBytes: Int

        /// Limits that fit a small tool; set what differs.
        public init(
            addressSpace: Int = 2 << 30, cpuSeconds: Int = 60, fileSize: Int = 512 << 20, openFiles: Int = 64,
            wallSeconds: Double = 90, nice: Int32 = 10, outputBytes: Int = 1 << 20
        ) {
            self.addressSpace = addressSpace
            self.cpuSeconds = cpuSeconds
            self.fileSize = fileSize
            self.openFiles = openFiles
            self.wallSeconds = wallSeconds
            self.nice = nice
            self.outputBytes = outputBytes
        }
    }

    /// How a program ended.
    public enum Outcome: Sendable, Equatable {
        /// It ended by itself, with this code.
        case exited(Int32)
        /// A signal ended it: it crashed, or ran into the limit of processor time.
        case signalled(Int32)
        /// It was killed because it took too long.
        case timedOut
        /// It was killed because it said too much.
        case tooMuchOutput
        /// There is no such program; the name of the one that is missing.
        case notFound(String)
    }

    /// The end of a run.
    public struct Report: Sendable {
        /// How it ended.
        public let outcome: Outcome
        /// What it wrote to standard output, at most `outputBytes`.
        public let output: [UInt8]
        /// The last 4 kB of its standard error, for the log.
        public let complaint: String

        /// Whether it ended by itself with code 0.
        public var succeeded: Bool { outcome == .exited(0) }
    }

    /// How many processors this process may use: those of a container, not those of the machine.
    public static var processors: Int { Processors.count }

    /// Where programs are looked for unless something else is said.
    public static let systemFolders = ["/usr/local/bin", "/usr/bin", "/bin"]

    /// How programs are kept from the network and held together, for the log.
    public let isolation: Isolation
    /// Folders in which programs are looked for, in this order.
    public let searchPath: [String]

    /// A runner that keeps programs apart in the given way.
    public init(isolation: Isolation, searchPath: [String] = ChildProcess.systemFolders) {
        self.isolation = isolation
        self.searchPath = searchPath
    }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - program: a name without folder.
    ///   - folder: where it runs; relative names in `arguments` start there.
    ///   - output: the one file of the folder that it may write. It is made, empty, before the program starts.
    ///   - environment: settings beside those that every program gets.
    /// - Throws: `MediaFault` when the system cannot start any program at all, when it does not isolate one as it did
    ///   at start, and when the program put something else in the place of its output.
    public func run(
        _ program: String, _ arguments: [String], in folder: String, output: String? = nil, limits: Limits = Limits(),
        environment: [String: String] = [:]
    ) throws(MediaFault) -> Report {
        guard let tool = locate(program) else { return missing(program) }
        guard let fence = locate("prlimit") else { return missing("prlimit") }
        guard let bond = locate("setpriv") else { return missing("setpriv") }
        let limited = [
            fence, "--as=\(limits.addressSpace)", "--cpu=\(limits.cpuSeconds)", "--fsize=\(limits.fileSize)",
            "--nofile=\(limits.openFiles)", "--core=0", "--", tool,
        ]
        let target = try output.map { name throws(MediaFault) in try OutputFile("\(folder)/\(name)") }
        let access = FileAccess(
            folders: searchPath, programs: [tool, fence, bond], workFolder: folder, output: target?.path)
        var wrapper = isolation.command(access)
        if let name = wrapper.first {
            guard let path = locate(name) else { return missing(name) }
            wrapper[0] = path
        }
        // Killed with this process: nobody would be left to end what takes too long.
        let command = [bond, "--pdeathsig", "KILL", "--"] + wrapper + limited + arguments
        let variables = variables(environment)
        let report = try BackgroundThread.run(nice: limits.nice) { () throws(MediaFault) in
            try isolation.restrictThread(access)
            return try SpawnedChild(command, in: folder, environment: variables).collect(limits, isolation)
        }
        try target?.check()
        return report
    }

    /// The file of a program; nil when none of the folders has it.
    func locate(_ program: String) -> String? {
        searchPath.lazy.map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
    }

    private func missing(_ program: String) -> Report {
        Report(outcome: .notFound(program), output: [], complaint: "")
    }

    private func variables(_ more: [String: String]) -> [String] {
        let base = [
            "PATH": searchPath.joined(separator: ":"), "LANG": "C", "VIPS_BLOCK_UNTRUSTED": "1",
            "VIPS_CONCURRENCY": "1",
        ]
        return base.merging(more) { $1 }.map { "\($0)=\($1)" }
    }
}
