import Database
import Foundation
import HTTP
import Proximity
import Safeguards

/// Signing in, and out again.
extension Accounts {
    func showLogin(_ visit: Visit) -> Response {
        let next = PathText.inside(visit.query["next"])
        if visit.viewer != nil { return visit.redirect(to: next) }
        let page = LoginPage(
            frame: visit.frame("Sign in", hasForm: true), username: "", next: next, kept: "", problems: Problems(),
            notice: "")
        return visit.page(page)
    }

    func logIn(_ visit: Visit) throws -> Response {
        let username = typedName(visit.form)
        let password = visit.form["password"] ?? ""
        let next = PathText.inside(visit.form["next"])
        let kept = visit.form["kept"] ?? ""
        guard let account = try account(username, password, visit) else {
            let page = LoginPage(
                frame: visit.frame("Sign in", hasForm: true), username: username, next: next, kept: kept,
                problems: Problems("password", "Wrong name or password."), notice: "")
            return visit.page(page, status: .unprocessableContent)
        }
        if try site.database.read({ try AccountQueries.isSuspended($0, account) }) {
            let page = LoginPage(
                frame: visit.frame("Sign in", hasForm: true), username: username, next: next, kept: kept,
                problems: Problems("password", "This account is suspended. Ask the friend who runs this site."),
                notice: "")
            return visit.page(page, status: .unprocessableContent)
        }
        try beginSession(account, visit)
        guard let form = KeptForm(kept, previews: previews) else { return visit.redirect(to: next) }
        return visit.page(
            ResumePage(frame: visit.frame("Welcome back", hasForm: true), path: form.path, fields: form.fields))
    }

    /// Phones put a space after a word that they complete.
    func typedName(_ form: FormFields) -> String {
        (form["username"] ?? "").trimmingCharacters(in: .whitespaces)
    }

    /// The account whose name and password these are; nil otherwise, without a hint in words or time which was wrong.
    ///
    /// - Throws: `Failure.tooMany` after too many attempts on one account, device or network; `Failure.unavailable`.
    private func account(_ username: String, _ password: String, _ visit: Visit) throws -> ID<Account>? {
        guard password.utf8.count <= PasswordRules.maximumBytes, username.utf8.count <= 320 else { return nil }
        let found = try site.database.read { try AccountQueries.credentials($0, username: username) }
        let tries = loginTries(username, found?.id, visit)
        let stored = found.flatMap { PasswordHash($0.password) }
        let isRight = try check(password, against: stored, tries, visit.now)
        guard isRight, let found else { return nil }
        // When the hasher is busy, the next login renews it.
        if stored?.cost != hasher.cost, let renewed = try? hasher.hash(password, as: tries.priority) {
            try site.database.write { try AccountQueries.setPassword($0, found.id, renewed.text) }
        }
        return found.id
    }

    /// By whom and from where an attempt is counted. A name nobody has is counted like any other. A known device is
    /// counted by itself, and once its free tries are used up, like everybody's too.
    private func loginTries(_ name: String, _ account: ID<Account>?, _ visit: Visit) -> PasswordTries {
        let subject = account.map { "\($0)" } ?? "nobody-\(Accounts.hash(Username.fold(name)).prefix(32))"
        let everybody: Throttles.Counter = (.password, subject)
        let networks = visit.networkCounters(.password)
        guard let account, let device = KnownDevice.name(for: account, visit) else {
            return PasswordTries(own: everybody, others: networks, priority: .stranger)
        }
        return PasswordTries(
            own: (.password, "device-\(device)-\(account)"), others: [everybody] + networks,
            areOthersSpared: true, priority: .known(account.rawValue))
    }

    func logOut(_ visit: Visit) throws -> Response {
        if let token = visit.sessionToken {
            try site.database.write { try AccountQueries.endSession($0, tokenHash: Accounts.hash(token)) }
        }
        visit.addCookie(site.cookies.end(site.cookies.session))
        var response = visit.redirect(to: "/", saying: "You are signed out.")
        // "cookies" would clear the whole domain, "storage" the push registration.
        response.headers.set("Clear-Site-Data", "\"cache\"")
        return response
    }
}
