import Database
import Foundation
import HTTP
import Media
import Proximity
import Safeguards

/// Signing up and in, and out again.
extension Accounts {
    func showSignup(_ visit: Visit) -> Response {
        if visit.viewer != nil { return visit.redirect(to: PathText.inside(visit.query["next"])) }
        return visit.page(SignupPage(visit, PathText.inside(visit.query["next"]), Problems()))
    }

    func signUp(_ visit: Visit) throws -> Response {
        let form = visit.form
        do {
            let newcomer = try checkSignup(visit)
            try site.throttles.attempt([(.signup, visit.networkName)], visit.now)
            let picture = try form.file("avatar").map { try uploads.take($0, as: .avatar) }
            let hash = try hasher.hash(form["password"] ?? "")
            let account = try create(newcomer, password: hash, visit.now)
            let pictureWords = picture.map { keepFirst($0, of: account, visit.now) } ?? ""
            try beginSession(account, visit)
            let next = PathText.inside(form["next"])
            // Without a mail server nothing is on its way; a page that asks for the address to be confirmed says so.
            let mail = site.mail.isOutbox ? "" : " A mail is on its way to confirm your address."
            return visit.redirect(
                to: next == "/" ? "/friends" : next, saying: "Welcome, \(newcomer.username.text).\(mail)\(pictureWords)"
            )
        } catch let problems as Problems {
            let page = SignupPage(visit, PathText.inside(form["next"]), problems)
            return visit.page(page, status: .unprocessableContent)
        } catch let refused as RefusedUpload {
            let page = SignupPage(visit, PathText.inside(form["next"]), Problems("avatar", refused.sentence))
            return refused.answer(visit.page(page))
        }
    }

    /// Keeps the picture of somebody whose account is made: from here on nothing may fail any more, so what went wrong is
    /// said in words.
    private func keepFirst(_ picture: Prepared, of account: ID<Account>, _ now: Timestamp) -> String {
        do {
            try uploads.keep(picture, of: account, now) { database, name in
                try ProfileQueries.setPicture(database, account, name, now)
            }
            return ""
        } catch let refused as RefusedUpload {
            return " Your picture was not kept: \(refused.sentence)"
        } catch {
            site.log.error("a first picture was not kept", metadata: ["error": "\(error)"])
            return " Your picture was not kept. Please add it again in your settings."
        }
    }

    /// Phones put a space after a word that they complete.
    private func typedName(_ form: FormFields) -> String {
        (form["username"] ?? "").trimmingCharacters(in: .whitespaces)
    }

    /// All problems at once, before any hashing.
    private func checkSignup(_ visit: Visit) throws -> Newcomer {
        let form = visit.form
        var problems = Problems()
        func read<Value>(_ field: String, _ body: () throws -> Value) rethrows -> Value? {
            do { return try body() } catch let wrong as Problems {
                problems.add(field, wrong[field])
                return nil
            }
        }
        let typed = typedName(form)
        let username = try read("username") {
            let username = try Username(typed)
            let code = Departure.code(of: typed, key: site.key)
            let isTaken = try site.database.read { database in
                if try AccountQueries.isKept(database, nameCode: code, visit.now) { return true }
                return try AccountQueries.credentials(database, username: typed) != nil
            }
            if isTaken { throw Problems("username", "That name is taken.") }
            return username
        }
        let email = try read("email") { try EmailRules.address(form) }
        let guessed = form["time_zone"] ?? ""
        let zone = TimeZones.isKnown(guessed) ? guessed : site.settings.timeZone
        let born = try read("birth_date") {
            try BirthDate(form["birth_date"] ?? "", today: visit.now, TimeZone(identifier: zone) ?? .gmt)
        }
        rules.check(
            form["password"] ?? "", confirmation: form["password_confirmation"] ?? "", username: typed, into: &problems)
        guard let username, let email, let born, problems.isEmpty else { throw problems }
        return Newcomer(username: username, email: email, birthDate: born, timeZone: zone)
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

    /// The account whose name and password these are; nil otherwise, without a hint in words or time which was wrong.
    ///
    /// - Throws: `Failure.tooMany` after too many attempts on one account or from one network.
    private func account(_ username: String, _ password: String, _ visit: Visit) throws -> ID<Account>? {
        guard password.utf8.count <= PasswordRules.maximumBytes, username.utf8.count <= 320 else { return nil }
        let found = try site.database.read { try AccountQueries.credentials($0, username: username) }
        let counters = loginCounters(username, found?.id, visit)
        try site.throttles.attempt(counters, visit.now)
        let stored = found.flatMap { PasswordHash($0.password) }
        guard try hasher.verify(password, against: stored), let found else { return nil }
        try site.throttles.succeeded(forgotten: [counters[0]], returned: Array(counters.dropFirst()), visit.now)
        if stored?.cost != hasher.cost {
            let renewed = try hasher.hash(password)
            try site.database.write { try AccountQueries.setPassword($0, found.id, renewed.text) }
        }
        return found.id
    }

    /// By whom and from where an attempt is counted. A name nobody has is counted like any other.
    private func loginCounters(_ name: String, _ account: ID<Account>?, _ visit: Visit) -> [Throttles.Counter] {
        if let account, KnownDevice.isKnown(account, visit) {
            return [(.password, "known-\(account)-\(visit.networkName)")]
        }
        let subject = account.map { "\($0)" } ?? "nobody-\(Accounts.hash(Username.fold(name)).prefix(32))"
        return [(.password, subject), (.password, "from-\(visit.networkName)")]
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
