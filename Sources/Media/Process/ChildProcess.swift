import Foundation

/// Runs one program at a time under limits, for work on untrusted files.
///
/// The call blocks until the program has ended, and then kills the processes it started. No shell is involved. The
/// program gets no standard input, no descriptor of this process, and none of its environment. Where the isolation
/// works, it can read only its folder and the system's programs and libraries, and write one file, or those of its folder.
public struct ChildProcess: Sendable {
    /// The limits of a program. A program that exceeds one fails or is killed.
    public struct Limits: Sendable {
        /// Bytes of address space (RLIMIT_AS).
        public var addressSpace: Int
        /// Seconds of processor time, then SIGKILL.
        public var cpuSeconds: Int
        /// Bytes of the largest file that it may write.
        public var fileSize: Int
        /// Open descriptors.
        public var openFiles: Int
        /// Wall-clock seconds, then SIGKILL to its whole process group.
        public var wallSeconds: Double
        /// Niceness relative to this process, 0…19.
        public var nice: Int32
        /// Maximum bytes of standard output; one more ends the program.
        public var outputBytes: Int

        /// Limits that fit a small tool; set those that differ.
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
        /// It exited with this code.
        case exited(Int32)
        /// A signal ended it: it crashed, or exceeded the limit of processor time.
        case signalled(Int32)
        /// It was killed because it took too long.
        case timedOut
        /// It was killed because it wrote too much.
        case tooMuchOutput
        /// It was killed because nobody waits for it any more.
        case stopped
        /// There is no such program; its name.
        case notFound(String)
    }

    /// The result of a run.
    public struct Report: Sendable {
        /// How it ended.
        public let outcome: Outcome
        /// Its standard output, at most `outputBytes`.
        public let output: [UInt8]
        /// The last 4 kB of its standard error, for the log.
        public let complaint: String

        /// Whether it exited with code 0.
        public var succeeded: Bool { outcome == .exited(0) }
    }

    /// How many processors this process may use: those of the container, not those of the machine.
    public static var processors: Int { Processors.count }

    /// Where programs are searched by default.
    public static let systemFolders = ["/usr/local/bin", "/usr/bin", "/bin"]

    /// How programs are isolated, for the log.
    public let isolation: Isolation
    /// Folders in which programs are searched, in this order.
    public let searchPath: [String]

    /// Whether its programs leave one processor to others.
    private let sparesProcessor: Bool

    /// A runner with this isolation.
    public init(
        isolation: Isolation, searchPath: [String] = ChildProcess.systemFolders, sparesProcessor: Bool = true
    ) {
        (self.isolation, self.sparesProcessor) = (isolation, sparesProcessor)
        self.searchPath = searchPath
    }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - program: a name without folder.
    ///   - folder: its working directory; relative names in `arguments` start there.
    ///   - output: the one file of the folder that it may write. It is created, empty, before the program starts.
    ///   - environment: variables in addition to those that every program gets.
    /// - Throws: `MediaFault` when the system cannot start any program, when isolation no longer works as at start, and
    ///   when the program replaced its output file with something else.
    public func run(
        _ program: String, _ arguments: [String], in folder: String, output: String? = nil, limits: Limits = Limits(),
        environment: [String: String] = [:]
    ) throws(MediaFault) -> Report {
        let target = try output.map { name throws(MediaFault) in try OutputFile("\(folder)/\(name)") }
        let report = try run(
            program, arguments, limits, environment,
            FileAccess(folders: searchPath, programs: tools(program), workFolder: folder, output: target?.path))
        try target?.check()
        return report
    }

    /// Runs a program that takes long and tells how far it is. It may create regular files in its folder; where bwrap
    /// isolates it, or nothing does, what it leaves there may also be a link.
    ///
    /// - Parameters:
    ///   - program: a name without folder.
    ///   - folder: its working directory, for nothing else.
    ///   - files: the paths of those that it reads outside of its folder.
    ///   - follow: gets its standard output as it comes, and is also called without any, many times a second. False stops
    ///     the program.
    /// - Returns: without the output.
    /// - Throws: as the above.
    public func run(
        _ program: String, _ arguments: [String], making folder: String, reading files: [String], limits: Limits,
        follow: @escaping @Sendable (ArraySlice<UInt8>) -> Bool
    ) throws(MediaFault) -> Report {
        try run(
            program, arguments, limits, [:],
            FileAccess(
                folders: searchPath, programs: tools(program), workFolder: folder, reading: files, makesFiles: true),
            follow)
    }

    private func run(
        _ program: String, _ arguments: [String], _ limits: Limits, _ environment: [String: String],
        _ access: FileAccess, _ follow: (@Sendable (ArraySlice<UInt8>) -> Bool)? = nil
    ) throws(MediaFault) -> Report {
        guard let tool = locate(program) else { return missing(program) }
        guard let fence = locate("prlimit") else { return missing("prlimit") }
        guard let bond = locate("setpriv") else { return missing("setpriv") }
        let limited = [
            fence, "--as=\(limits.addressSpace)", "--cpu=\(limits.cpuSeconds)", "--fsize=\(limits.fileSize)",
            "--nofile=\(limits.openFiles)", "--core=0", "--", tool,
        ]
        var wrapper = isolation.command(access)
        if let name = wrapper.first {
            guard let path = locate(name) else { return missing(name) }
            wrapper[0] = path
        }
        // Killed with this process, because nobody would be left to enforce the time limit.
        let command = [bond, "--pdeathsig", "KILL", "--"] + wrapper + limited + arguments
        let variables = variables(environment)
        return try BackgroundThread.run(nice: limits.nice, sparesProcessor: sparesProcessor) {
            () throws(MediaFault) in
            try isolation.restrictThread(access)
            return try SpawnedChild(command, in: access.workFolder, environment: variables)
                .collect(limits, isolation, follow)
        }
    }

    /// The paths of a program and of those that limit it.
    private func tools(_ program: String) -> [String] { [program, "prlimit", "setpriv"].compactMap { locate($0) } }

    /// The path of a program; nil when none of the folders has it.
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
