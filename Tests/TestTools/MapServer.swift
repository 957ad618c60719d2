import Curl
import Foundation
import Synchronization

/// A server of one file that a test starts; it ends with this object.
public final class MapServer {
    public let port: Int
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let folder = Folder()

    public init(_ bytes: [UInt8]) throws {
        let file = folder.path + "/served"
        try Data(bytes).write(to: URL(filePath: file))
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "range_server.py")
        process.executableURL = URL(filePath: Tool.python)
        process.arguments = [script.path, file]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        port = Int(MapServer.line(output)) ?? 0
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// The address that answers as its path says.
    public func url(_ way: String) throws -> CheckedURL {
        guard let url = CheckedURL("http://127.0.0.1:\(port)/\(way)", trusting: try TrustedHosts("127.0.0.1:\(port)"))
        else { throw CocoaError(.coderInvalidValue) }
        return url
    }

    /// The bytes of the answers until now, one for each request.
    public func answers() throws -> [Int] {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return text.split(separator: "\n").compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    }

    private static func line(_ pipe: Pipe) -> String {
        var bytes: [UInt8] = []
        while let byte = try? pipe.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
