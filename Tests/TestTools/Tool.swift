import Foundation

/// Programs that make test data or check results.
public enum Tool {
    /// `CAIRN_TEST_PYTHON` names the interpreter that has the tests' packages; without it, the system's.
    public static let python = ProcessInfo.processInfo.environment["CAIRN_TEST_PYTHON"] ?? "/usr/bin/python3"
    /// Whether there is a Python at all.
    public static let hasPython = isThere(python)

    /// Whether a program can be run.
    public static func isThere(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }

    /// A program of the package that was built with the tests, in the folder of the test runner.
    public static func built(_ name: String) -> String {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: name).path
    }

    /// Whether Python has a module.
    public static func has(_ module: String) -> Bool { (try? run(python, ["-c", "import \(module)"]).status) == 0 }

    /// Runs a program to its end: its status, standard output and, if requested, standard error.
    @discardableResult
    public static func run(
        _ program: String, _ arguments: [String], withComplaints: Bool = false
    ) throws -> (status: Int32, output: String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = withComplaints ? output : FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}
