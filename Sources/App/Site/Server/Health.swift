import Database
import HTTP
import Proximity

/// The health check for load balancers and supervisors. `/healthz`, which checks only the process, is a static page.
struct Health: Feature {
    let site: Site

    static let migrations: [Migration] = []

    var routes: [Route] {
        [
            .openGet("/readyz", ready),
            .program(.get, "/doctor/{token}", bodyLimit: 0, nil, showForwarding),
        ]
    }

    /// Checks that the database can be read.
    func ready(_ context: RequestContext) throws -> Response {
        _ = try site.database.read { try $0.value("SELECT 1", as: Int.self) }
        return context.finished(.text("ok\n"))
    }

    /// `GET /doctor/{token}`: what of a request arrives here, for `cairn doctor`, which asks by the public address.
    func showForwarding(_ context: RequestContext) throws -> Response {
        guard DoctorToken.isValid(context.parameters["token"] ?? "", site.key, context.now) else {
            throw Failure.notFound
        }
        return try context.json(ForwardedRequest(context.request.head))
    }
}

/// What arrives of a request that passed a proxy.
struct ForwardedRequest: Codable, Equatable {
    let host: String
    /// Whether a trusted proxy says that the visitor uses https.
    var isSecure: Bool
    /// Whether there are header fields with the visitor's address and with the scheme, trusted or not.
    let hasAddress: Bool
    let hasScheme: Bool

    init(_ head: RequestHead) {
        host = head.headers["host"] ?? ""
        isSecure = head.isSecure
        let forwarded = head.headers["forwarded"]?.lowercased() ?? ""
        hasAddress = head.headers["x-forwarded-for"] != nil || forwarded.contains("for=")
        hasScheme = head.headers["x-forwarded-proto"] != nil || forwarded.contains("proto=")
    }
}

/// Lets who has the site's key ask the site, for a minute.
enum DoctorToken {
    private static let purpose = "doctor"
    private static let lifetime = 60.0

    static func make(_ key: SecretKey, _ now: Timestamp) -> String { key.sign(purpose, "\(now.milliseconds)") }

    static func isValid(_ token: String, _ key: SecretKey, _ now: Timestamp) -> Bool {
        guard let time = key.verified(purpose, token).flatMap({ Int64($0) }) else { return false }
        return abs(now.milliseconds - time) <= Int64(lifetime * 1_000)
    }
}
