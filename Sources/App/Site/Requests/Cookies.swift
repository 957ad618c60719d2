/// The site's cookies: names and attributes.
///
/// With https, names begin with `__Host-`: browsers accept these only with Secure, for the whole host and without a
/// domain. On plain http (localhost) the prefix is impossible.
struct SiteCookies: Sendable {
    let isSecure: Bool

    /// The session of a signed-in person.
    var session: String { name("session") }
    /// A visitor without a session, for the forms before login.
    var visitor: String { name("guest") }
    /// Who signed in on this browser before.
    var device: String { name("device") }
    /// An opened invitation of a visitor who has not signed up yet.
    var invitation: String { name("invitation") }
    /// The message for the next page.
    var flash: String { name("flash") }
    /// What a guest was let in to, for when it is over.
    var farewell: String { name("farewell") }
    /// A secret that the next page shows once.
    var token: String { name("token") }

    /// A Set-Cookie value. Without `maxAge` (seconds) the cookie ends with the browser.
    func set(_ name: String, _ value: String, maxAge: Int? = nil) -> String {
        let age = maxAge.map { "; Max-Age=\($0)" } ?? ""
        return "\(name)=\(value); Path=/\(age); HttpOnly; SameSite=Lax\(isSecure ? "; Secure" : "")"
    }

    /// A Set-Cookie value that deletes a cookie.
    func end(_ name: String) -> String { set(name, "", maxAge: 0) }

    private func name(_ plain: String) -> String { isSecure ? "__Host-\(plain)" : plain }
}
