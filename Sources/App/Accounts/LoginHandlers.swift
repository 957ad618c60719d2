import Database
import Foundation
import HTTP
import Proximity
import Safeguards

/// Login and logout.
extension Accounts {
    func showLogin(_ context: RequestContext) -> Response {
        let next = PathText.inside(context.query["next"])
        if context.member != nil { return context.redirect(to: next) }
        let page = LoginPage(
            frame: context.frame("Sign in", hasForm: true), username: "", next: next, kept: "",
            errors: ValidationErrors(),
            notice: context.viewer == nil ? "" : "Once you sign in, you’re no longer here as a guest.",
            canSignUp: site.settings.registration == .open)
        return context.page(page)
    }

    func logIn(_ context: RequestContext) throws -> Response {
        let username = typedName(context.form)
        let password = context.form["password"] ?? ""
        let next = PathText.inside(context.form["next"])
        let kept = context.form["kept"] ?? ""
        guard let account = try account(username, password: password, in: context) else {
            return refusedLogin(context, username, next: next, kept: kept, words: "Wrong username or password.")
        }
        if try site.database.read({ try AccountQueries.isSuspended($0, account) }) {
            return suspendedLogin(context, username, next: next, kept: kept)
        }
        try beginSession(account, context)
        guard let form = KeptForm(kept, previews: previews) else { return context.redirect(to: next) }
        return context.page(
            ResumePage(frame: context.frame("Welcome back", hasForm: true), path: form.path, fields: form.fields))
    }

    /// The login page for somebody whose account is suspended.
    func suspendedLogin(_ context: RequestContext, _ username: String, next: String = "", kept: String = "") -> Response
    {
        refusedLogin(
            context, username, next: next, kept: kept,
            words: "This account is suspended. Ask the person who runs this site.")
    }

    private func refusedLogin(
        _ context: RequestContext, _ username: String, next: String, kept: String, words: String
    ) -> Response {
        let page = LoginPage(
            frame: context.frame("Sign in", hasForm: true), username: username, next: next, kept: kept,
            errors: ValidationErrors("password", words), notice: "", canSignUp: site.settings.registration == .open)
        return context.page(page, status: .unprocessableContent)
    }

    /// Paths of the routes that can resume a form after login.
    private var previews: [String] { site.features.all.flatMap { $0.routes }.compactMap { $0.resume } }

    /// Trims spaces: phone keyboards append one after a completed word.
    func typedName(_ form: FormFields) -> String {
        (form["username"] ?? "").trimmingCharacters(in: .whitespaces)
    }

    /// The account with this name and password; otherwise nil. Neither the answer nor its time tells which one was
    /// wrong.
    ///
    /// - Throws: `Failure.tooMany` after too many attempts on one account, device or network; `Failure.unavailable`.
    private func account(_ username: String, password: String, in context: RequestContext) throws -> ID<Account>? {
        guard password.utf8.count <= PasswordRules.maximumBytes, username.utf8.count <= 320 else { return nil }
        let found = try site.database.read { try AccountQueries.credentials($0, username: username) }
        let tries = loginTries(username, account: found?.id, in: context)
        let stored = found.flatMap { PasswordHash($0.password) }
        let isRight = try check(password, against: stored, tries: tries, at: context.now)
        guard isRight, let found else { return nil }
        // If the hasher is busy, the next login renews the hash.
        if stored?.cost != hasher.cost, let renewed = try? hasher.hash(password, as: tries.priority) {
            try site.database.write { try AccountQueries.setPassword($0, found.id, password: renewed.text) }
        }
        return found.id
    }

    /// The counters of a login attempt. An unknown name is counted like a known one. A known device has its own
    /// counter; once its free tries are used up, the shared counters apply as well.
    private func loginTries(_ name: String, account: ID<Account>?, in context: RequestContext) -> PasswordTries {
        let subject = account.map { "\($0)" } ?? "nobody-\(TokenHash.of(Username.fold(name)).prefix(32))"
        let everybody: Throttles.Counter = (.password, subject)
        let networks = context.networkCounters(.password)
        guard let account, let device = TrustedBrowser.name(for: account, context) else {
            return PasswordTries(own: everybody, others: networks, priority: .stranger)
        }
        return PasswordTries(
            own: (.password, "device-\(device)-\(account)"), others: [everybody] + networks,
            areOthersSpared: true, priority: .known(account.rawValue))
    }

    /// `GET /logout`: asks first, because a guest cannot come back.
    func showLogout(_ context: RequestContext, _ viewer: Viewer) -> Response {
        context.page(LogoutPage(frame: context.frame(viewer.isGuest ? "Leave" : "Sign out", .you)))
    }

    func logOut(_ context: RequestContext) throws -> Response {
        if let token = context.sessionToken {
            let hash = TokenHash.of(token)
            try site.database.write { database in
                try AccountQueries.endSession(database, tokenHash: hash)
                guard let viewer = context.viewer else { return }
                sessionsEnd(database, of: viewer.id)
                // Without the session a guest could not come back.
                if viewer.isGuest { try endGuest(database, viewer.id, at: context.now) }
            }
        }
        context.addCookie(site.cookies.end(site.cookies.session))
        var response = context.redirect(
            to: SitePaths.home, saying: context.viewer?.isGuest == true ? "You left." : "You’re signed out.")
        // "cookies" would clear the whole domain, "storage" the push registration.
        response.headers.set("Clear-Site-Data", "\"cache\"")
        return response
    }
}
