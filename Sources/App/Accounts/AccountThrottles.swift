import Safeguards

extension Throttle {
    /// Passwords: ten in three minutes, then 30 s that double to 15 min. At login by account and by address, on a
    /// device that signed in before by device and account; inside a session by session.
    static let password = Throttle(
        "password", label: "Passwords at login and in settings", attempts: 10, window: 3 * minute,
        delays: 30 * second...15 * minute)
    /// New accounts, by address.
    static let signup = Throttle("signup", label: "New accounts, by network address", attempts: 10, window: hour)
    /// Sign-up forms that created no account, by address: each reveals whether a name is taken.
    static let signupRefused = Throttle(
        "signup-refused", label: "Sign-ups that made no account, by network address", attempts: 60, window: hour)
    /// Guests who were let in somewhere, by address: a whole party may share one.
    static let guest = Throttle(
        "guest", label: "Guests let into groups, by network address", attempts: 30, window: hour)
    /// Reset mails, by account.
    static let forgotByAccount = Throttle(
        "forgot-account", label: "Links for a new password, by account", attempts: 3, window: hour)
    /// Reset mails, by address.
    static let forgotByAddress = Throttle(
        "forgot-address", label: "Links for a new password, by network address", attempts: 20, window: hour)
    /// Codes of groups and passwords of relics, by account and thing: five in an hour, then 10 s that double to an
    /// hour.
    static let code = Throttle(
        "code", label: "Codes of groups and words of relics, by account and thing", attempts: 5, window: hour,
        delays: 10 * second...hour)
}

extension Accounts {
    var throttles: [Throttle] {
        [
            .password, .signup, .signupRefused, .guest, .forgotByAccount, .forgotByAddress, .code,
        ]
    }
}
