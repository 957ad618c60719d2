import HTTP

/// The tokens that tell our own forms from another site's (cross-site request forgery).
///
/// A token is the HMAC of what the browser's cookie holds: the session, or before there is one a signed short-lived
/// cookie. It is masked anew in every answer, because gzip beside reflected text would otherwise leak it (BREACH).
struct FormToken: Sendable {
    private let code: [UInt8]

    /// The token for a session, by the session's own secret.
    init(session token: String, key: SecretKey) { code = key.code("csrf session", token) }

    /// The token for a visitor without a session.
    init(guest cookie: String, key: SecretKey) { code = key.code("csrf guest", cookie) }

    /// The token as it stands in a form: a random mask, then the code under it.
    func masked(randomBytes: (Int) -> [UInt8]) -> String {
        let mask = randomBytes(code.count)
        return Base64URL.encode(mask + zip(mask, code).map { $0 ^ $1 })
    }

    /// Whether `field` is this token under any mask. Empty and missing fields never are.
    func accepts(_ field: String?) -> Bool {
        guard let field, let bytes = Base64URL.decode(field), bytes.count == 2 * code.count else { return false }
        let unmasked = zip(bytes.prefix(code.count), bytes.suffix(code.count)).map { $0 ^ $1 }
        return ConstantTime.equal(unmasked, code)
    }
}

/// Whether a request that changes something comes from a page of this site.
enum RequestOrigin {
    /// False when the browser says that another site made it: by Sec-Fetch-Site, or without it by Origin, which must
    /// name the host that was asked.
    static func isOwn(_ headers: Headers) -> Bool {
        if let site = headers["sec-fetch-site"] { return site == "same-origin" || site == "none" }
        guard let origin = headers["origin"] else { return true }
        guard let start = origin.range(of: "://") else { return false }
        return origin[start.upperBound...].lowercased() == headers["host"]?.lowercased()
    }
}
