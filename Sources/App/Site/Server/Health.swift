import Database
import Foundation
import HTTP
import Proximity

/// The health check for load balancers and supervisors. `/healthz`, which checks only the process, is a static page.
struct Health: Feature {
    let site: Site
    let dataFolder: String

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
        guard DoctorToken.isValid(context.parameters["token"] ?? "", site.key, dataFolder: dataFolder, context.now)
        else {
            throw Failure.notFound
        }
        return try context.json(ForwardedRequest(context.request.head))
    }
}

/// What arrives of a request that passed a proxy.
struct ForwardedRequest: Codable, Equatable {
    let host: String
    /// Whether it comes from a proxy that is trusted.
    let isTrusted: Bool
    /// Whether that proxy names the visitor's address, and the scheme that the visitor uses.
    let namesClient: Bool
    let scheme: String?
    /// Whether there are fields of a proxy at all.
    let hasFields: Bool

    init(_ head: RequestHead) {
        host = head.headers["host"] ?? ""
        isTrusted = head.proxied != nil
        namesClient = head.proxied?.namesClient ?? false
        scheme = head.proxied?.scheme.map { String($0.prefix(20)) }
        hasFields = ["x-forwarded-for", "x-forwarded-proto", "forwarded"].contains { head.headers[$0] != nil }
    }
}

/// Lets who has the site's key and sees its files ask the site, for a minute.
enum DoctorToken {
    private static let purpose = "doctor"
    private static let lifetime = 60.0

    /// - Parameter dataFolder: a copy of a site has the same key, and another file of the database.
    static func make(_ key: SecretKey, dataFolder: String, _ now: Timestamp) -> String {
        key.sign(purpose, "\(now.milliseconds) \(file(dataFolder))")
    }

    static func isValid(_ token: String, _ key: SecretKey, dataFolder: String, _ now: Timestamp) -> Bool {
        let words = key.verified(purpose, token)?.split(separator: " ") ?? []
        guard words.count == 2, let time = Int64(words[0]), words[1] == file(dataFolder) else { return false }
        return abs(now.milliseconds - time) <= Int64(lifetime * 1_000)
    }

    private static func file(_ dataFolder: String) -> String {
        var info = stat()
        return stat(dataFolder + "/cairn.sqlite", &info) == 0 ? "\(info.st_ino)" : ""
    }
}
