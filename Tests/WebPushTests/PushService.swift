import Curl
import Foundation
import TestTools

@testable import WebPush

/// A push service that a test starts; it ends with this object.
final class PushService {
    struct Received: Decodable {
        let method: String
        let path: String
        /// Counted from 1.
        let connection: Int
        let headers: [String: String]
        let body: Data
    }

    let port: Int
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    init(_ certificate: PushCertificate? = nil) throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "push_service.py")
        process.executableURL = URL(filePath: Tool.python)
        process.arguments = [script.path] + (certificate.map { [$0.file, $0.key] } ?? [])
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        port = Int(PushService.line(output)) ?? 0
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// The next request that arrived.
    func received() throws -> Received {
        try JSONDecoder().decode(Received.self, from: Data(PushService.line(output).utf8))
    }

    /// An address of the service that answers as the path says.
    func endpoint(_ path: String, scheme: String = "http", host: String = "127.0.0.1") throws -> CheckedURL {
        let hosts = try TrustedHosts("\(host):\(port)")
        guard let endpoint = CheckedURL("\(scheme)://\(host):\(port)/\(path)", trusting: hosts) else {
            throw CocoaError(.coderInvalidValue)
        }
        return endpoint
    }

    private static func line(_ pipe: Pipe) -> String {
        var bytes: [UInt8] = []
        while let byte = try? pipe.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A self-signed certificate for push.example.org.
final class PushCertificate {
    private let folder = Folder()
    var file: String { folder.path + "/certificate.pem" }
    var key: String { folder.path + "/key.pem" }

    init() throws {
        let status = try Tool.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=push.test", "-addext",
                "subjectAltName=DNS:push.example.org", "-keyout", key, "-out", file,
            ]
        ).status
        if status != 0 { throw CocoaError(.executableLoad) }
    }
}
