import HTTP

/// Tokens against cross-site request forgery.
///
/// A token is the HMAC of the browser's cookie: the session's, or before login a signed short-lived one. It is masked
/// anew in every response, because compression together with reflected text would otherwise leak it (BREACH).
struct FormToken: Sendable {
    private let code: [UInt8]

    /// The token of a session, from the session's secret.
    init(session token: String, key: SecretKey) { code = key.code("csrf session", token) }

    /// The token for a visitor without a session.
    init(visitor cookie: String, key: SecretKey) { code = key.code("csrf guest", cookie) }

    /// The token in a form: a random mask, followed by the masked code.
    func masked(randomBytes: (Int) -> [UInt8]) -> String {
        let mask = randomBytes(code.count)
        return Base64URL.encode(mask + zip(mask, code).map { $0 ^ $1 })
    }

    /// Whether `field` is this token under any mask; false for empty and missing fields.
    func accepts(_ field: String?) -> Bool {
        guard let field, let bytes = Base64URL.decode(field), bytes.count == 2 * code.count else { return false }
        let unmasked = zip(bytes.prefix(code.count), bytes.suffix(code.count)).map { $0 ^ $1 }
        return ConstantTime.equal(unmasked, code)
    }
}

/// Checks the origin of a request.
enum RequestOrigin {
    /// False if the browser says that another site sent the request: by Sec-Fetch-Site, otherwise by Origin, which must
    /// name the requested host.
    static func isOwn(_ headers: Headers) -> Bool {
        if let site = headers["sec-fetch-site"] { return site == "same-origin" || site == "none" }
        guard let origin = headers["origin"] else { return true }
        guard let start = origin.range(of: "://") else { return false }
        return origin[start.upperBound...].lowercased() == headers["host"]?.lowercased()
    }
}
