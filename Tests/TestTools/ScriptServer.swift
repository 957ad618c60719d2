import Foundation

/// A server in Python that a test starts; it ends with this object. It prints its port, and ends when its standard input does.
public final class ScriptServer {
    public let port: Int
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// - Parameter script: its file name, beside the caller's.
    public init(_ script: String, _ arguments: [String] = [], beside file: String = #filePath) throws {
        let path = URL(filePath: file).deletingLastPathComponent().appending(path: script).path
        process.executableURL = URL(filePath: Tool.python)
        process.arguments = [path] + arguments
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        port = Int(ScriptServer.line(output)) ?? 0
    }

    deinit { end() }

    /// The next line that it prints.
    public func line() -> String { ScriptServer.line(output) }

    /// Ends it: the lines that it has printed until now.
    public func lastLines() -> [String] {
        end()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return text.split(separator: "\n").map { String($0) }
    }

    private func end() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    private static func line(_ pipe: Pipe) -> String {
        var bytes: [UInt8] = []
        while let byte = try? pipe.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A certificate that its own key has signed, in a folder deleted with this object.
public final class SelfSignedCertificate {
    private let folder = Folder()
    public var file: String { folder.path + "/certificate.pem" }
    public var key: String { folder.path + "/key.pem" }

    /// - Parameters:
    ///   - name: of whose it is.
    ///   - host: "DNS:push.example.org", "IP:127.0.0.1".
    public init(name: String, host: String) throws {
        let status = try Tool.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=\(name)", "-addext",
                "subjectAltName=\(host)", "-keyout", key, "-out", file,
            ]
        ).status
        if status != 0 { throw CocoaError(.executableLoad) }
    }
}
