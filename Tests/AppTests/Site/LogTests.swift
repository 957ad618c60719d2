import Foundation
import Testing

@testable import App
@testable import HTTP

/// What the log contains about requests.
struct LogTests {
    @Test func `no route logs a secret from its URL, form or cookies`() throws {
        let lines = LogLines()
        let site = try TestSite.empty(log: lines.logger)
        let accessLog = try #require(
            site.app.serverConfiguration(temporaryFolder: site.folder + "/tmp").accessLog)
        // Everything that uses the database fails and is logged.
        site.app.close()
        let secret = "SECRETsecret0123456789"
        let unknown = [
            "/ingest/osmand/\(secret)", "/join/\(secret)", "/\(secret)", "/join-me/x/\(secret)", "/%6Aoin-me/\(secret)",
            "/icons/\(secret)", "/\(secret.lowercased())/\(secret)",
        ]
        let known = site.app.routes.map { ($0.method, $0.pattern.replacing(#/\{\w+\}/#, with: secret)) }
        for (method, path) in known + unknown.map({ (HTTP.Method.get, $0) }) {
            for cookie in ["session=\(secret)", "guest=\(secret); invitation=\(secret)", ""] {
                let headers = Headers([
                    ("Host", "localhost:8080"), ("Cookie", cookie),
                    ("Referer", "http://localhost:8080/?token=\(secret)"),
                    ("Content-Type", "application/x-www-form-urlencoded"),
                ])
                let target = "\(path)?token=\(secret)&q=\(secret)"
                let request = try Request(
                    method: method, target: target, headers: headers, body: .bytes(Array("password=\(secret)".utf8)))
                let response = site.app.respond(to: request)
                accessLog(
                    AccessRecord(
                        number: 1, client: .loopback, method: method, target: target, path: path,
                        status: response.status,
                        microseconds: 1,
                        refusal: nil))
            }
        }
        let all = lines.all.withLock { $0 }
        #expect(all.count > 3 * known.count)
        #expect(all.contains { $0.contains("request failed") && $0.contains("/join-me/{token}") })
        for line in all { #expect(!line.lowercased().contains(secret.lowercased()), "\(line)") }
    }
}
