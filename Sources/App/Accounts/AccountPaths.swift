import Database

/// The paths of the feature.
enum AccountPaths {
    static let login = SitePaths.login
    static let logout = SitePaths.logout
    static let signup = SitePaths.signup
    static let preferences = "/settings/preferences"
    static let profile = "/settings/profile"
    static let removePicture = "/settings/picture/remove"
    static let password = "/settings/password"
    static let email = "/settings/email"
    static let confirmEmail = "/settings/email/confirm"
    static let sessions = "/settings/sessions"
    static let endOtherSessions = "/settings/sessions/end"
    static let forgot = "/password/forgot"
    /// The page after a link was asked for.
    static let forgotSent = "/password/forgot?sent=1"

    /// The login page, which leads to `next` afterwards.
    static func login(next: String) -> String { "/login?next=\(PathText.component(next))" }
    /// The sign-up page, which leads to `next` afterwards.
    static func signup(next: String) -> String { "/signup?next=\(PathText.component(next))" }
    static func end(_ session: ID<Session>) -> String { "/settings/sessions/\(session)/end" }
    /// The mailed link that confirms an address.
    static func confirm(_ token: String) -> String { "/confirm?token=\(PathText.component(token))" }
    /// The mailed link that leads to the form for a new password.
    static func reset(_ token: String) -> String { "/password/reset?token=\(PathText.component(token))" }
}
