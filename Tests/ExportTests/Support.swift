import Foundation

/// Programs that judge what was written.
enum Tool {
    /// `CAIRN_TEST_PYTHON` names the interpreter that has the tests' packages; without it, the system's.
    static let python = ProcessInfo.processInfo.environment["CAIRN_TEST_PYTHON"] ?? "/usr/bin/python3"
    static let hasPython = FileManager.default.isExecutableFile(atPath: python)

    static func has(_ module: String) -> Bool { (try? run(python, ["-c", "import \(module)"]).status) == 0 }

    static func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}

/// A folder of its own, which goes with it.
final class Folder {
    let path = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)").path

    init() { try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }
}
