import Foundation
import TestTools

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

    static let isAvailable = Tool.has("aiosmtpd")

    private let server: ScriptServer

    init(_ mode: Mode, _ certificate: SelfSignedCertificate? = nil) throws {
        server = try ScriptServer("smtp_server.py", [mode.rawValue] + (certificate.map { [$0.file, $0.key] } ?? []))
    }

    static func certificate() throws -> SelfSignedCertificate {
        try SelfSignedCertificate(name: "mail.test", host: "IP:127.0.0.1")
    }

    var port: Int { server.port }

    /// The next message that arrived.
    func received() throws -> Received {
        try JSONDecoder().decode(Received.self, from: Data(server.line().utf8))
    }
}

extension Folder {
    func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.posixPermissions] as? Int
    }
}
