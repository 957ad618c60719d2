import Database
import Proximity

/// A browser that signed in to an account before. Strangers' wrong passwords do not lock it out.
///
/// For each account, the cookie holds the random name of the last login. Wrong passwords are counted by that name, from
/// any network, and each login makes a new name: a stolen cookie gives no more tries than any browser has.
enum TrustedBrowser {
    /// Seconds that a login is remembered: twice the maximum life of a session.
    private static let life = 180 * 86_400.0
    /// Most accounts remembered per browser.
    private static let most = 5

    /// An account that signed in with this browser.
    private struct Login {
        let account: ID<Account>
        /// Random, created at login.
        let name: String
        let at: Timestamp

        var text: String { "\(account),\(name),\(at.milliseconds)" }
    }

    /// The cookie after a login: the accounts of this browser, signed.
    static func cookie(for account: ID<Account>, _ context: RequestContext) -> String {
        let name = Base64URL.encode(context.site.environment.randomBytes(12))
        let new = Login(account: account, name: name, at: context.now)
        let all = [new] + logins(context).filter { $0.account != account }
        let text = all.prefix(most).map { $0.text }.joined(separator: ";")
        return context.site.cookies.set(
            context.site.cookies.device, context.site.key.sign("device", text), maxAge: Int(life))
    }

    /// The name of this browser's last login to an account; nil if there was none.
    static func name(for account: ID<Account>, _ context: RequestContext) -> String? {
        logins(context).first { $0.account == account }?.name
    }

    private static func logins(_ context: RequestContext) -> [Login] {
        let cookie = context.request.head.cookie(context.site.cookies.device)
        let text = cookie.flatMap { context.site.key.verified("device", $0) } ?? ""
        return text.split(separator: ";").compactMap { entry in
            let parts = entry.split(separator: ",")
            guard parts.count == 3, let account = ID<Account>(parts[0]), let at = Timestamp(input: parts[2]) else {
                return nil
            }
            return context.now.seconds(since: at) < life ? Login(account: account, name: String(parts[1]), at: at) : nil
        }
    }
}
