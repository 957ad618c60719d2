import Foundation
import Media

// usage: bench CASE FILE FOLDER: uploads a photo, and makes the same four sizes with vipsthumbnail and vips.
//        bench serve FOLDER: accepts uploads, for load.py.
if CommandLine.arguments[1] == "serve" { try UploadServer.run(folder: CommandLine.arguments[2]) }
let (name, file, folder) = (CommandLine.arguments[1], CommandLine.arguments[2], CommandLine.arguments[3])
let rounds = 7

func randomBytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: .min ... .max) } }

/// The duration of `body` in milliseconds.
func time(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start) / .milliseconds(1)
}

let workshop = try MediaProcessor(folder: "\(folder)/work", isolation: .probe(), randomBytes: randomBytes)
let store = try MediaStore(root: "\(folder)/media", randomBytes: randomBytes)
let (server, port) = try UploadServer { file in
    "\(try store.store(workshop.take(file.file.path, as: .photo)))"
}.start(folder: folder)

func run(_ program: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/\(program)")
    process.arguments = arguments
    process.environment = ["PATH": "/usr/bin:/bin"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileReadCorruptFile) }
}

// The peers run without limits, namespaces or detection of the file's kind, on all processors; they only strip
// metadata, and their output may still be in memory when they end. Ours counts from the first byte sent to the answer,
// when four files are on the disk.
let sizes = [(16_384, 88), (1_600, 82), (640, 82), (160, 82)]
let profile = ProcessInfo.processInfo.environment["PROFILE"]

func vipsthumbnail() throws {
    for (side, quality) in sizes {
        try run(
            "vipsthumbnail",
            [file, "-s", "\(side)x\(side)>", "-o", "\(folder)/\(side).jpg[strip,Q=\(quality)]"]
                + (profile.map { ["-e", $0] } ?? []))
    }
}

func vips() throws {
    for (side, quality) in sizes {
        try run(
            "vips",
            ["thumbnail", file, "\(folder)/\(side).jpg[strip,Q=\(quality)]", "\(side)", "--size", "down"]
                + (profile.map { ["--export-profile", $0] } ?? []))
    }
}

func upload() throws {
    try run("curl", ["--fail", "--silent", "--form", "photo=@\(file)", "http://127.0.0.1:\(port)/"])
}

let contestants: [(name: String, work: () throws -> Void)] = [
    ("ours", upload), ("vipsthumbnail", vipsthumbnail), ("vips", vips),
]
var times: [String: [Double]] = [:]
for _ in 0..<rounds {
    for (name, work) in contestants { times[name, default: []].append(try time(work)) }
}
let medians = times.mapValues { $0.sorted()[rounds / 2] }
let mine = medians["ours"] ?? .nan
for (peer, theirs) in medians.sorted(by: { $0.key < $1.key }) where peer != "ours" {
    let ratio = String(format: "%.0f vs \(peer) %.0f ms = %.2f×", mine, theirs, theirs / mine)
    print("bench media \(name), upload to four sizes: \(ratio)")
}
server.stop()
