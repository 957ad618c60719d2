import Foundation

@testable import Mail

/// A real mail server (aiosmtpd) that a test starts; it ends with this object.
final class MailServer {
    struct Received: Decodable {
        let from: String
        let to: [String]
        let tls: Bool
        let authenticated: Bool
        let content: String
    }

    enum Mode: String { case plain, starttls, tls }

    let port: Int
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// `CAIRN_TEST_PYTHON` names the interpreter that has the tests' packages; without it, the system's.
    static let python = ProcessInfo.processInfo.environment["CAIRN_TEST_PYTHON"] ?? "/usr/bin/python3"
    static let isAvailable = (try? run(python, ["-c", "import aiosmtpd"])) == 0

    static func run(_ program: String, _ arguments: [String]) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    init(_ mode: Mode, _ certificate: Certificate? = nil) throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "smtp_server.py")
        process.executableURL = URL(filePath: MailServer.python)
        process.arguments = [script.path, mode.rawValue] + (certificate.map { [$0.file, $0.key] } ?? [])
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        port = Int(MailServer.line(output)) ?? 0
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// The next message that arrived.
    func received() throws -> Received {
        try JSONDecoder().decode(Received.self, from: Data(MailServer.line(output).utf8))
    }

    private static func line(_ pipe: Pipe) -> String {
        var bytes: [UInt8] = []
        while let byte = try? pipe.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A self-signed certificate for 127.0.0.1, in a folder deleted with this object.
final class Certificate {
    let folder = Folder()
    var file: String { folder.path + "/certificate.pem" }
    var key: String { folder.path + "/key.pem" }

    init() throws {
        let status = try MailServer.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=mail.test", "-addext",
                "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", file,
            ])
        if status != 0 { throw CocoaError(.executableLoad) }
    }
}

/// A folder of its own, deleted with this object.
final class Folder {
    let path = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)").path

    init() { try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.posixPermissions] as? Int
    }
}
