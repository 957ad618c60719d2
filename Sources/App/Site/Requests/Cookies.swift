/// The names and attributes of the cookies that the site sets.
///
/// With https a name begins with `__Host-`, which browsers only accept with Secure, for the whole host and without a
/// domain; on plain http (localhost) that prefix is impossible, so the plain name is used.
struct SiteCookies: Sendable {
    let isSecure: Bool

    /// The session of a signed-in person.
    var session: String { name("session") }
    /// A visitor without a session, for the forms before login.
    var guest: String { name("guest") }
    /// Who signed in on this browser before.
    var device: String { name("device") }
    /// An invitation that somebody came by and who has not signed up yet.
    var invitation: String { name("invitation") }
    /// A message for the next page.
    var flash: String { name("flash") }

    /// A Set-Cookie value. Without `maxAge`, in seconds, it ends with the browser.
    func set(_ name: String, _ value: String, maxAge: Int? = nil) -> String {
        let age = maxAge.map { "; Max-Age=\($0)" } ?? ""
        return "\(name)=\(value); Path=/\(age); HttpOnly; SameSite=Lax\(isSecure ? "; Secure" : "")"
    }

    /// A Set-Cookie value that ends a cookie.
    func end(_ name: String) -> String { set(name, "", maxAge: 0) }

    private func name(_ plain: String) -> String { isSecure ? "__Host-\(plain)" : plain }
}
