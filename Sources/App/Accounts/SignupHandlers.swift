import Database
import Foundation
import HTTP
import Media
import Proximity
import Safeguards

/// Sign-up.
extension Accounts {
    /// A guest begins with their nickname, and stays where they are.
    func showSignup(_ context: RequestContext) throws -> Response {
        let next = PathText.inside(context.query["next"])
        if context.member != nil { return context.redirect(to: next) }
        if let closed = closedSignup(context, isInvited: context.hasInvitation) { return closed }
        guard let guest = context.viewer else { return context.page(SignupPage(context, next, ValidationErrors())) }
        let form = FormFields(values: [
            ("display_name", guest.displayName ?? ""), ("time_zone", TimeZones.name(of: guest.timeZone)),
        ])
        let own = next == SitePaths.home ? try site.guestPath(for: guest) : next
        return context.page(
            SignupPage(context.frame("Make an account", hasForm: true), own, form, ValidationErrors()))
    }

    /// A guest keeps their account, with everything that is theirs, and it becomes a full one.
    func signUp(_ context: RequestContext) throws -> Response {
        if let closed = closedSignup(context, isInvited: try isInvited(context)) { return closed }
        let form = context.form
        let tries = context.networkCounters(.signupRefused)
        do {
            try hasher.checkRoom(for: .stranger)
            // Counted until the sign-up succeeds, because a refusal tells whether a name is taken.
            try site.throttles.attempt(tries, context.now)
            let newAccount = try checkSignup(context)
            let (account, picture) = try makeAccount(newAccount, context, tries)
            let pictureWords = picture.map { keepFirst($0, of: account, context.now) } ?? ""
            try beginSession(account, context)
            let next = PathText.inside(form["next"])
            // Without a mail server no mail is sent; another page asks to confirm the address.
            let mail = site.mail.isOutbox ? "" : " Check your email to confirm your address."
            return context.redirect(
                to: next == SitePaths.home ? firstPage : next,
                saying: "Welcome, \(newAccount.displayName?.text ?? newAccount.username.text).\(mail)\(pictureWords)"
            )
        } catch is NotInvited {
            return signupClosed(context, needsInvitation: true)
        } catch let errors as ValidationErrors {
            let page = SignupPage(context, PathText.inside(form["next"]), errors)
            return context.page(page, status: .unprocessableContent)
        } catch let refused as RefusedUpload {
            let page = SignupPage(context, PathText.inside(form["next"]), ValidationErrors("avatar", refused.sentence))
            return refused.answer(context.page(page))
        }
    }

    /// The page that says why nobody may sign up, or nobody without an invite link; nil when it may be tried.
    private func closedSignup(_ context: RequestContext, isInvited: Bool) -> Response? {
        let registration = site.settings.registration
        guard registration == .closed || registration == .invited && !isInvited else { return nil }
        return signupClosed(context, needsInvitation: registration == .invited)
    }

    private func signupClosed(_ context: RequestContext, needsInvitation: Bool) -> Response {
        let page = SignupClosedPage(frame: context.frame("Sign up"), needsInvitation: needsInvitation)
        return context.page(page, status: .forbidden)
    }

    /// Thrown where an invitation for one person has let in somebody else a moment ago.
    private struct NotInvited: Error {}

    /// Uses the invitation by which an account is made, where one is needed.
    private func admit(_ database: Writer, _ account: ID<Account>, _ context: RequestContext) throws {
        guard site.settings.registration == .invited else { return }
        let sources = site.features.conforming(to: (any InvitationSource).self)
        guard try sources.contains(where: { try $0.admit(database, account, context) }) else { throw NotInvited() }
    }

    /// Whether somebody has invited the browser's owner.
    private func isInvited(_ context: RequestContext) throws -> Bool {
        guard site.settings.registration == .invited else { return false }
        return try site.features.conforming(to: (any InvitationSource).self).contains {
            try $0.isInvited(context)
        }
    }

    /// Makes the account, and what is shown of a picture. Only an account that is made counts as one of the hour's; a form
    /// that the busy hasher turned away does not count at all.
    private func makeAccount(
        _ newAccount: NewAccount, _ context: RequestContext, _ tries: [Throttles.Counter]
    ) throws -> (ID<Account>, Prepared?) {
        let accounts = context.networkCounters(.signup)
        try site.throttles.attempt(accounts, context.now)
        let made = try site.throttles.givingBack(accounts, context.now) {
            let picture = try context.form.file("avatar").map { try uploads.take($0, asOneOf: [.avatar]) }
            let hash = try site.throttles.givingBack(tries, context.now) {
                try hasher.hash(context.form["password"] ?? "", as: .stranger)
            }
            let guest = context.viewer.flatMap { $0.isGuest ? $0.id : nil }
            let account = try create(newAccount, password: hash, outOf: guest, context.now) {
                try admit($0, $1, context)
            }
            return (account, picture)
        }
        try site.throttles.succeeded(forgotten: [], returned: tries, context.now)
        return made
    }

    /// Stores the picture of the new account. Returns problems as a sentence, because the account already exists.
    private func keepFirst(_ picture: Prepared, of account: ID<Account>, _ now: Timestamp) -> String {
        do {
            try uploads.keep(picture, of: account, now) { database, name in
                try ProfileQueries.setPicture(database, account, name, now)
            }
            return ""
        } catch let refused as RefusedUpload {
            return " Your picture wasn't saved: \(refused.sentence)"
        } catch {
            site.log.error("a first picture was not kept", metadata: ["error": "\(error)"])
            return " Your picture wasn't saved. Please add it again in your settings."
        }
    }

    /// Reports all problems at once, before any hashing.
    private func checkSignup(_ context: RequestContext) throws -> NewAccount {
        let form = context.form
        var errors = ValidationErrors()
        func read<Value>(_ field: String, _ body: () throws -> Value) rethrows -> Value? {
            do { return try body() } catch let wrong as ValidationErrors {
                errors.add(field, wrong[field])
                return nil
            }
        }
        let typed = typedName(form)
        let username = try read("username") {
            let username = try Username(typed)
            let code = DeletedAccount.code(of: typed, key: site.key)
            let isTaken = try site.database.read { database in
                if try AccountQueries.isKept(database, nameCode: code, context.now) { return true }
                return try AccountQueries.credentials(database, username: typed) != nil
            }
            if isTaken { throw ValidationErrors("username", "That username is taken.") }
            return username
        }
        let displayName = try read("display_name") { try DisplayName(typed: form["display_name"] ?? "") }
        let email = try read("email") { try EmailRules.address(form) }
        let guessed = form["time_zone"] ?? ""
        let zone = TimeZones.isKnown(guessed) ? guessed : site.settings.timeZone
        let born = try read("birth_date") {
            try BirthDate(form["birth_date"] ?? "", today: context.now, TimeZone(identifier: zone) ?? .gmt)
        }
        rules.check(
            form["password"] ?? "", confirmation: form["password_confirmation"] ?? "", username: typed, into: &errors)
        guard let username, let email, let born, errors.isEmpty else { throw errors }
        return NewAccount(
            username: username, displayName: displayName ?? nil, email: email, birthDate: born, timeZone: zone)
    }
}
