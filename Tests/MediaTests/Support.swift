import Foundation
import TestTools
import Testing

@testable import Media

/// A folder deleted with its test.
final class Folder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "media-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    func write(_ name: String, _ data: Data) throws -> String {
        try data.write(to: URL(fileURLWithPath: self(name)))
        return self(name)
    }

    /// Makes a fixture with one of the programs that the module itself needs.
    @discardableResult
    func make(_ program: String, _ arguments: String...) throws -> String { try make(program, arguments) }

    @discardableResult
    func make(_ program: String, _ arguments: [String]) throws -> String {
        let report = try ChildProcess(isolation: .none).run(
            program, arguments, in: path, limits: ChildProcess.Limits(cpuSeconds: 600, wallSeconds: 600, nice: 0),
            environment: ["VIPSHOME": "/nonexistent"])
        try #require(report.succeeded, "\(program) \(arguments): \(report.outcome) \(report.complaint)")
        return String(decoding: report.output, as: UTF8.self)
    }
}

private let bytes = SeededBytes()

func randomBytes(_ count: Int) -> [UInt8] { bytes(count) }

/// One for all tests, because probing starts processes.
let isolation = Isolation.probe()

func makeWorkshop(
    _ folder: Folder, _ limits: MediaLimits = MediaLimits(),
    processors: Int = ChildProcess.processors
) throws -> MediaProcessor {
    try MediaProcessor(
        folder: folder("work"), isolation: isolation, limits: limits, processors: processors, randomBytes: randomBytes)
}

/// The test data beside the repository; nil where there is none.
let shared: String? = {
    let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let beside = here.appendingPathComponent("../../../shared").standardized.path
    let folder = ProcessInfo.processInfo.environment["CAIRN_SHARED"] ?? beside
    return FileManager.default.fileExists(atPath: folder + "/data/photos") ? folder + "/data" : nil
}()

/// Paths of files below a folder of the test data, relative to it.
func sharedFiles(_ folder: String) -> [String] {
    guard let shared, let walk = FileManager.default.enumerator(atPath: "\(shared)/\(folder)") else { return [] }
    return walk.compactMap { $0 as? String }.filter { path in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: "\(shared)/\(folder)/\(path)", isDirectory: &isFolder)
            && !isFolder.boolValue
    }.sorted()
}
