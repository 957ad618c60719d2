import Database
import Foundation
import HTTP

/// Signing up and in, and out again.
extension Accounts {
    func showSignup(_ visit: Visit) -> Response {
        if visit.viewer != nil { return visit.redirect(to: "/") }
        return visit.page(
            SignupPage(frame: visit.frame("Sign up", hasForm: true), username: "", timeZone: "", problems: Problems()))
    }

    func signUp(_ visit: Visit) throws -> Response {
        let form = visit.form
        let typed = typedName(form)
        do {
            let username = try checkSignup(form)
            let hash = try hasher.hash(form["password"] ?? "")
            let guessed = form["time_zone"] ?? ""
            let zone = TimeZones.isKnown(guessed) ? guessed : site.settings.timeZone
            let account = try create(username, password: hash, timeZone: zone, visit.now)
            try beginSession(account, visit)
            return visit.redirect(to: "/friends", saying: "Welcome, \(username.text). Who are your friends here?")
        } catch let problems as Problems {
            let page = SignupPage(
                frame: visit.frame("Sign up", hasForm: true), username: typed, timeZone: form["time_zone"] ?? "",
                problems: problems)
            return visit.page(page, status: .unprocessableContent)
        }
    }

    /// Phones put a space after a word that they complete.
    private func typedName(_ form: FormFields) -> String {
        (form["username"] ?? "").trimmingCharacters(in: .whitespaces)
    }

    /// All problems at once, before any hashing.
    private func checkSignup(_ form: FormFields) throws -> Username {
        var problems = Problems()
        let password = form["password"] ?? ""
        let typed = typedName(form)
        PasswordRules.check(
            password, confirmation: form["password_confirmation"] ?? "", username: typed, into: &problems)
        do {
            let username = try Username(typed)
            let isTaken = try site.database.read { try AccountQueries.credentials($0, username: typed) != nil }
            if isTaken { problems.add("username", "That name is taken.") }
            try problems.check()
            return username
        } catch let wrong as Problems {
            problems.add("username", wrong["username"])
            if problems["username"].isEmpty { throw wrong }
            throw problems
        }
    }

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
        guard let account = try account(username, password) else {
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

    /// The account whose name and password these are; nil otherwise, without a hint in words or time which was wrong.
    private func account(_ username: String, _ password: String) throws -> ID<Account>? {
        guard password.utf8.count <= PasswordRules.maximumBytes, username.utf8.count <= 320 else { return nil }
        let found = try site.database.read { try AccountQueries.credentials($0, username: username) }
        let stored = found.flatMap { PasswordHash($0.password) }
        guard try hasher.verify(password, against: stored), let found else { return nil }
        if stored?.cost != hasher.cost {
            let renewed = try hasher.hash(password)
            try site.database.write { try AccountQueries.setPassword($0, found.id, renewed.text) }
        }
        return found.id
    }

    func logOut(_ visit: Visit) throws -> Response {
        if let token = visit.sessionToken {
            try site.database.write { try AccountQueries.endSession($0, tokenHash: Accounts.hash(token)) }
        }
        visit.addCookie(site.cookies.end(site.cookies.session))
        var response = visit.redirect(to: "/")
        // "cookies" would clear the whole domain, "storage" the push registration.
        response.headers.set("Clear-Site-Data", "\"cache\"")
        return response
    }
}
