import Database
import Foundation
import HTTP
import Media
import Proximity
import Safeguards

/// Signing up.
extension Accounts {
    func showSignup(_ visit: Visit) -> Response {
        if visit.viewer != nil { return visit.redirect(to: PathText.inside(visit.query["next"])) }
        return visit.page(SignupPage(visit, PathText.inside(visit.query["next"]), Problems()))
    }

    func signUp(_ visit: Visit) throws -> Response {
        let form = visit.form
        let tries = visit.networkCounters(.signupRefused)
        do {
            try hasher.checkRoom(for: .stranger)
            // Counted until it went well: a refusal tells whether a name is taken.
            try site.throttles.attempt(tries, visit.now)
            let newcomer = try checkSignup(visit)
            let (account, picture) = try makeAccount(newcomer, visit, tries)
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

    /// Makes the account, and what is shown of a picture. Only an account that is made counts as one of the hour's; a form
    /// that the busy hasher turned away does not count at all.
    private func makeAccount(
        _ newcomer: Newcomer, _ visit: Visit, _ tries: [Throttles.Counter]
    ) throws -> (ID<Account>, Prepared?) {
        let accounts = visit.networkCounters(.signup)
        try site.throttles.attempt(accounts, visit.now)
        let made = try site.throttles.givingBack(accounts, visit.now) {
            let picture = try visit.form.file("avatar").map { try uploads.take($0, as: .avatar) }
            let hash = try site.throttles.givingBack(tries, visit.now) {
                try hasher.hash(visit.form["password"] ?? "", as: .stranger)
            }
            return (try create(newcomer, password: hash, visit.now), picture)
        }
        try site.throttles.succeeded(forgotten: [], returned: tries, visit.now)
        return made
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
}
