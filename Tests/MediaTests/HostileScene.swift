import Foundation
import TestTools
import Testing

@testable import Media

/// A data folder with a key, a database and two uploads, a process and listening sockets; and a program that takes the
/// place of a decoder and tries to access them.
final class HostileScene {
    let folder: Folder
    var data: String { folder("data") }
    var job: String { folder("data/work/job") }
    private let outside = Process()
    private let tcp: Listener
    private let udp: Listener
    private let sockets: [Listener]

    /// The outcome of one attempt of the program.
    struct Attempt {
        let about: String
        let name: String
        let result: String
        var isDone: Bool { result == "done" }
        var line: String { "\(about): \(name): \(result)" }
    }

    init() throws {
        folder = try Folder()
        let files = FileManager.default
        for name in ["bin", "data/work/job", "data/work/other"] {
            try files.createDirectory(atPath: folder(name), withIntermediateDirectories: true)
        }
        try files.copyItem(atPath: Tool.built("hostile-decoder"), toPath: folder("bin/hostile-decoder"))
        for (name, text) in HostileScene.contents { _ = try folder.write("data/\(name)", Data(text.utf8)) }
        outside.executableURL = URL(fileURLWithPath: "/bin/sleep")
        outside.arguments = ["1000"]
        // Inherited descriptors would stay open when the tests are killed.
        (outside.standardOutput, outside.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try outside.run()
        tcp = try Listener(tcp: true)
        udp = try Listener(tcp: false)
        sockets = [
            try Listener(path: "\0cairn-test-\(outside.processIdentifier)"),
            try Listener(path: folder("data/socket")),
        ]
    }

    deinit { kill(outside.processIdentifier, SIGKILL) }

    /// The database has the size to which the program would truncate it.
    private static let contents = [
        "secret": "key", "database": "database", "work/other/source": "other", "work/job/source": "upload",
        "work/job/result": "",
    ]

    private var arguments: [String] { [data, "\(outside.processIdentifier)", "\(tcp.port)", "\(udp.port)"] }

    /// What the program achieves under an isolation.
    func attempt(_ way: Isolation) throws -> [Attempt] {
        let child = ChildProcess(isolation: way, searchPath: [folder("bin")] + ChildProcess.systemFolders)
        let report = try child.run("hostile-decoder", arguments, in: job, output: "result")
        try #require(report.succeeded, "\(report.outcome) \(report.standardError)")
        return attempts(String(decoding: report.output, as: UTF8.self))
    }

    /// What it achieves as a plain child of this process.
    func attemptBare() throws -> [Attempt] {
        let run = try Tool.run(
            "/bin/sh",
            ["-c", "cd \"$1\"; shift; exec \"$@\"", "sh", job, folder("bin/hostile-decoder")] + arguments)
        try #require(run.status == 0)
        return attempts(run.output)
    }

    /// Whether everything is unchanged, and nothing was added.
    func isUnharmed() throws -> Bool {
        let files = FileManager.default
        let names = try files.subpathsOfDirectory(atPath: data).filter { !$0.isEmpty }
        let folders: Set = ["socket", "work", "work/job", "work/other"]
        return Set(names) == folders.union(HostileScene.contents.keys)
            && HostileScene.contents.allSatisfy { name, text in
                files.contents(atPath: "\(data)/\(name)") == Data(text.utf8)
            }
    }

    private func attempts(_ output: String) -> [Attempt] {
        output.split(separator: "\n").map { line in
            let parts = line.split(separator: "\t").map(String.init) + ["", "", ""]
            return Attempt(about: parts[0], name: parts[1], result: parts[2])
        }
    }
}

/// A socket of this process that others could connect to.
private final class Listener {
    private let descriptor: Int32
    private(set) var port: UInt16 = 0

    /// On a port of 127.0.0.1 that the system chooses.
    init(tcp: Bool) throws {
        let type = Int32((tcp ? SOCK_STREAM : SOCK_DGRAM).rawValue)
        descriptor = socket(AF_INET, type | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                try #require(bind(descriptor, generic, size) == 0)
                try #require(getsockname(descriptor, generic, &size) == 0)
            }
            return UInt16(bigEndian: pointer.pointee.sin_port)
        }
        self.port = port
        if tcp { try #require(listen(descriptor, 8) == 0) }
    }

    /// On a path, or on an abstract name after a zero byte.
    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        try #require(bytes.count < MemoryLayout.size(ofValue: address.sun_path))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let size = MemoryLayout<sa_family_t>.size + bytes.count
        try withUnsafePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                try #require(bind(descriptor, generic, socklen_t(size)) == 0)
            }
        }
        try #require(listen(descriptor, 8) == 0)
    }

    deinit { close(descriptor) }
}
