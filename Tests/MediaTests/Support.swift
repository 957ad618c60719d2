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

private let bytes = SeededBytes(SeededGenerator(seed: 39))

func randomBytes(_ count: Int) -> [UInt8] { bytes(count) }

let isolation = Isolation.here

func makeWorkshop(
    _ folder: Folder, _ limits: MediaLimits = MediaLimits(),
    processors: Int = ChildProcess.processors
) throws -> MediaProcessor {
    try MediaProcessor(
        folder: folder("work"), isolation: isolation, limits: limits, processors: processors, randomBytes: randomBytes)
}

extension Folder {
    /// Makes a square of 400 pixels: the left half is clear, the right half black.
    func makeHalfClear(_ name: String) throws {
        let halves = ["black@0", "black"].flatMap { ["-f", "lavfi", "-i", "color=\($0):s=200x400,format=rgba"] }
        try make("ffmpeg", ["-v", "error"] + halves + ["-filter_complex", "[0][1]hstack", "-frames:v", "1", name])
    }

    /// Red, green and blue of a pixel of a picture.
    func pixel(_ name: String, _ x: Int, _ y: Int) throws -> [Double] {
        let text = try make("vips", "getpoint", name, "\(x)", "\(y)")
        return text.split(whereSeparator: \.isWhitespace).prefix(3).compactMap { Double($0) }
    }

    /// The groups of metadata that exiftool finds in some files, except those that every file has.
    func metadataGroups(of files: [String]) throws -> Set<String> {
        let report = try ChildProcess(isolation: .none).run(
            "exiftool", ["-j", "-G1"] + files, in: path,
            limits: ChildProcess.Limits(cpuSeconds: 600, wallSeconds: 600, nice: 0, outputBytes: 16 << 20))
        try #require(report.succeeded, "exiftool: \(report.outcome) \(report.complaint)")
        let found = try JSONSerialization.jsonObject(with: Data(report.output)) as? [[String: Any]]
        let keys = try #require(found).flatMap(\.keys).compactMap { key in
            key == "File:Comment" ? "Comment" : key.split(separator: ":").first
        }
        return Set(keys.map(String.init)).subtracting(["SourceFile", "ExifTool", "System", "File", "Composite"])
    }
}

/// The groups that are parts of the containers of clips and songs themselves, not texts.
let containerGroups: Set = [
    "RIFF", "MPEG", "Vorbis", "Opus", "FLAC", "QuickTime", "Track1", "Track2", "Matroska", "Info", "Ogg",
]

extension Trait where Self == ConditionTrait {
    /// The tests look for remaining metadata with exiftool.
    static var needsExifTool: Self {
        .enabled(if: ChildProcess(isolation: .none).locate("exiftool") != nil, "there is no exiftool")
    }
}
