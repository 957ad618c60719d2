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

    private let server: ScriptServer

    init(_ certificate: SelfSignedCertificate? = nil) throws {
        server = try ScriptServer("push_service.py", certificate.map { [$0.file, $0.key] } ?? [])
    }

    static func certificate() throws -> SelfSignedCertificate {
        try SelfSignedCertificate(name: "push.test", host: "DNS:push.example.org")
    }

    var port: Int { server.port }

    /// The next request that arrived.
    func received() throws -> Received {
        try JSONDecoder().decode(Received.self, from: Data(server.line().utf8))
    }

    /// An address of the service that answers as the path says.
    func endpoint(_ path: String, scheme: String = "http", host: String = "127.0.0.1") throws -> CheckedURL {
        let hosts = try TrustedHosts("\(host):\(port)")
        guard let endpoint = CheckedURL("\(scheme)://\(host):\(port)/\(path)", trusting: hosts) else {
            throw CocoaError(.coderInvalidValue)
        }
        return endpoint
    }
}
