import Foundation
import Media

// usage: bench CASE FILE FOLDER: takes in a photo, and has vipsthumbnail make the same four sizes of it, in turns.
//        bench serve FOLDER: takes uploads, for load.py.
if CommandLine.arguments[1] == "serve" { try UploadServer.run(folder: CommandLine.arguments[2]) }
let (name, file, folder) = (CommandLine.arguments[1], CommandLine.arguments[2], CommandLine.arguments[3])
let rounds = 7

func randomBytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: .min ... .max) } }

/// Milliseconds that something takes.
func time(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start) / .milliseconds(1)
}

let workshop = try MediaWorkshop(folder: "\(folder)/work", isolation: .probe(), randomBytes: randomBytes)
// The peer runs bare, on all processors: no limits, no namespaces, no look at what the file is, and metadata only stripped.
let sizes = [(16_384, 88), (1_600, 82), (640, 82), (160, 82)]
let profile = ProcessInfo.processInfo.environment["PROFILE"].map { ["-e", $0] } ?? []

func peer() throws {
    for (side, quality) in sizes {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/vipsthumbnail")
        process.arguments =
            [file, "-s", "\(side)x\(side)>", "-o", "\(folder)/\(side).jpg[strip,Q=\(quality)]"] + profile
        process.environment = ["PATH": "/usr/bin:/bin"]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileReadCorruptFile) }
    }
}

var ours: [Double] = []
var theirs: [Double] = []
for _ in 0..<rounds {
    ours.append(try time { _ = try workshop.take(file, as: .photo) })
    theirs.append(try time(peer))
}
let (mine, others) = (ours.sorted()[rounds / 2], theirs.sorted()[rounds / 2])
let ratio = String(format: "%.0f vs vipsthumbnail %.0f ms = %.2f×", mine, others, others / mine)
print("bench media \(name), four sizes: \(ratio)")
