import Foundation
import HTTP

/// Configures the HTTP server for the site.
enum ServerSetup {
    /// The server's headers, its own error pages and its log.
    ///
    /// - Parameters:
    ///   - temporaryFolder: where request bodies are written as they arrive; created if missing.
    ///   - diskReserve: bytes of the disk that uploads must leave free.
    ///   - labels: what answers are counted under; nil when nobody reads the counts.
    /// - Throws: if the folder cannot be created.
    static func configuration(
        _ site: Site, _ routes: RouteIndex, temporaryFolder: String, diskReserve: Int, labels: RequestLabels?
    ) throws -> Configuration {
        var configuration = Configuration()
        try FileManager.default.createDirectory(
            atPath: temporaryFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        configuration.temporaryDirectory = temporaryFolder
        configuration.limits.diskReserveBytes = diskReserve
        configuration.securityHeaders = SecurityHeaders.fields(isSecure: site.cookies.isSecure)
        configuration.errorBody = { PlainErrorPage.response($0) }
        let log = site.log
        configuration.errorLog = { log.error("server trouble", metadata: ["detail": "\($0)"]) }
        configuration.accessLog = { [statistics = site.statistics] record in
            if let labels {
                statistics.record(
                    labels.label(record.method, path: record.path), record.status,
                    seconds: record.path.map { _ in Double(record.microseconds) / 1e6 })
            }
            log.debug(
                "request",
                metadata: [
                    "number": "\(record.number.map { "\($0)" } ?? "-")",
                    "method": "\(record.method?.rawValue ?? "-")",
                    "path": "\(Redaction.target(record.target ?? "-", routes))",
                    "status": "\(record.status.rawValue)", "microseconds": "\(record.microseconds)",
                ])
        }
        return configuration
    }
}

/// The header fields of every response.
enum SecurityHeaders {
    /// Allows scripts, styles, frames, form targets and connections of the site only; geolocation for the site's own
    /// pages only.
    static func fields(isSecure: Bool) -> Headers {
        let policy = [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:",
            "media-src 'self' blob:", "connect-src 'self'", "font-src 'self'", "manifest-src 'self'",
            "worker-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
        ]
        var fields = [
            ("Content-Security-Policy", policy.joined(separator: "; ")), ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Permissions-Policy", "geolocation=(self), camera=(self), microphone=(self)"),
        ]
        // One day for now: a certificate mistake must not lock people out for a year.
        if isSecure { fields.append(("Strict-Transport-Security", "max-age=86400")) }
        return Headers(fields)
    }
}

/// The page for requests refused before routing: no session, no database.
enum PlainErrorPage {
    static func response(_ status: Status) -> Response {
        let words = ErrorWords(status)
        return .html(
            """
            <!doctype html><html lang="en"><head><meta charset="utf-8"><title>\(words.title)</title>\
            <meta name="viewport" content="width=device-width"></head>\
            <body><h1>\(words.title)</h1><p>\(words.body)</p></body></html>

            """, status: status)
    }
}
